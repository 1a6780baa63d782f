extension ErrorRecord {
  /// What a question to the Yelp API that has no answer looks like.
  package init(_ failure: YelpFailure, tool: String) {
    switch failure {
    case .request(let error): self.init(error, tool: tool)
    case .fault(let fault): self.init(fault, tool: tool)
    case .refused(let status, let error, let attempts):
      let words = error.map { ": \($0.code): \($0.description)" } ?? ""
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

  private static func code(_ status: Int, _ error: YelpServiceError?) -> ErrorCode {
    switch status {
    case 401, 403: .unauthorized
    case 404: .notFound
    case 429: error?.isQuotaExhausted == true ? .quotaExhausted : .rateLimited
    default: error == nil ? .httpStatus : .apiError
    }
  }
}
