package import WirelineCore

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

  /// The same of a response record that is parsed.
  package init(_ fault: AnswerFault, answer: ResponseRecord.Content, tool: String) {
    self.init(
      code: fault.isReported ? .apiError : .decode, message: fault.message, tool: tool,
      isRetryable: false)
    status = answer.status
    attempts = answer.attempts
    url = answer.url.isEmpty ? nil : answer.url
  }
}
