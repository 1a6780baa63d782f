internal import WirelineCore

/// Why a request got no usable answer.
package struct RequestError: Error, Sendable, Equatable {
  package var reason: Reason
  /// Whether a byte of the request may have reached the server: if not, even
  /// a POST may be sent again.
  package var isRequestSent: Bool
  /// Attempts made, once the executor has given up; 0 where there was none.
  package var attempts: Int

  package init(_ reason: Reason, isRequestSent: Bool = false, attempts: Int = 1) {
    self.reason = reason
    self.isRequestSent = isRequestSent
    self.attempts = attempts
  }

  package enum Reason: Error, Sendable, Equatable {
    /// The name has no address; `isTemporary` when the resolver could not say.
    case nameNotResolved(host: String, isTemporary: Bool, detail: String)
    case connect(address: String, detail: String)
    /// The peer did not prove who it is (certificate, host name).
    case tlsIdentity(host: String, detail: String)
    case tlsHandshake(host: String, detail: String)
    /// Nothing came or went for this long, or one attempt took longer than it
    /// may; `phase` says what was waited for.
    case timeout(Duration, phase: String)
    /// The time for all attempts is used up.
    case deadline(Duration)
    /// Its turn came later than it was wanted.
    case queueExpired(Duration)
    /// The connection ended before a byte of an answer came.
    case noAnswer
    /// The connection ended inside the answer's head, or its body.
    case truncated(received: Int, expected: Int?)
    /// The answer is not HTTP, or breaks its rules.
    case protocolViolation(String)
    case redirectLimit(Int)
    case redirectForbidden(to: String, why: String)
    case bodyTooLarge(limit: Int)
    /// A coded body that grows like no honest one.
    case bomb(ratio: Int)
    case contentEncoding(String)
    case proxyRefused(status: Int)
    /// The host has no address but such that are not to be connected to.
    case addressForbidden(host: String, why: String)
    case replayMiss(method: String, url: String)
    /// The network is not to be asked, and the cache has no answer.
    case offline(url: String, why: String)
    /// The service's allowance, or what is to be spent of it, is used up; `retryAt` in
    /// seconds since 1970.
    case quotaExhausted(why: String, retryAt: Int?)
    /// The request names a secret that nobody gave, or that must not go there.
    case credentialRefused(name: String, why: String)
    case readFailed(path: String, detail: String)
    case writeFailed(path: String, detail: String)
    /// The consumer of the body wants no more of it.
    case cancelled
  }

  /// The message for people and records; never holds a header value.
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
    case .deadline(let limit): "not done within the deadline of \(limit.unitText)"
    case .queueExpired(let limit): "it waited for its turn for longer than \(limit.unitText)"
    case .noAnswer: "the server closed the connection without an answer"
    case .truncated(let received, let expected?):
      "the body ended after \(received) of \(expected) bytes"
    case .truncated(let received, nil): "the answer broke off after \(received) bytes"
    case .protocolViolation(let detail): "the answer is not valid HTTP: \(detail)"
    case .redirectLimit(let limit): "more than \(limit) redirects"
    case .redirectForbidden(let target, let why): "redirect to \"\(target)\" refused: \(why)"
    case .bodyTooLarge(let limit): "the body is larger than \(limit) bytes"
    case .bomb(let ratio): "the body grows more than \(ratio)-fold when it is decoded, like a bomb"
    case .contentEncoding(let detail): "cannot decode the body: \(detail)"
    case .proxyRefused(let status): "the proxy refused the connection with status \(status)"
    case .addressForbidden(let host, let why): "\"\(host)\" is not connected to: \(why)"
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
