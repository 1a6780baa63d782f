extension ErrorRecord {
  /// What a request that got no answer looks like as a record.
  package init(_ error: RequestError, tool: String) {
    let code = ErrorCode(error.reason)
    // What ran out of its time is not tried again in this run, but may be in another one.
    let isLaterRetryable = [.cancelled, .deadline, .queueExpired].contains(code)
    self.init(
      code: code, message: error.message, tool: tool,
      isRetryable: error.isRetryable || isLaterRetryable)
    attempts = error.attempts > 0 ? error.attempts : nil
    switch error.reason {
    case .tlsIdentity: distinction = .peerNotVerified
    case .noAnswer: distinction = .noAnswer
    case .proxyRefused(let status): self.status = status
    case .quotaExhausted(_, let retryAt): self.retryAt = retryAt
    default: break
    }
  }

  /// What an input record that asks for nothing possible looks like.
  package init(_ fault: RecordFault, item: InputItem, tool: String) {
    self.init(code: ErrorCode(fault), message: fault.description, tool: tool)
    describe(item)
  }

  /// The record, saying which item it was.
  package func about(_ item: InputItem) -> ErrorRecord {
    var record = self
    record.describe(item)
    return record
  }

  /// Says which item it was.
  package mutating func describe(_ item: InputItem) {
    ref = item.ref
    line = item.isOperand ? nil : item.line
    // A run that options alone describe has nothing that came in.
    input = item.isOperand && item.bytes.isEmpty ? nil : item.bytes
  }
}

extension ErrorCode {
  package init(_ reason: RequestError.Reason) {
    self =
      switch reason {
      case .nameNotResolved: .dns
      case .connect, .proxyRefused: .connect
      case .tlsIdentity, .tlsHandshake: .tls
      case .timeout: .timeout
      case .deadline: .deadline
      case .queueExpired: .queueExpired
      case .noAnswer, .truncated: .truncated
      case .protocolViolation: .protocolViolation
      case .redirectLimit: .redirectLimit
      case .redirectForbidden: .redirectForbidden
      case .addressForbidden: .forbiddenAddress
      case .bodyTooLarge, .bomb: .bodyTooLarge
      case .contentEncoding: .contentEncoding
      case .replayMiss: .replayMiss
      case .offline: .offline
      case .quotaExhausted: .quotaExhausted
      case .credentialRefused: .unauthorized
      case .readFailed: .read
      case .writeFailed: .write
      case .cancelled: .cancelled
      }
  }

  package init(_ fault: RecordFault) {
    self =
      switch fault {
      case .missingURL: .noURL
      case .invalidURL: .invalidURL
      case .syntax, .tooLong, .missing, .wrongType, .invalid: .invalidInput
      case .forbiddenFile: .forbiddenFile
      case .fileTooLarge: .bodyTooLarge
      }
  }
}
