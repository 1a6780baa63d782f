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
    to file: inout ImageFile, _ image: inout IndexedImage, _ request: ImageRequest,
    _ rules: ImageRules
  ) -> Bool {
    guard let filter = options.filter else { return true }
    do throws(FilterFailure) {
      let output = try run(filter, on: file, for: request)
      image = try validated(output.file.temporaryPath, image, rules)
      file.file.discard()
      file = output
    } catch {
      if error.isStop { return false }
      image.flags.append(StoredImage.filterFlag)
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
    _ path: String, _ original: IndexedImage, _ rules: ImageRules
  ) throws(FilterFailure) -> IndexedImage {
    let content: ImageContent
    do throws(FileError) {
      content = try ImageContent(
        try FileBytes.open(path), path: path, validation: rules.validation)
    } catch {
      throw FilterFailure(reason: error.description)
    }
    guard let header = content.header else {
      throw FilterFailure(reason: "the output is not an image")
    }
    if rules.validation != .none, header.isTruncated {
      throw FilterFailure(reason: "the output has an incomplete header")
    }
    if let reason = rules.rejection(of: header, isComplete: true) {
      throw FilterFailure(reason: reason)
    }
    if let issue = content.issue {
      throw FilterFailure(reason: "the output is damaged: \(issue.reason)")
    }
    var image = original
    (image.header, image.bytes, image.sha256) = (header, content.bytes, content.sha256)
    return image
  }
}
