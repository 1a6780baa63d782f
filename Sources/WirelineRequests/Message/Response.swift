internal import Synchronization
internal import WirelineCore

package struct Response: Sendable {
  package enum Body: Sendable, Equatable {
    case bytes([UInt8])
    case file(path: String)
    case delivered

    package var bytesInMemory: Int { if case .bytes(let bytes) = self { bytes.count } else { 0 } }
  }

  package enum Source: String, Sendable {
    case network, joined, cache, revalidated, stale, replay
  }

  package struct Redirect: Sendable, Equatable {
    package var status: Int
    package var url: String

    package init(status: Int, url: String) {
      self.status = status
      self.url = url
    }
  }

  package var head: ResponseHead
  /// The final URL after redirects, without credentials.
  package var url: RequestURL
  package var body: Body
  package var bodyBytes: Int
  package var attempts: Int
  package var source: Source
  package var redirects: [Redirect]
  /// The time when the host admits requests again, in seconds since 1970, if it has refused this
  /// one and that is too long to wait for; nil for others.
  package var retryAt: Int?
  /// The age of a stored response in seconds; nil for others.
  package var age: Int?
  package var elapsed: Duration
  package var firstByte: Duration
  /// The method of the last request, which a redirect may change; nil if it is not known.
  package var method: String?
  /// The times of the request; nil if the response does not come from the network.
  package var timing: RequestTiming?

  package init(
    head: ResponseHead, url: RequestURL, body: Body, bodyBytes: Int, attempts: Int = 1,
    source: Source = .network, redirects: [Redirect] = [], elapsed: Duration = .zero,
    firstByte: Duration = .zero
  ) {
    self.head = head
    self.url = url
    self.body = body
    self.bodyBytes = bodyBytes
    self.attempts = attempts
    self.source = source
    self.redirects = redirects
    self.elapsed = elapsed
    self.firstByte = firstByte
  }

  package var status: Int { head.status }

  package var isSuccess: Bool { (200..<300).contains(status) }
}

/// The status line and header section of a response.
package struct ResponseHead: Sendable, Equatable {
  package var status: Int
  /// `1.0`, `1.1` or `2`.
  package var httpVersion: String
  package var headers: HeaderFields
  /// The reason phrase; empty without one and with HTTP/2.
  package var reason = ""
  /// The heads before this one on its connection: interim responses (1xx), and the response of a
  /// proxy to CONNECT.
  package var preceding: [ResponseHead] = []

  package init(status: Int, httpVersion: String = "1.1", headers: HeaderFields = [:]) {
    self.status = status
    self.httpVersion = httpVersion
    self.headers = headers
  }

  /// The value of `Content-Length` in bytes; nil if it is absent or invalid.
  package var contentLength: Int? { headers["Content-Length"].flatMap { Int(digits: $0) } }

  /// The preceding heads and this one in HTTP/1.1 format.
  package var fullText: String { preceding.map(\.text).joined() + text }

  /// The head in HTTP/1.1 format.
  package var text: String {
    // As curl prints it: HTTP/2 has no reason phrase, but a space before it.
    let end = reason.isEmpty && httpVersion.hasPrefix("1") ? "" : " " + reason
    return headers.fields.reduce(into: "HTTP/\(httpVersion) \(status)\(end)\r\n") {
      $0 += "\($1.name): \($1.value)\r\n"
    } + "\r\n"
  }
}

/// Consumes the decoded body of a response in chunks.
///
/// Called on the client's thread, one call at a time. A slow sink holds back the sender; there is
/// no other flow control.
package protocol ResponseSink: AnyObject, Sendable {
  func receive(_ bytes: UnsafeRawBufferPointer) throws(RequestError)

  /// Whether a byte has reached a consumer who cannot take it back.
  var hasDelivered: Bool { get }

  /// Whether the exchange may end without the body.
  ///
  /// - Parameter isKeptAlive: whether the connection can serve another request after the body.
  func ignoresBody(isKeptAlive: Bool) -> Bool
}

extension ResponseSink {
  package var hasDelivered: Bool { false }

  package func ignoresBody(isKeptAlive: Bool) -> Bool { false }
}

/// The destination of the final response's body.
package enum BodyDestination: Sendable {
  /// In memory; `limit` in bytes, nil for no limit.
  case memory(limit: Int?)
  /// Into a file that is replaced atomically. The body of an error response (status 400 and above)
  /// is kept in memory instead, up to `errorLimit` bytes, and the file is unchanged; with nil it is
  /// written to the file too. `isPrivate` restricts access to the owner, for requests with
  /// credentials.
  case file(path: String, limit: Int?, errorLimit: Int?, isPrivate: Bool = false)
  /// To a sink that is created for each response from its head. Its input counts only if the
  /// response is the final one. An attempt whose sink has delivered a byte is the last one.
  case sink(@Sendable (ResponseHead) -> any ResponseSink)

  package var isFile: Bool { if case .file = self { true } else { false } }
}

/// Passes the bytes of a body to a function.
package final class BlockSink: ResponseSink {
  package typealias Receive = @Sendable (UnsafeRawBufferPointer) throws(RequestError) -> Void
  private let body: Receive
  private let delivered: @Sendable () -> Bool

  /// - Parameter hasDelivered: see `ResponseSink`.
  package init(
    hasDelivered: @escaping @Sendable () -> Bool = { false }, _ body: @escaping Receive
  ) {
    delivered = hasDelivered
    self.body = body
  }

  package var hasDelivered: Bool { delivered() }

  package func receive(_ bytes: UnsafeRawBufferPointer) throws(RequestError) { try body(bytes) }
}

/// Discards the body of an intermediate response. Reads a short body to its end, so that the
/// connection can be reused, and cancels a long one, or one after which it cannot be reused.
package final class DiscardSink: ResponseSink {
  private let limit: Int
  private let discarded = Mutex(0)

  /// - Parameter limit: the length of a short body in bytes; 0 ends the exchange at its head.
  package init(limit: Int = 64 * 1024) { self.limit = limit }

  package func ignoresBody(isKeptAlive: Bool) -> Bool { !isKeptAlive || limit == 0 }

  package func receive(_ bytes: UnsafeRawBufferPointer) throws(RequestError) {
    let total = discarded.withLock { count in
      count += bytes.count
      return count
    }
    if total > limit { throw RequestError(.cancelled) }
  }
}
