internal import Glibc
internal import WirelineCore

extension ImageStore {
  /// The reason to store the original instead.
  private struct FilterFailure: Error {
    let reason: String
    var isStop = false
  }

  /// Replaces an image by the output of the filter, if there is one and it succeeds.
  ///
  /// - Returns: false if the run was stopped.
  func applyFilter(
    to file: inout ImageFile, _ facts: inout ImageFacts, _ request: ImageRequest,
    _ rules: ImageRules
  ) -> Bool {
    guard let filter = options.filter else { return true }
    do throws(FilterFailure) {
      let output = try run(filter, on: file, for: request)
      facts = try validated(output.file.temporaryPath, facts, rules)
      file.file.discard()
      file = output
    } catch {
      if error.isStop { return false }
      facts.flags.append(StoredImage.filterFlag)
      warnings.report("--filter failed, storing the original image: \(error.reason)")
    }
    return true
  }

  private func run(
    _ filter: FileFilter, on original: ImageFile, for request: ImageRequest
  ) throws(FilterFailure) -> ImageFile {
    let file: ImageFile
    do throws(FileError) {
      file = try create(request)
    } catch {
      throw FilterFailure(reason: error.description)
    }
    do throws(FileFilterFailure) {
      _ = try filter.run(from: original.file.temporaryPath, to: file.file.temporaryPath)
    } catch {
      var failure = FilterFailure(reason: error.description)
      if case .stopped = error { failure.isStop = true }
      throw failure
    }
    return file
  }

  /// Validates the output of the filter like a download, and returns its properties.
  private func validated(
    _ path: String, _ original: ImageFacts, _ rules: ImageRules
  ) throws(FilterFailure) -> ImageFacts {
    var facts = original
    var digest = SHA256()
    var structure: ImageStructure?
    let header: ImageHeader?
    do throws(FileError) {
      header = ImageHeader(try FileBytes.head(path, count: ImageHeader.maximumBytes)[...])
      if rules.validation == .structure {
        structure = header.map { ImageStructure(format: $0.format) }
      }
      facts.bytes = 0
      let descriptor = try FileBytes.open(path)
      defer { Glibc.close(descriptor) }
      try FileBytes.chunks(of: descriptor, path: path) { piece in
        digest.update(bufferPointer: piece)
        structure?.append(piece)
        facts.bytes += piece.count
      }
    } catch {
      throw FilterFailure(reason: error.description)
    }
    guard let header else { throw FilterFailure(reason: "the output is not an image") }
    if rules.validation != .none, header.isTruncated {
      throw FilterFailure(reason: "the output has an incomplete header")
    }
    if let reason = rules.rejection(of: header, isComplete: true) {
      throw FilterFailure(reason: reason)
    }
    if let issue = structure?.finish() {
      throw FilterFailure(reason: "the output is damaged: \(issue.reason)")
    }
    facts.header = header
    facts.sha256 = Hexadecimal.encode(digest.finalize())
    return facts
  }
}
