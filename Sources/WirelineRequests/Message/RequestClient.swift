package import WirelineCore

/// Performs one attempt of a request over the network. Tests replace it.
package protocol RequestClient: Sendable {
  func start(_ request: consuming RequestAttempt, for receiver: any AttemptReceiver)

  /// Starts to resolve the host name of a URL. Called on the client's thread before an attempt, so
  /// that a slow name server does not occupy a job.
  ///
  /// - Parameter ready: called once when the lookup has ended, unless the result is true.
  /// - Returns: whether an attempt would not have to wait for a name.
  func prepare(_ url: RequestURL, ready: @autoclosure () -> @Sendable () -> Void) -> Bool

  func perform(_ body: @escaping @Sendable () -> Void)

  func schedule(after wait: Duration, _ body: @escaping @Sendable () -> Void)
}

extension RequestClient {
  package func prepare(_ url: RequestURL, ready: @autoclosure () -> @Sendable () -> Void) -> Bool {
    true
  }
}

/// Receives the response of an attempt. Called on the client's thread.
package protocol AttemptReceiver: AnyObject, Sendable {
  /// Whether a byte of the body has reached a consumer who cannot take it back.
  var hasDelivered: Bool { get }

  /// Called when the final head has been received. Returns the consumer of the body. Called again
  /// only if nothing was delivered, when the request had to be sent on another connection.
  ///
  /// - Parameter timing: returns the course of the attempt so far, if known.
  func accept(_ head: ResponseHead, timing: () -> RequestTiming?) -> any ResponseSink

  func finish(_ result: Result<AttemptResult, RequestError>)
}

package struct RequestAttempt: Sendable {
  package var method: String
  package var url: RequestURL
  package var headers: HeaderFields
  package var body: RequestBody
  /// Whether the user has removed the Host field.
  package let omitsHost: Bool
  /// Whether the user asks for the chunked transfer coding.
  package private(set) var isChunked = false
  package var usesHTTP10 = false
  package var limits: AttemptLimits
  /// Counts the body for the progress of the run.
  package var transfers: TransferMeter?

  package init(_ request: RequestSpecification, _ limits: AttemptLimits = AttemptLimits()) {
    method = request.method
    url = request.url
    headers = request.headers
    body = request.body
    // A record describes no framing.
    if body != .none, request.ref == nil {
      isChunked = request.headers["Transfer-Encoding"]?.lowercased() == "chunked"
    }
    omitsHost = request.suppressedHeaders.contains { $0.isSameFieldName(as: "Host") }
    self.limits = limits
  }
}

package struct AttemptLimits: Sendable {
  /// Name lookup, connection and TLS handshake together.
  package var connectTimeout = Duration.seconds(10)
  /// The part of `connectTimeout` that the name lookup has already used.
  package var nameWait = Duration.zero
  /// The maximum time without progress in either direction.
  package var idleTimeout = Duration.seconds(30)
  package var maximumTime: Duration?
  /// The time left for all attempts, and the original limit.
  package var deadline: (left: Duration, total: Duration)?

  package init() {}
}

/// The result of an attempt that received a complete response.
package struct AttemptResult: Sendable {
  package var head: ResponseHead
  package var bodyBytes: Int
  /// The time from the start of the attempt to the first byte of the response.
  package var firstByte: Duration
  package var timing: RequestTiming?

  package init(head: ResponseHead, bodyBytes: Int, firstByte: Duration) {
    self.head = head
    self.bodyBytes = bodyBytes
    self.firstByte = firstByte
  }
}

/// Observes requests and their responses. Called on the client's thread.
package protocol ExchangeObserver: Sendable {
  /// The number of body bytes to report per response.
  var bodyBytes: Int { get }

  func willSend(_ request: RequestAttempt, in context: AttemptContext)

  /// Called before the body is consumed.
  func willReceive(_ head: ResponseHead, from url: RequestURL, in context: AttemptContext)

  /// - Parameters:
  ///   - body: the first decoded bytes, at most `bodyBytes`.
  ///   - total: the length of the whole body in bytes.
  func didReceive(
    _ head: ResponseHead, from url: RequestURL, body: [UInt8], total: Int,
    in context: AttemptContext
  )

  func didFail(_ error: RequestError, for url: RequestURL, in context: AttemptContext)

  func willRetry(_ retry: PlannedRetry, in context: AttemptContext)

  /// Called when no request is sent to a host for a time, because its announced limit is used up.
  func willPause(_ host: String, for wait: Duration)
}

package struct PlannedRetry: Sendable, Equatable {
  package var url: RequestURL
  package var wait: Duration
  /// The number of the retry, starting at 1, and the maximum.
  package var number: Int
  package var limit: Int
  /// The failure, without the URL: `connection refused`.
  package var cause: String
}

extension ExchangeObserver {
  package var bodyBytes: Int { 0 }

  package func willSend(_ request: RequestAttempt, in context: AttemptContext) {}

  package func willReceive(
    _ head: ResponseHead, from url: RequestURL, in context: AttemptContext
  ) {}

  package func didReceive(
    _ head: ResponseHead, from url: RequestURL, body: [UInt8], total: Int,
    in context: AttemptContext
  ) {}

  package func didFail(_ error: RequestError, for url: RequestURL, in context: AttemptContext) {}

  package func willRetry(_ retry: PlannedRetry, in context: AttemptContext) {}

  package func willPause(_ host: String, for wait: Duration) {}
}

/// The attempt that an event belongs to.
package struct AttemptContext: Sendable, Equatable {
  /// The reference to the input item, as JSON; nil for a request from the command line.
  package var ref: [UInt8]?
  package var attempt: Int
  /// The course of an attempt that received a head, if known.
  package var timing: RequestTiming?
  /// Whether nothing was sent, because a cassette provided the response.
  package var isReplayed = false

  package init(ref: [UInt8]?, attempt: Int) {
    self.ref = ref
    self.attempt = attempt
  }
}
