import NIOCore
import WirelineCore
internal import WirelineRequests

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
  /// Whether a server has once handed it back without a look, RFC 9113 §8.7.
  var wasRefused = false
  private(set) var head: ResponseHead?
  /// Nil once it has been told how this ended.
  private var receiver: (any AttemptReceiver)?
  private var sink: (any ResponseSink)?
  private var decoder: BodyDecoder?
  /// Of a head that is not whole yet.
  var headBytes = 0
  private var receivedBytes = 0
  private var bodyBytes = 0
  private var firstByte = NIODeadline.uptimeNanoseconds(0)

  init(_ request: RequestAttempt, for receiver: any AttemptReceiver) {
    self.request = request
    self.receiver = receiver
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

  var isFinished: Bool { receiver == nil }
  var hasBegunAnswer: Bool { head != nil }
  /// Whether it may be sent again because a pooled connection was lost.
  var isReplayable: Bool { RequestSpecification.isIdempotent(request.method, request.headers) }

  func receive(_ head: ResponseHead) throws(RequestError.Reason) {
    firstByte = .now()
    self.head = head
    decoder = try BodyDecoder.decoder(for: head, request: request)
    sink = receiver?.accept(head)
  }

  func receive(_ bytes: UnsafeRawBufferPointer) throws(RequestError.Reason) {
    receivedBytes += bytes.count
    if let decoder {
      try decoder.decode(bytes) { piece throws(RequestError.Reason) in try deliver(piece) }
    } else {
      try deliver(bytes)
    }
  }

  private func deliver(_ bytes: UnsafeRawBufferPointer) throws(RequestError.Reason) {
    bodyBytes += bytes.count
    do throws(RequestError) {
      try sink?.receive(bytes)
    } catch {
      throw error.reason
    }
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
    receiver.take()?.finish(result)
  }

  /// What it means that the connection ended now.
  var truncation: RequestError.Reason {
    guard let head else {
      return headBytes == 0 ? .noAnswer : .truncated(received: headBytes, expected: nil)
    }
    return .truncated(
      received: receivedBytes, expected: head.headers["Content-Length"].flatMap { Int($0) })
  }
}
