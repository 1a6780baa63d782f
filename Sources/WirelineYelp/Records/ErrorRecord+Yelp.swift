package import WirelineCore
internal import WirelineRequests

extension ErrorRecord {
  /// What a question to the Yelp API that has no answer looks like.
  package init(_ failure: YelpFailure, tool: String) {
    switch failure {
    case .request(let error): self.init(error, tool: tool)
    case .fault(let fault, let status, let attempts):
      self.init(fault, tool: tool)
      self.status = status
      self.attempts = attempts > 0 ? attempts : nil
    case .adapter(let reason):
      self.init(code: .invalidInput, message: "the adapter failed: \(reason)", tool: tool)
    case .refused(let refusal):
      let error = refusal.error
      let words = error.map { [$0.code[...], Self.withoutStop($0.description)] } ?? []
      self.init(
        code: Self.code(refusal.status, error),
        message: (["the API answered with status \(refusal.status)"]
          + words.filter { !$0.isEmpty }).joined(separator: ": "), tool: tool,
        isRetryable: error?.isQuotaExhausted == true
          || RetryPolicy.isRetryable(status: refusal.status))
      status = refusal.status
      attempts = refusal.attempts > 0 ? refusal.attempts : nil
      detail = error?.detail
      retryAt = refusal.retryAt
    }
  }

  package init(_ fault: YelpFault, tool: String) {
    let code: ErrorCode =
      if case .decode = fault { .decode } else { .invalidInput }
    self.init(code: code, message: fault.description, tool: tool)
  }

  /// Our messages end without a full stop, also with the API's words in them.
  private static func withoutStop(_ text: String) -> Substring {
    text.hasSuffix(".") ? text.dropLast() : text[...]
  }

  private static func code(_ status: Int, _ error: YelpServiceError?) -> ErrorCode {
    if error?.isQuotaExhausted == true { return .quotaExhausted }
    return switch status {
    case 401, 403: .unauthorized
    case 404: .notFound
    case 429: .rateLimited
    default: error == nil ? .httpStatus : .apiError
    }
  }
}
