package import WirelineCore

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
}
