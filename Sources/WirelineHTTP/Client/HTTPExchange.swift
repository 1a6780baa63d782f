import NIOCore
import WirelineCore
import WirelineRequests

/// One request and its response on a connection. Runs on the loop.
final class HTTPExchange {
  let request: RequestAttempt
  let started = NIODeadline.now()
  /// The deadline of the attempt, and the reason to report then.
  let end: (at: NIODeadline, reason: RequestError.Reason)?
  /// Whether the body that is sent has to be read first.
  var waitsForInput = false
  /// Whether a byte of the request may have been sent.
  var isSent = false
  var isUploaded = false {
    didSet { if isUploaded, timing?.isDetailed == true { requestSent = .now() } }
  }
  /// The cost of sending it again for reasons that do not count as failures of the request.
  private var resendCost = 0
  /// Whether it must be the only exchange of its HTTP/2 connection: its response may have ended
  /// one with others.
  private(set) var runsAlone = false
  private(set) var head: ResponseHead?
  private var receiver: (any AttemptReceiver)?
  private var sink: (any ResponseSink)?
  private var decoders: [BoundedDecompressor] = []
  /// The bytes received of an incomplete head.
  var headBytes = 0
  private var receivedBytes = 0
  private var bodyBytes = 0
  private var firstByte = NIODeadline.uptimeNanoseconds(0)
  private var upload: TransferMeter.Transfer?
  private var requestSent: NIODeadline?
  private var timing: ConnectionTiming?
  private var isReused = false
  /// The limit of the download rate; nil without one.
  var downloadLimit: DownloadLimit?

  init(_ request: RequestAttempt, for receiver: any AttemptReceiver) {
    self.request = request
    self.receiver = receiver
    end = Self.end(of: request.limits, from: started)
  }

  private static func end(
    of limits: AttemptLimits, from start: NIODeadline
  ) -> (NIODeadline, RequestError.Reason)? {
    let attempt = limits.maximumTime.map {
      (start + TimeAmount($0), RequestError.Reason.timeout($0, phase: "complete response"))
    }
    let all = limits.deadline.map {
      (start + TimeAmount($0.left), RequestError.Reason.deadline($0.total))
    }
    guard let attempt, let all else { return attempt ?? all }
    return attempt.0 <= all.0 ? attempt : all
  }

  var isFinished: Bool { receiver == nil }
  var hasHead: Bool { head != nil }
  var isReplayable: Bool { RequestSpecification.isIdempotent(request.method, request.headers) }
  /// Whether nothing of the response has been used: neither a byte of the body, which a consumer
  /// cannot take back, nor a head that asks for another request.
  var mayRestart: Bool {
    guard let head else { return true }
    return (200..<300).contains(head.status) && receiver?.hasDelivered == false
  }

  /// Enough for a server that refuses nine of ten streams at random, and for four lost connections.
  private static let maximumResendCost = 20

  var wasResent: Bool { resendCost > 0 }

  /// Forgets the response so far, to be sent again.
  ///
  /// - Parameters:
  ///   - cost: the part of `maximumResendCost` that this uses up.
  ///   - isAlone: whether it must be the only exchange of its connection from now on.
  /// - Returns: false if it was sent too often.
  func restart(cost: Int, isAlone: Bool) -> Bool {
    isSent = false
    resendCost += cost
    guard resendCost <= Self.maximumResendCost else { return false }
    if isAlone { runsAlone = true }
    (head, decoders, sink) = (nil, [], nil)
    (headBytes, receivedBytes, bodyBytes) = (0, 0, 0)
    isUploaded = false
    upload = nil
    return true
  }

  func beginUpload(_ length: Int?) {
    guard let length, length > 0 else { return }
    upload = request.transfers?.begin(request.url.lastName, total: length, isUpload: true)
  }

  func didSend(_ bytes: Int) { upload?.add(bytes) }

  func begin(on timing: ConnectionTiming, isReused: Bool) {
    self.timing = timing
    self.isReused = isReused
  }

  /// - Parameter isKeptAlive: whether the connection can serve another request after the body.
  func receive(_ head: ResponseHead, isKeptAlive: Bool) throws(RequestError.Reason) {
    firstByte = .now()
    var head = head
    if !isReused, let proxyHead = timing?.proxyHead { head.preceding.insert(proxyHead, at: 0) }
    self.head = head
    decoders = try ContentEncoding.decoders(for: head, request: request)
    sink = receiver?.accept(head) { requestTiming }
    if sink?.ignoresBody(isKeptAlive: isKeptAlive) == true { throw .cancelled }
  }

  func receive(_ bytes: UnsafeRawBufferPointer) throws(RequestError.Reason) {
    receivedBytes += bytes.count
    if decoders.isEmpty { return try deliver(bytes) }
    try decoders.decode(bytes) { piece throws(RequestError.Reason) in try deliver(piece) }
  }

  private func deliver(_ bytes: UnsafeRawBufferPointer) throws(RequestError.Reason) {
    bodyBytes += bytes.count
    do throws(RequestError) {
      try sink?.receive(bytes)
    } catch {
      throw error.reason
    }
  }

  func complete() {
    if decoders.isEmpty { return succeed() }
    do throws(RequestError.Reason) {
      try converting(RequestError.Reason.init) { () throws(DecompressionError) in
        for decoder in decoders { try decoder.finish() }
      }
      succeed()
    } catch {
      fail(error)
    }
  }

  /// Ends the exchange successfully with the bytes received so far.
  func succeed() {
    guard let head else { return fail(.protocolViolation("body without a head")) }
    var result = AttemptResult(
      head: head, bodyBytes: bodyBytes, firstByte: Duration(firstByte - started))
    result.timing = requestTiming
    finish(.success(result))
  }

  private var requestTiming: RequestTiming? {
    timing?.timing(
      isReused: isReused, from: started, nameWait: request.limits.nameWait,
      requestSent: requestSent, firstByte: firstByte)
  }

  func fail(_ reason: RequestError.Reason) {
    // A sink that needs no more bytes ends the exchange, not the request.
    if reason == .cancelled { return succeed() }
    finish(.failure(RequestError(reason, isRequestSent: isSent)))
  }

  func finish(_ result: Result<AttemptResult, RequestError>) {
    sink = nil
    upload = nil
    guard let receiver = receiver.take() else { return }
    guard let downloadLimit, hasHead else { return receiver.finish(result) }
    downloadLimit.whenEnding(by: end?.at) { receiver.finish(result) }
  }

  /// The failure to report if the connection ends now.
  var truncation: RequestError.Reason {
    guard let head else {
      return headBytes == 0 ? .noResponse : .truncated(received: headBytes, expected: nil)
    }
    return .truncated(received: receivedBytes, expected: head.contentLength)
  }
}

/// Ends an exchange that makes no progress or exceeds its deadline. Runs on the loop.
///
/// One scheduled task serves many exchanges: it checks for progress when it fires, so each received
/// byte costs only a clock read. The task retains the watchdog. The watchdog retains the exchange,
/// and through `onEnd` its connection, only from `start` to `stop`: a task that fires later finds
/// nothing.
final class Watchdog {
  /// Delays the reads of the connection; nil without a limit.
  var readLimiter: ReadLimiter?
  private let loop: any EventLoop
  private var watched: (exchange: HTTPExchange, onEnd: (RequestError.Reason) -> Void)?
  private var lastProgress = NIODeadline.now()
  private var pending: (at: NIODeadline, task: Scheduled<Void>)?

  init(on loop: any EventLoop) { self.loop = loop }

  /// - Parameter onEnd: ends the exchange; called at most once, before `stop`.
  func start(_ exchange: HTTPExchange, onEnd: @escaping (RequestError.Reason) -> Void) {
    watched = (exchange, onEnd)
    lastProgress = loop.now
    arm()
  }

  func touch() { lastProgress = loop.now }

  /// Ends the watch. The scheduled task remains for the next exchange.
  func stop() { watched = nil }

  /// Ends the watch for good.
  func cancel() {
    stop()
    pending?.task.cancel()
    pending = nil
  }

  private func limit(_ exchange: HTTPExchange) -> NIODeadline {
    if exchange.waitsForInput { lastProgress = loop.now }
    let progress = readLimiter.map { max($0.lastProgress, lastProgress) } ?? lastProgress
    let idleEnd = progress + TimeAmount(exchange.request.limits.idleTimeout)
    return exchange.end.map { min($0.at, idleEnd) } ?? idleEnd
  }

  private func arm() {
    guard let (exchange, _) = watched, !exchange.isFinished else { return }
    let limit = limit(exchange)
    if let pending {
      if pending.at <= limit { return }
      pending.task.cancel()
    }
    let task = loop.assumeIsolated().scheduleTask(deadline: limit) { self.fire() }
    pending = (limit, task)
  }

  private func fire() {
    pending = nil
    guard let (exchange, onEnd) = watched, !exchange.isFinished else { return }
    let now = loop.now
    guard now >= limit(exchange) else { return arm() }
    watched = nil
    if let end = exchange.end, now >= end.at {
      onEnd(end.reason)
    } else {
      let phase = exchange.hasHead ? "more data" : "response"
      onEnd(.timeout(exchange.request.limits.idleTimeout, phase: phase))
    }
  }
}

extension RequestURL {
  /// The last segment of the path, else the host: the name of a transfer.
  var lastName: String { path.split(separator: "/").last.map(String.init) ?? host }
}

extension ResponseHead {
  /// The announced length of the decoded body; nil if it is unknown.
  var decodedLength: Int? { headers["Content-Encoding"] == nil ? contentLength : nil }
}
