extension ErrorRecord {
  /// What an answer looks like that is not what was asked for.
  package init(_ fault: AnswerFault, response: Response, tool: String) {
    self.init(
      code: fault.isReported ? .apiError : .decode, message: fault.message, tool: tool,
      isRetryable: false)
    status = response.status
    attempts = response.attempts
    url = response.url.text
  }
}
