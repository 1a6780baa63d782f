extension ErrorRecord {
  /// What a question to the Yelp API that has no answer looks like.
  package init(_ failure: YelpFailure, tool: String) {
    switch failure {
    case .request(let error): self.init(error, tool: tool)
    case .fault(let fault): self.init(fault, tool: tool)
    case .refused(let status, let error, let attempts):
      let words = error.map { ": \($0.code): \(Self.withoutStop($0.description))" } ?? ""
      self.init(
        code: Self.code(status, error), message: "the API answered with status \(status)\(words)",
        tool: tool, isRetryable: RetryPolicy.isRetryable(status: status))
      self.status = status
      self.attempts = attempts
      detail = error?.detail
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
    switch status {
    case 401, 403: .unauthorized
    case 404: .notFound
    case 429: error?.isQuotaExhausted == true ? .quotaExhausted : .rateLimited
    default: error == nil ? .httpStatus : .apiError
    }
  }
}
