internal import WirelineCore
internal import WirelineRequests

extension ErrorRecord {
  init(_ failure: YelpFailure, tool: String) {
    switch failure {
    case .request(let error): self.init(error, tool: tool)
    case .invalidResponse(let error, let status, let attempts):
      self.init(error, tool: tool)
      self.status = status
      self.attempts = attempts > 0 ? attempts : nil
    case .adapter(let reason):
      self.init(code: .invalidInput, message: "the adapter failed: \(reason)", tool: tool)
    case .refused(let refusal):
      let error = refusal.error
      let words = error.map { [$0.code[...], Self.withoutStop($0.description)] } ?? []
      self.init(
        code: Self.code(refusal.status, error),
        message: (["the API returned status \(refusal.status)"]
          + words.filter { !$0.isEmpty }).joined(separator: ": "), tool: tool,
        isRetryable: error?.isQuotaExhausted == true
          || RetryPolicy.isRetryable(status: refusal.status))
      status = refusal.status
      attempts = refusal.attempts > 0 ? refusal.attempts : nil
      detail = error?.detail
      retryAt = refusal.retryAt
    }
  }

  init(_ error: YelpValidationError, tool: String) {
    let code: ErrorCode =
      if case .decode = error { .decode } else { .invalidInput }
    self.init(code: code, message: error.description, tool: tool)
  }

  /// Messages end without a full stop, even if they quote the API.
  private static func withoutStop(_ text: String) -> Substring {
    text.hasSuffix(".") ? text.dropLast() : text[...]
  }

  private static func code(_ status: Int, _ error: YelpServiceError?) -> ErrorCode {
    if error?.isQuotaExhausted == true { return .quotaExhausted }
    return switch status {
    case 401: .unauthorized
    // A business may be unavailable to every key.
    case 403 where error?.concernsKey != false: .unauthorized
    case 400 where error?.field == "Authorization": .unauthorized
    case 404: .notFound
    case 429: .rateLimited
    default: error == nil ? .httpStatus : .apiError
    }
  }
}
