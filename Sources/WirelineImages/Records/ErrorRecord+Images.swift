package import WirelineCore
internal import WirelineRequests

extension ErrorRecord {
  /// What an image that could not be had looks like.
  package init(_ failure: ImageFailure, tool: String) {
    switch failure {
    case .request(let error): self.init(error, tool: tool)
    case .status(let status, let attempts, let retryAt):
      self.init(
        code: Self.code(ofImageStatus: status),
        message: "HTTP status \(status)", tool: tool,
        isRetryable: RetryPolicy.isRetryable(status: status))
      self.status = status
      self.attempts = attempts
      self.retryAt = retryAt
    case .refused(let failure, let status, let attempts):
      self.init(failure, tool: tool)
      self.status = status
      self.attempts = attempts
    case .emptyBody:
      self.init(code: .emptyBody, message: "the answer has no content", tool: tool)
    case .notAnImage(let excerpt):
      self.init(
        code: .notAnImage, message: "not an image: the content begins with \(excerpt)", tool: tool)
    case .damaged(let format):
      self.init(
        code: .damagedImage, message: "the \(format.rawValue) image ends inside its header",
        tool: tool)
    case .broken(let fault):
      self.init(code: .damagedImage, message: "the image is damaged: \(fault)", tool: tool)
    case .rejected(let reason): self.init(code: .imageRejected, message: reason, tool: tool)
    case .robots(let word):
      self.init(
        code: .robots, message: "the server's X-Robots-Tag says \(word)", tool: tool)
    case .offline:
      self.init(code: .offline, message: "not stored, and not to be fetched", tool: tool)
    case .write(let error):
      self.init(
        code: .write, message: error.description, tool: tool, isRetryable: error.isTransient)
    }
  }

  /// What is wrong with a stored image. Its input is the URL, so that the records
  /// can be fed back with `--retry-errors`: what is damaged comes anew.
  package init(_ fault: ImageStore.Fault, _ image: IndexedImage, directory: String, tool: String) {
    let code: ErrorCode =
      switch fault {
      case .missing: .notFound
      case .unreadable: .read
      case .otherLength, .otherContent, .damaged: .damagedImage
      }
    self.init(code: code, message: "\(directory)/\(image.path): \(fault)", tool: tool)
    guard !image.url.isEmpty else { return }
    url = image.url
    input = Array(image.url.utf8)
  }

  private static func code(ofImageStatus status: Int) -> ErrorCode {
    switch status {
    case 404, 410: .notFound
    case 429: .rateLimited
    default: .httpStatus
    }
  }
}
