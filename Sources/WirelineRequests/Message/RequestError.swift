internal import WirelineCore

package struct RequestError: Error, Sendable, Equatable {
  package var reason: Reason
  /// Whether the server may have received part of the request. If not, even a POST can be repeated.
  package var isRequestSent: Bool
  package var attempts: Int

  package init(_ reason: Reason, isRequestSent: Bool = false, attempts: Int = 1) {
    self.reason = reason
    self.isRequestSent = isRequestSent
    self.attempts = attempts
  }

  package enum Reason: Error, Sendable, Equatable {
    /// The name does not resolve; `isTemporary` if the resolver failed.
    case nameNotResolved(host: String, isTemporary: Bool, detail: String)
    case connect(address: String, detail: String)
    case tlsIdentity(host: String, detail: String)
    case tlsHandshake(host: String, detail: String)
    /// Nothing was transferred for this long, or an attempt exceeded its time limit; `phase`
    /// names what was expected.
    case timeout(Duration, phase: String)
    case deadline(Duration)
    case queueExpired(Duration)
    case noResponse
    case truncated(received: Int, expected: Int?)
    case protocolViolation(String)
    case redirectLimit(Int)
    case redirectForbidden(to: String, why: String)
    case bodyTooLarge(limit: Int)
    /// The decoded body is suspiciously large.
    case bomb(ratio: Int)
    case contentEncoding(String)
    case proxyRefused(status: Int)
    case addressForbidden(host: String, why: String)
    case replayMiss(method: String, url: String)
    /// Network access is disabled and the cache has no response.
    case offline(url: String, why: String)
    case quotaExhausted(why: String, retryAt: Int?)
    /// The request names a credential that is unknown or not allowed for its URL.
    case credentialRefused(name: String, why: String)
    case readFailed(path: String, detail: String)
    case writeFailed(path: String, detail: String)
    /// The consumer of the body stopped reading.
    case cancelled
  }

  package var message: String { reason.message }
}

extension RequestError.Reason {
  var message: String {
    switch self {
    case .nameNotResolved(let host, _, let detail): "cannot resolve \"\(host)\": \(detail)"
    case .connect(let address, let detail): "cannot connect to \(address): \(detail)"
    case .tlsIdentity(let host, let detail): "cannot verify \"\(host)\": \(detail)"
    case .tlsHandshake(let host, let detail): "TLS handshake with \"\(host)\" failed: \(detail)"
    case .timeout(let limit, let phase): "no \(phase) within \(limit.unitText)"
    case .deadline(let limit): "not finished within the deadline of \(limit.unitText)"
    case .queueExpired(let limit): "queued for longer than \(limit.unitText)"
    case .noResponse: "the server closed the connection without a response"
    case .truncated(let received, let expected?):
      "the body ended after \(received) of \(expected) bytes"
    case .truncated(let received, nil): "the response ended after \(received) bytes"
    case .protocolViolation(let detail): "the response is not valid HTTP: \(detail)"
    case .redirectLimit(let limit): "more than \(limit) redirects"
    case .redirectForbidden(let target, let why): "redirect to \"\(target)\" refused: \(why)"
    case .bodyTooLarge(let limit): "the body is larger than \(limit) bytes"
    case .bomb(let ratio):
      "the body expands more than \(ratio)-fold when decoded, like a decompression bomb"
    case .contentEncoding(let detail): "cannot decode the body: \(detail)"
    case .proxyRefused(let status): "the proxy refused the connection with status \(status)"
    case .addressForbidden(let host, let why): "connection to \"\(host)\" denied: \(why)"
    case .replayMiss(let method, let url): "not in the replay file: \(method) \(url)"
    case .offline(let url, let why): "\(why): \"\(url)\""
    case .quotaExhausted(let why, _): why
    case .credentialRefused(let name, let why): "the credential \"\(name)\" \(why)"
    case .readFailed(let path, let detail): "cannot read \"\(path)\": \(detail)"
    case .writeFailed(let path, let detail): "cannot write \"\(path)\": \(detail)"
    case .cancelled: "cancelled"
    }
  }
}

extension RequestError.Reason {
  func mapTexts(_ mask: (String) -> String) -> RequestError.Reason {
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
    case .timeout, .deadline, .queueExpired, .noResponse, .truncated, .redirectLimit, .bodyTooLarge,
      .bomb, .proxyRefused, .credentialRefused, .readFailed, .writeFailed, .cancelled:
      self
    }
  }
}
