internal import WirelineCore

extension ImageStore {
  /// Why the output of the filter is not stored.
  private struct FilterFailure: Error, CustomStringConvertible {
    let description: String
  }

  /// Replaces an image by the output of the filter, if there is one and it succeeds.
  ///
  /// - Returns: false if the run was stopped.
  func applyFilter(
    to file: inout ImageFile, image: inout IndexedImage, request: ImageRequest,
    rules: ImageRules
  ) -> Bool {
    guard let filter = options.filter else { return true }
    do {
      let output = try create(request)
      let path = output.file.temporaryPath
      _ = try filter.run(from: file.file.temporaryPath, to: path)
      let content = try ImageContent(
        try FileBytes.open(path), path: path, validation: rules.validation)
      let header = try header(of: content, rules)
      image.original = OriginalImage(image)
      image.header = header
      (image.bytes, image.sha256) = (content.bytes, content.sha256)
      file.file.discard()
      file = output
    } catch FileFilterFailure.stopped {
      return false
    } catch {
      image.flags.append(StoredImage.filterFlag)
      warnings.report("--filter failed, storing the original image: \(error)")
    }
    return true
  }

  /// Validates the output of the filter like a download, and returns its header.
  private func header(
    of content: ImageContent, _ rules: ImageRules
  ) throws(FilterFailure) -> ImageHeader {
    guard let header = content.header else {
      throw FilterFailure(description: "the output is not an image")
    }
    if rules.validation != .none, header.isTruncated {
      throw FilterFailure(description: "the output has an incomplete header")
    }
    if let reason = rules.rejection(of: header, isComplete: true) {
      throw FilterFailure(description: reason)
    }
    if let issue = content.issue {
      throw FilterFailure(description: "the output is damaged: \(issue.reason)")
    }
    return header
  }
}
