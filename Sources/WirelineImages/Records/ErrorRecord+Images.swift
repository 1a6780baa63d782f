internal import WirelineCore
internal import WirelineRequests

// Errors of `imgfetch`.
extension ErrorRecord {
  init(_ failure: ImageFailure, tool: String) {
    switch failure {
    case .request(let error): self.init(error, tool: tool)
    case .status(let status, let attempts, let retryAt):
      self.init(
        code: Self.code(ofImageStatus: status),
        message: "HTTP status \(status)", tool: tool,
        isRetryable: RetryPolicy.isRetryable(status: status) || retryAt != nil)
      self.status = status
      self.attempts = attempts
      self.retryAt = retryAt
    case .refused(let refusal, let status, let attempts):
      self.init(code: refusal.code, message: refusal.text, tool: tool)
      // No worker can be started.
      if code == .internal { distinction = .systemRefusal }
      self.status = status
      self.attempts = attempts
    case .offline:
      self.init(code: .offline, message: "not in the store, and --offline is set", tool: tool)
    case .write(let error):
      self.init(
        code: .write, message: error.description, tool: tool, isRetryable: error.isTransient)
    }
  }

  /// The record of an issue of a stored image. Its input is the URL, so that `--retry-errors`
  /// fetches damaged images again.
  init(_ issue: ImageIssue, _ image: IndexedImage, directory: String, tool: String) {
    let code: ErrorCode =
      switch issue {
      case .missing: .notFound
      case .unreadable: .read
      case .otherLength, .otherContent, .damaged: .damagedImage
      }
    self.init(
      code: code, message: "\(directory)/\(image.path): \(issue)", tool: tool, isRetryable: true)
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
