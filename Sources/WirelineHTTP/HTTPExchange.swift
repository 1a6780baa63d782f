import NIOCore
import NIOHTTP1
import WirelineCore

/// One request and its answer on a connection. On the loop from start to end.
final class HTTPExchange {
  let request: RequestAttempt
  let started = NIODeadline.now()
  /// When the attempt is over, and what to say then.
  let end: (at: NIODeadline, reason: RequestError.Reason)?
  /// Whether a byte of the request may have left.
  var isSent = false
  /// Whether the whole request has left.
  var isUploaded = false
  private(set) var head: ResponseHead?
  private let accept: @Sendable (ResponseHead) -> any ResponseSink
  private var completion: (@Sendable (Result<AttemptResult, RequestError>) -> Void)?
  private var sink: (any ResponseSink)?
  private var decoder: BodyDecoder?
  private var receivedBytes = 0
  private var bodyBytes = 0
  private var firstByte = NIODeadline.uptimeNanoseconds(0)

  init(
    _ request: RequestAttempt, accept: @escaping @Sendable (ResponseHead) -> any ResponseSink,
    completion: @escaping @Sendable (Result<AttemptResult, RequestError>) -> Void
  ) {
    self.request = request
    self.accept = accept
    self.completion = completion
    end = Self.end(of: request.limits, from: started)
  }

  private static func end(
    of limits: AttemptLimits, from start: NIODeadline
  ) -> (NIODeadline, RequestError.Reason)? {
    let attempt = limits.maximumTime.map {
      (start + TimeAmount($0), RequestError.Reason.timeout($0, phase: "end of the answer"))
    }
    let all = limits.deadline.map {
      (start + TimeAmount($0.left), RequestError.Reason.deadline($0.total))
    }
    guard let attempt, let all else { return attempt ?? all }
    return attempt.0 < all.0 ? attempt : all
  }

  var isFinished: Bool { completion == nil }
  var hasBegunAnswer: Bool { head != nil }

  func receive(_ head: HTTPResponseHead) throws(RequestError.Reason) {
    firstByte = .now()
    let answer = ResponseHead(
      status: Int(head.status.code),
      httpVersion: "\(head.version.major).\(head.version.minor)",
      headers: HeaderFields(head.headers.map { HeaderFields.Field(name: $0.name, value: $0.value) })
    )
    self.head = answer
    decoder = try BodyDecoder(for: answer, request: request)
    sink = accept(answer)
  }

  func receive(_ buffer: ByteBuffer) throws(RequestError.Reason) {
    receivedBytes += buffer.readableBytes
    if let decoder {
      let pieces = try decoder.decode(buffer)
      for piece in pieces { try deliver(piece) }
    } else {
      try deliver(buffer)
    }
  }

  private func deliver(_ buffer: ByteBuffer) throws(RequestError.Reason) {
    bodyBytes += buffer.readableBytes
    let failure: RequestError? = buffer.withUnsafeReadableBytes { bytes in
      do throws(RequestError) {
        try sink?.receive(bytes)
        return nil
      } catch {
        return error
      }
    }
    if let failure { throw failure.reason }
  }

  /// The answer is whole.
  func complete() {
    do throws(RequestError.Reason) {
      try decoder?.finish()
      succeed()
    } catch {
      fail(error)
    }
  }

  /// Ends well with what has come so far.
  func succeed() {
    guard let head else { return fail(.protocolViolation("a body without a head")) }
    finish(
      .success(
        AttemptResult(head: head, bodyBytes: bodyBytes, firstByte: Duration(firstByte - started))))
  }

  func fail(_ reason: RequestError.Reason) {
    // A sink that has had enough ends the exchange, not the request.
    if reason == .cancelled { return succeed() }
    finish(.failure(RequestError(reason, isRequestSent: isSent)))
  }

  func finish(_ result: Result<AttemptResult, RequestError>) {
    sink = nil
    completion.take()?(result)
  }

  /// What it means that the connection ended now.
  var truncation: RequestError.Reason {
    guard let head else { return .truncated(received: 0, expected: nil) }
    return .truncated(
      received: receivedBytes, expected: head.headers["Content-Length"].flatMap { Int($0) })
  }
}
