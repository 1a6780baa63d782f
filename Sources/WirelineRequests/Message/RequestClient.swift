/// The seam between deciding and doing: one attempt of one request over the
/// network. The executor knows nothing else of sockets, and a test counts calls
/// by passing a client of its own.
package protocol RequestClient: Sendable {
  /// Sends the request and tells the receiver of the answer, on the client's
  /// own thread.
  func start(_ request: RequestAttempt, for receiver: any AttemptReceiver)

  /// Starts to resolve the host name of a URL. Called on the client's own thread before an attempt,
  /// so that names that nobody resolves do not use up its slot.
  ///
  /// - Parameter ready: called once when the look-up has ended, however it ended, unless the result
  ///   is true.
  /// - Returns: whether an attempt would not have to wait for a name.
  func prepare(_ url: RequestURL, ready: @escaping @Sendable () -> Void) -> Bool

  /// Runs the body on the client's own thread, soon.
  func perform(_ body: @escaping @Sendable () -> Void)

  /// Runs the body on the client's own thread after a wait.
  func schedule(after wait: Duration, _ body: @escaping @Sendable () -> Void)
}

extension RequestClient {
  package func prepare(_ url: RequestURL, ready: @escaping @Sendable () -> Void) -> Bool { true }
}

/// Who asked for an attempt. Called on the client's own thread.
package protocol AttemptReceiver: AnyObject, Sendable {
  /// The final head is here, and nothing of the body yet; called at most once.
  /// Returns who takes the body.
  func accept(_ head: ResponseHead) -> any ResponseSink

  /// The last byte has come, or none will; called exactly once.
  func finish(_ result: Result<AttemptResult, RequestError>)
}

/// One attempt, ready to go out.
package struct RequestAttempt: Sendable {
  package var method: String
  package var url: RequestURL
  package var headers: HeaderFields
  package var body: RequestBody
  package var limits: AttemptLimits

  package init(
    method: String, url: RequestURL, headers: HeaderFields, body: RequestBody,
    limits: AttemptLimits
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.limits = limits
  }
}

/// What one attempt may take.
package struct AttemptLimits: Sendable, Equatable {
  /// Name look-up, connection and TLS together.
  package var connectTimeout: Duration
  /// The part of `connectTimeout` that the name look-up has used before the attempt.
  package var nameWait = Duration.zero
  /// The longest silence in either direction.
  package var silenceTimeout: Duration
  /// One attempt in all; nil is no limit.
  package var maximumTime: Duration?
  /// What is left of the time for all attempts, and what it was at first.
  package var deadline: (left: Duration, total: Duration)?

  package init(
    connectTimeout: Duration = .seconds(10), silenceTimeout: Duration = .seconds(30),
    maximumTime: Duration? = nil
  ) {
    self.connectTimeout = connectTimeout
    self.silenceTimeout = silenceTimeout
    self.maximumTime = maximumTime
  }

  package static func == (one: AttemptLimits, other: AttemptLimits) -> Bool {
    one.connectTimeout == other.connectTimeout && one.nameWait == other.nameWait
      && one.silenceTimeout == other.silenceTimeout
      && one.maximumTime == other.maximumTime && one.deadline?.left == other.deadline?.left
      && one.deadline?.total == other.deadline?.total
  }
}

/// The status line and header section of an answer.
package struct ResponseHead: Sendable, Equatable {
  /// 100…999.
  package var status: Int
  /// `1.0`, `1.1` or `2`.
  package var httpVersion: String
  package var headers: HeaderFields

  package init(status: Int, httpVersion: String = "1.1", headers: HeaderFields = [:]) {
    self.status = status
    self.httpVersion = httpVersion
    self.headers = headers
  }
}

/// What an attempt that reached the end of an answer leaves behind.
package struct AttemptResult: Sendable {
  package var head: ResponseHead
  /// Length of the body after decoding.
  package var bodyBytes: Int
  /// From the start of the attempt to the first byte of the answer.
  package var firstByte: Duration

  package init(head: ResponseHead, bodyBytes: Int, firstByte: Duration) {
    self.head = head
    self.bodyBytes = bodyBytes
    self.firstByte = firstByte
  }
}

/// Takes the body of an answer, decoded, piece by piece and in order.
///
/// Called on the client's own thread only, one call at a time. A sink that
/// takes its time holds back the sender, which is all the flow control there is.
package protocol ResponseSink: AnyObject, Sendable {
  func receive(_ bytes: UnsafeRawBufferPointer) throws(RequestError)
}
