internal import WirelineCore

extension ErrorRecord {
  init(_ failure: CheckFailure, status: Int, url: String, attempts: Int?, tool: String) {
    let code: ErrorCode =
      switch failure {
      case .reported: .apiError
      case .emptyBody: .emptyBody
      case .notJSON, .missing, .wrongType: .decode
      }
    self.init(code: code, message: failure.message, tool: tool, isRetryable: false)
    self.status = status
    self.attempts = attempts
    self.url = url.isEmpty ? nil : url
    if case .reported(_, _, let detail) = failure { self.detail = detail }
  }
}
