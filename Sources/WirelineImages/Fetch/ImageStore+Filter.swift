internal import Crypto
internal import Glibc
internal import WirelineCore

extension ImageStore {
  /// An image that the filter has produced.
  private struct FilteredImage {
    let file: ImageFile
    let header: ImageHeader
    let bytes: Int
    let sha256: String
  }

  /// Why the original is kept.
  private enum FilterFailure: Error, CustomStringConvertible {
    case failed(FileFilterFailure)
    case file(FileError)
    /// The output is not an image, or violates the rules.
    case refused(String)

    var description: String {
      switch self {
      case .failed(let failure): failure.description
      case .file(let error): error.description
      case .refused(let reason): reason
      }
    }
  }

  /// Replaces an image by the output of the filter, if there is one. Keeps the original if the
  /// filter fails.
  ///
  /// - Returns: false if the run was stopped.
  func applyFilter(
    to file: inout ImageFile, _ facts: inout ImageFacts, _ request: ImageRequest,
    _ rules: ImageRules
  ) -> Bool {
    guard let filter = options.filter else { return true }
    do throws(FilterFailure) {
      let filtered = try run(filter, on: file, for: request, rules)
      file.file.discard()
      file = filtered.file
      facts.header = filtered.header
      facts.bytes = filtered.bytes
      facts.sha256 = filtered.sha256
    } catch {
      if case .failed(.stopped) = error { return false }
      facts.flags.append(StoredImage.filterFlag)
      warnings.report("--filter failed, and the image is kept as it came: \(error)")
    }
    return true
  }

  private func run(
    _ filter: FileFilter, on original: ImageFile, for request: ImageRequest, _ rules: ImageRules
  ) throws(FilterFailure) -> FilteredImage {
    let file: ImageFile
    do throws(FileError) {
      file = try create(request)
    } catch {
      throw .file(error)
    }
    let path = file.file.temporaryPath
    let bytes: Int
    do throws(FileFilterFailure) {
      bytes = try filter.run(from: original.file.temporaryPath, to: path)
    } catch {
      throw .failed(error)
    }
    return try validated(file, path, bytes, rules).get()
  }

  private func validated(
    _ file: ImageFile, _ path: String, _ bytes: Int, _ rules: ImageRules
  ) -> Result<FilteredImage, FilterFailure> {
    var digest = SHA256()
    var structure: ImageStructure?
    do throws(FileError) {
      let head = try FileBytes.head(path, count: ImageHeader.maximumBytes)
      guard let header = ImageHeader(head[...]) else {
        return .failure(.refused("what came out is not an image"))
      }
      if rules.validation != .none, header.isCutShort {
        return .failure(.refused("what came out ends inside its header"))
      }
      if let reason = rules.refusal(of: header, isWhole: true) { return .failure(.refused(reason)) }
      if rules.validation == .structure { structure = ImageStructure(format: header.format) }
      let descriptor = try FileBytes.open(path)
      defer { Glibc.close(descriptor) }
      try FileBytes.chunks(of: descriptor, path: path) { piece in
        digest.update(bufferPointer: piece)
        structure?.append(piece)
      }
      if let fault = structure?.finish() {
        return .failure(.refused("what came out is damaged: \(fault.reason)"))
      }
      return .success(
        FilteredImage(
          file: file, header: header, bytes: bytes,
          sha256: Hexadecimal.encode(digest.finalize())))
    } catch {
      return .failure(.file(error))
    }
  }
}
