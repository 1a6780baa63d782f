internal import Glibc
internal import WirelineCore

// What a program of the user's makes of an image.
extension ImageStore {
  /// An image that has been through the filter.
  struct Filtered {
    let file: ImageFile
    let header: ImageHeader
    let bytes: Int
    let sha256: String
  }

  /// Why the original is kept.
  enum FilterFault: Error {
    case failed(FileFilterFailure)
    case file(FileError)
    /// What came out is no image, or not one that is wanted.
    case refused(String)

    /// Whether the run is to end.
    var isStop: Bool {
      if case .failed(.stopped) = self { return true }
      return false
    }

    var description: String {
      switch self {
      case .failed(let failure): failure.description
      case .file(let error): error.description
      case .refused(let reason): reason
      }
    }
  }

  /// Passes an image through a program; takes as long as that does.
  func filter(
    _ original: ImageFile, with filter: FileFilter, for asked: ImageSink.Asked, _ rules: ImageRules
  ) throws(FilterFault) -> Filtered {
    let file: ImageFile
    do throws(FileError) {
      file = try create(asked.address, known: asked.known)
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
    return try judged(file, path, bytes, rules).get()
  }

  private func judged(
    _ file: ImageFile, _ path: String, _ bytes: Int, _ rules: ImageRules
  ) -> Result<Filtered, FilterFault> {
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
        Filtered(
          file: file, header: header, bytes: bytes,
          sha256: Hexadecimal.encode(digest.finalize())))
    } catch {
      return .failure(.file(error))
    }
  }
}
