package import WirelineCore

extension ErrorRecord {
  package init(_ error: RequestError, tool: String) {
    let code = ErrorCode(error.reason)
    // A request that ran out of time may succeed in another run.
    let isLaterRetryable = [.cancelled, .deadline, .queueExpired].contains(code)
    self.init(
      code: code, message: error.message, tool: tool,
      isRetryable: error.isRetryable || isLaterRetryable)
    attempts = error.attempts > 0 ? error.attempts : nil
    switch error.reason {
    case .tlsIdentity(_, let detail):
      distinction = .peerNotVerified
      if !detail.contains(text: "--cacert") {
        hint = "trust it with --cacert FILE, or skip the check with -k"
      }
    case .keyNotPinned: distinction = .otherKey
    case .noResponse, .reset: distinction = .noResponse
    case .protocolViolation(_, let kind): distinction = kind
    case .redirectForbidden(_, let why) where InvalidURL(text: "", reason: why).isUnsupportedScheme:
      distinction = .otherProtocol
    case .proxyRefused(let status):
      self.status = status
      if status == 407 { hint = RequestError.proxyLoginHint }
    case .recorded(let failure): (status, distinction) = (failure.status, failure.distinction)
    case .quotaExhausted(_, let retryAt): self.retryAt = retryAt
    default: break
    }
  }

  /// The error of a response whose status fails.
  ///
  /// - Parameter retryAt: when the host admits requests again, in seconds since 1970, if it has
  ///   announced that.
  package init(status: Int, url: String, attempts: Int?, retryAt: Int? = nil, tool: String) {
    self.init(
      code: .httpStatus, message: "HTTP status \(status) for \"\(Secrets.redacted(url: url))\"",
      tool: tool,
      isRetryable: RetryPolicy.isRetryable(status: status) || retryAt != nil)
    self.status = status
    self.attempts = attempts
    self.retryAt = retryAt
    isPostponed = retryAt != nil
    self.url = url
  }

  /// Replaces secrets by `***`: a service that rejects a key may quote it.
  package func hiding(_ secrets: SentSecrets) -> ErrorRecord {
    var record = self
    record.message = secrets.masked(message, with: "***")
    record.detail = detail.map { secrets.masked($0, with: "***") }
    // Drop the detail if masking made it invalid JSON.
    if let detail = record.detail, (try? JSONView.parse(detail)) == nil { record.detail = nil }
    return record
  }
}

extension RequestError {
  package static let proxyLoginHint = "log in to the proxy with -x http://user:password@host:port"
}

extension ErrorCode {
  package init(_ reason: RequestError.Reason) {
    self =
      switch reason {
      case .nameNotResolved: .dns
      case .connect, .connectionRefused, .proxyRefused: .connect
      case .tlsIdentity, .keyNotPinned, .tlsHandshake: .tls
      case .timeout: .timeout
      case .deadline: .deadline
      case .queueExpired: .queueExpired
      case .noResponse, .reset, .truncated: .truncated
      case .protocolViolation: .protocolViolation
      case .redirectLimit: .redirectLimit
      case .redirectForbidden: .redirectForbidden
      case .addressForbidden: .forbiddenAddress
      case .bodyTooLarge, .bomb: .bodyTooLarge
      case .contentEncoding: .contentEncoding
      case .replayMiss: .replayMiss
      case .recorded(let failure): failure.code
      case .offline: .offline
      case .quotaExhausted: .quotaExhausted
      case .credentialRefused, .tokenCommand: .unauthorized
      case .readFailed: .read
      case .writeFailed: .write
      case .cancelled: .cancelled
      }
  }
}
