extension RequestError {
  /// The same error with `***` instead of secrets: servers put what they were sent into header
  /// fields, redirects and encodings, and messages quote those.
  package func hiding(_ secrets: SentSecrets) -> RequestError {
    var error = self
    error.reason = reason.mapTexts { secrets.masked($0, with: "***") }
    return error
  }
}

extension RequestError.Reason {
  fileprivate func mapTexts(_ mask: (String) -> String) -> RequestError.Reason {
    switch self {
    case .nameNotResolved(let host, let isTemporary, let detail):
      .nameNotResolved(host: mask(host), isTemporary: isTemporary, detail: mask(detail))
    case .connect(let address, let detail): .connect(address: mask(address), detail: mask(detail))
    case .tlsIdentity(let host, let detail): .tlsIdentity(host: mask(host), detail: mask(detail))
    case .tlsHandshake(let host, let detail): .tlsHandshake(host: mask(host), detail: mask(detail))
    case .protocolViolation(let detail): .protocolViolation(mask(detail))
    case .redirectForbidden(let target, let why):
      .redirectForbidden(to: mask(target), why: mask(why))
    case .contentEncoding(let detail): .contentEncoding(mask(detail))
    case .addressForbidden(let host, let why): .addressForbidden(host: mask(host), why: mask(why))
    case .replayMiss(let method, let url): .replayMiss(method: method, url: mask(url))
    case .offline(let url, let why): .offline(url: mask(url), why: why)
    case .quotaExhausted(let why, let retryAt): .quotaExhausted(why: mask(why), retryAt: retryAt)
    case .timeout, .deadline, .queueExpired, .noAnswer, .truncated, .redirectLimit, .bodyTooLarge,
      .bomb, .proxyRefused, .credentialRefused, .readFailed, .writeFailed, .cancelled:
      self
    }
  }
}
