package import WirelineCore

/// The failure of a request.
package struct RequestError: Error, Sendable, Equatable {
  package var reason: Reason
  /// Whether the server may have received part of the request. If not, even a POST can be repeated.
  package var isRequestSent: Bool
  package var attempts: Int
  /// The message with its secrets masked; nil if it contains none.
  var maskedMessage: String?

  package init(_ reason: Reason, isRequestSent: Bool = false, attempts: Int = 1) {
    self.reason = reason
    self.isRequestSent = isRequestSent
    self.attempts = attempts
  }

  package enum Reason: Error, Sendable, Equatable {
    /// The name does not resolve; `isTemporary` if the resolver failed.
    case nameNotResolved(host: String, isTemporary: Bool, detail: String)
    case connect(address: String, detail: String)
    /// No process listens at the address, or the socket file does not exist.
    case connectionRefused(address: String, detail: String = "connection refused")
    case tlsIdentity(host: String, detail: String)
    /// The server's public key is not one of those that the user requires.
    case keyNotPinned(host: String)
    case tlsHandshake(host: String, detail: String)
    /// Nothing was transferred for this long, or an attempt exceeded its time limit; `phase`
    /// names what was expected.
    case timeout(Duration, phase: String)
    case deadline(Duration)
    case queueExpired(Duration)
    case noResponse
    /// The server reset the stream of the request (HTTP/2) before a response; the name of the error
    /// code.
    case reset(String)
    case truncated(received: Int, expected: Int?)
    case protocolViolation(String, as: ErrorRecord.Distinction? = nil)
    case redirectLimit(Int)
    case redirectForbidden(to: String, why: String)
    case bodyTooLarge(limit: Int)
    /// The decoded body is suspiciously large.
    case bomb(ratio: Int)
    case contentEncoding(String)
    case proxyRefused(status: Int)
    case addressForbidden(host: String, why: String)
    case replayMiss(method: String, url: String)
    /// The failure that a cassette contains for the request.
    indirect case recorded(ErrorRecord)
    /// Network access is disabled, and the cache does not contain a response.
    case offline(url: String, why: String)
    case quotaExhausted(why: String, retryAt: Int?)
    /// The request names a credential that is unknown or not allowed for its URL.
    case credentialRefused(name: String, why: String)
    /// The command that prints the token has failed.
    case tokenCommand(String)
    case readFailed(path: String, detail: String)
    case writeFailed(path: String, detail: String)
    /// The consumer of the body stopped reading.
    case cancelled
  }

  package var message: String { maskedMessage ?? reason.message }
}

extension RequestError.Reason {
  var message: String {
    switch self {
    case .nameNotResolved(let host, _, let detail): "cannot resolve \"\(host)\": \(detail)"
    case .connect(let address, let detail): "cannot connect to \(address): \(detail)"
    case .connectionRefused(let address, let detail): "cannot connect to \(address): \(detail)"
    case .tlsIdentity(let host, let detail): "cannot verify \"\(host)\": \(detail)"
    case .keyNotPinned(let host): "the public key of \"\(host)\" is not pinned"
    case .tlsHandshake(let host, let detail): "TLS handshake with \"\(host)\" failed: \(detail)"
    case .timeout(let limit, let phase): "no \(phase) within \(limit.unitText)"
    case .deadline(let limit): "not finished within the deadline of \(limit.unitText)"
    case .queueExpired(let limit): "queued for longer than \(limit.unitText)"
    case .noResponse: "the server closed the connection without a response"
    case .reset(let code): "the server reset the stream without a response: \(code)"
    case .truncated(let received, let expected?):
      "the body ended after \(received) of \(expected) bytes"
    case .truncated(let received, nil): "the response ended after \(received) bytes"
    case .protocolViolation(let detail, _): "the response is not valid HTTP: \(detail)"
    case .redirectLimit(let limit): "more than \(limit) redirects"
    case .redirectForbidden(let target, let why): "redirect to \"\(target)\" refused: \(why)"
    case .bodyTooLarge(let limit): "the body is larger than --max-body \(limit)"
    case .bomb(let ratio):
      "the body expands more than \(ratio)-fold when decoded, like a decompression bomb"
    case .contentEncoding(let detail): "cannot decode the body: \(detail)"
    case .proxyRefused(let status): "the proxy refused the connection with status \(status)"
    case .addressForbidden(let host, let why): "connection to \"\(host)\" denied: \(why)"
    case .recorded(let record): record.message
    case .replayMiss(let method, let url): "not in the replay file: \(method) \(url)"
    case .offline(let url, let why): "\(why): \"\(url)\""
    case .quotaExhausted(let why, _): why
    case .credentialRefused(let name, let why): "the credential \"\(name)\" \(why)"
    case .tokenCommand(let detail): "--token-command failed: \(detail)"
    case .readFailed(let path, let detail): "cannot read \"\(path)\": \(detail)"
    case .writeFailed(let path, let detail): "cannot write \"\(path)\": \(detail)"
    case .cancelled: "cancelled"
    }
  }
}

extension RequestError.Reason {
  /// The message without the address, for a line that announces a retry.
  package var cause: String {
    switch self {
    case .connect(_, let detail), .connectionRefused(_, let detail): detail
    default: message
    }
  }
}
