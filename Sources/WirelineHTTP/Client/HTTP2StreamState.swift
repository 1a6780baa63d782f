import NIOHPACK
import NIOHTTP2
import WirelineRequests

/// A stream with one request and its response, RFC 9113 §5.1 and §8.1: frames in, the next step
/// out. Performs no I/O.
///
/// The library has already rejected frames that the connection does not permit. What remains is
/// the order of the frames of a response, its length, and our own flow-control window.
struct HTTP2StreamState {
  /// The end of a stream.
  enum End: Equatable {
    /// With the last byte of the response.
    case complete
    /// Without the rest of the response, or without any.
    case truncated
    /// The server reset the stream before the head; the name of the error code.
    case reset(String)
    /// With an error of the server; the code is sent to it, unless the stream is closed already.
    case fail(RequestError.Reason, HTTP2ErrorCode?)
    /// The request is sent again, outside the retries: the server has not processed it, or it is
    /// idempotent and another stream may have ended the connection.
    case resend(Resend)
  }

  enum Resend: Equatable {
    case again
    /// Alone on a connection: its response may have caused the error that ended this one.
    case alone
    /// The server processes as many streams as are open now.
    case whenOthersEnd
    case overHTTP1
  }

  /// The cause of the end of all streams of a connection.
  enum Loss: Equatable {
    /// The connection was closed.
    case closed
    /// The server violated the protocol, on a stream if that is known.
    case violation(RequestError.Reason, HTTP2StreamID?)
  }

  /// Properties of the exchange that decide whether it may be sent again.
  struct Exchange: Equatable {
    var isIdempotent = true
    /// Whether the connection had served other exchanges before.
    var isReused = false
    /// Whether nothing of the response has been used.
    var mayRestart = true
    /// Whether it has already been sent again.
    var wasResent = false
  }

  private let isHead: Bool
  private(set) var hasHead = false
  /// Whether DATA frames of the response are ignored.
  private var isBodyless = false
  /// Body bytes received, and the announced number.
  private var received = 0
  private var expected: Int?
  private var interim = InterimResponses()
  private var pendingCredit = 0

  /// The flow-control window of a stream in bytes: the bandwidth-delay product of a fast line to a
  /// far server. Data is consumed as it arrives, so the window costs no memory.
  static let window = 16 << 20

  init(method: String) { isHead = method == "HEAD" }

  /// Handles a header section.
  ///
  /// - Returns: the final head; nil for an interim response or trailer fields.
  mutating func receive(
    _ fields: HPACKHeaders, isLast: Bool
  ) throws(RequestError.Reason) -> ResponseHead? {
    if hasHead {
      // Trailer fields, which are ignored, end the stream.
      if !isLast { throw .protocolViolation("a second head") }
      return nil
    }
    let head = try HTTP2Head.response(fields)
    if (100..<200).contains(head.status) {
      if isLast { throw .protocolViolation("the response ends with an interim response") }
      try interim.add(head)
      return nil
    }
    isBodyless = MessageFraming.isBodyless(head, isHead: isHead)
    if !isBodyless {
      for value in head.headers.values(of: "Content-Length") {
        expected = try MessageFraming.length(value, after: expected)
      }
    }
    hasHead = true
    return interim.completed(head)
  }

  /// Handles body bytes.
  ///
  /// - Returns: whether they belong to the response.
  mutating func receive(bytes: Int) throws(RequestError.Reason) -> Bool {
    guard hasHead else { throw .protocolViolation("body without a head") }
    if isBodyless { return false }
    received += bytes
    if let expected, received > expected {
      throw .protocolViolation("the body is longer than its Content-Length")
    }
    return bytes > 0
  }

  /// The bytes to extend the window by after a DATA frame; nil until they justify a frame.
  mutating func credit(for bytes: Int) -> Int? {
    pendingCredit += bytes
    // Not for each DATA frame, which would double the number of frames.
    guard pendingCredit >= Self.window / 2 else { return nil }
    defer { pendingCredit = 0 }
    return pendingCredit
  }

  /// The end after a frame with END_STREAM.
  var end: End { hasHead && (expected ?? received) == received ? .complete : .truncated }

  /// The end after RST_STREAM.
  func end(after code: HTTP2ErrorCode) -> End {
    switch code {
    // RFC 9113 §8.7: the server has not processed the request, whatever its method.
    case .refusedStream: .resend(.whenOthersEnd)
    case .http11Required: .resend(.overHTTP1)
    case .cancel, .internalError, .noError, .connectError:
      hasHead ? .truncated : .reset(code.name)
    default: .fail(.protocolViolation("the server reset the stream with \(code.name)"), nil)
    }
  }

  /// The end after the loss of the connection.
  ///
  /// - Parameters:
  ///   - id: of this stream.
  ///   - others: the other open streams of the connection.
  func end(
    after loss: Loss, id: HTTP2StreamID, others: Set<HTTP2StreamID>, of exchange: Exchange
  ) -> End {
    let mayResend = exchange.isIdempotent && exchange.mayRestart
    switch loss {
    case .closed:
      // RFC 9112 §9.3.1: the server may have closed a connection that was idle.
      guard mayResend, !others.isEmpty || exchange.isReused && !hasHead else { return .truncated }
      return .resend(exchange.wasResent ? .alone : .again)
    case .violation(let reason, let culprit):
      // The first frames of a connection are no response to the only request so far.
      let isCulprit = culprit == nil && others.isEmpty && (exchange.wasResent || !mayResend)
      if culprit == id || isCulprit { return .fail(reason, nil) }
      guard mayResend else { return .truncated }
      return .resend(culprit.map { others.contains($0) } == true ? .again : .alone)
    }
  }
}

extension RequestError.Reason {
  /// The error code for a server whose response is not read further.
  var resetCode: HTTP2ErrorCode {
    if case .protocolViolation = self { .protocolError } else { .cancel }
  }
}

extension HTTP2ErrorCode {
  /// The name in RFC 9113 §7, such as `INTERNAL_ERROR`.
  var name: String {
    let names = [
      "NO_ERROR", "PROTOCOL_ERROR", "INTERNAL_ERROR", "FLOW_CONTROL_ERROR", "SETTINGS_TIMEOUT",
      "STREAM_CLOSED", "FRAME_SIZE_ERROR", "REFUSED_STREAM", "CANCEL", "COMPRESSION_ERROR",
      "CONNECT_ERROR", "ENHANCE_YOUR_CALM", "INADEQUATE_SECURITY", "HTTP_1_1_REQUIRED",
    ]
    return networkCode < names.count ? names[networkCode] : "error code \(networkCode)"
  }
}

/// Decides which streams of a connection may be open at the same time.
///
/// Most servers announce a limit, which the library observes. Others refuse streams above a limit
/// of their own: as many are open from then on, and one more after each full round of responses.
struct HTTP2Admission: Equatable {
  private(set) var active = 0
  private(set) var limit = Int.max
  private var completed = 0
  private var isAloneActive = false

  /// - Parameter isAlone: whether the exchange must be the only one of its connection.
  func admits(isAlone: Bool) -> Bool {
    active < limit && !isAloneActive && (!isAlone || active == 0)
  }

  mutating func begin(isAlone: Bool) {
    active += 1
    isAloneActive = isAlone
  }

  mutating func end(_ end: HTTP2StreamState.End) {
    active -= 1
    isAloneActive = false
    switch end {
    case .resend(.whenOthersEnd):
      limit = max(active, 1)
      completed = 0
    case .complete where limit < .max:
      completed += 1
      if completed >= limit { (limit, completed) = (limit + 1, 0) }
    default: break
    }
  }
}
