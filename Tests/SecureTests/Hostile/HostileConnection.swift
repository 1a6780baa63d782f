import NIOCore
import NIOHPACK
import NIOHTTP2
import NIOSSL
import TestSupport

/// A request received by a hostile server.
private struct HeldRequest {
  let method: String
  let path: String
  var body: [UInt8] = []
  var isComplete = false
  var isAnswered = false
  /// Whether the server has declared that it does not process the request.
  var isRefused = false

  /// The body of a correct response, different for each request.
  var answer: String { "\(method) \(path) \(body.count)" }
}

/// A connection of a hostile server: reads frames, and performs the steps of the scenario.
final class HostileConnection: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let scenario: HostileScenario
  private let log: Monitor<HostileLog>
  private let isFirst: Bool
  private var context: ChannelHandlerContext?
  private var reader = RawFrameReader()
  private var decoder = HPACKDecoder(allocator: ByteBufferAllocator())
  private var requests: [UInt32: HeldRequest] = [:]
  private var bad: UInt32 = 0
  private var queue: [HostileStep] = []
  /// Whether good requests wait until the steps are performed.
  private var isHolding: Bool
  /// The number of `countedPing` frames that the client has not acknowledged.
  private var pings = 0
  private var resets: Set<UInt32> = []
  /// The identifier of the last GOAWAY frame.
  private var lastAccepted = UInt32.max

  init(_ number: Int, _ scenario: HostileScenario, _ log: Monitor<HostileLog>) {
    self.scenario = scenario
    self.log = log
    isFirst = number == 1
    isHolding = number == 1 && scenario.held != nil
    // The scenarios permit the client any table.
    decoder.maxDynamicTableLength = Int(UInt32.max)
  }

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    queue = isFirst || scenario.later == nil ? scenario.greeting : [.settings()]
    perform()
  }

  func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    reader.append(unwrapInboundIn(data))
    while let frame = reader.next() { receive(frame) }
    perform()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }

  // MARK: Input

  private func receive(_ frame: RawFrameReader.Frame) {
    let id = UInt32(frame.stream)
    switch frame.kind {
    case .headers:
      receive(frame.payload, on: id)
      if frame.flags.contains(.endStream) {
        complete(id)
      } else if id != bad {
        // The initial window may be 0.
        write(.windowUpdate(100, on: .number(id)))
      }
    case .data:
      requests[id]?.body += frame.payload.readableBytesView
      // The scenarios limit only the windows of streams.
      if frame.payload.readableBytes > 0 {
        write(.windowUpdate(UInt32(frame.payload.readableBytes), on: .connection))
      }
      if frame.flags.contains(.endStream) { complete(id) }
    case .reset: resets.insert(id)
    case .settings where !frame.flags.contains(.ack):
      write(.frame(.settings, .ack, on: .connection))
    case .ping where frame.flags.contains(.ack):
      if Array(frame.payload.readableBytesView) == HostileStep.countedPing.payload { pings -= 1 }
    case .ping:
      write(.frame(.ping, .ack, on: .connection, Array(frame.payload.readableBytesView)))
    default: break
    }
  }

  private func receive(_ block: ByteBuffer, on id: UInt32) {
    var block = block
    guard let fields = try? decoder.decodeHeaders(from: &block) else {
      context?.close(promise: nil)
      return
    }
    var request = HeldRequest(
      method: fields.first(name: ":method") ?? "", path: fields.first(name: ":path") ?? "")
    request.isRefused = id > lastAccepted
    requests[id] = request
    guard request.path == "/bad", !request.isRefused else { return }
    bad = id
    let isPlayed = log.withLock { log in
      defer { log.isPlayed = true }
      return log.isPlayed
    }
    if isHolding, let held = scenario.held {
      queue.append(.until(.requests(held)))
    } else {
      // The good requests that the client has sent with this one have arrived before the
      // acknowledgement.
      queue += [.countedPing, .until(.pong)]
    }
    queue += isPlayed ? scenario.later ?? scenario.steps : scenario.steps
  }

  private func complete(_ id: UInt32) {
    guard let request = requests[id] else { return }
    requests[id]?.isComplete = true
    if request.method == "POST", !request.isRefused {
      log.withLock { $0.posts[request.path, default: 0] += 1 }
    }
  }

  // MARK: Steps

  private func perform() {
    while let step = queue.first {
      if case .until(let event) = step, !hasHappened(event) { return answerGoodRequests() }
      queue.removeFirst()
      write(step)
    }
    if bad != 0 { isHolding = false }
    answerGoodRequests()
  }

  private func hasHappened(_ event: HostileStep.Event) -> Bool {
    switch event {
    case .requests(let count): requests.count >= count
    case .uploaded(let bytes): (requests[bad]?.body.count ?? 0) >= bytes
    case .reset: resets.contains(bad)
    case .pong: pings == 0
    }
  }

  private func answerGoodRequests() {
    guard !isHolding else { return }
    for (id, request) in requests.sorted(by: { $0.key < $1.key })
    where request.path != "/bad" && request.isComplete && !request.isAnswered
      && !request.isRefused
    {
      write(.answer(.number(id)))
    }
  }

  private func write(_ step: HostileStep) {
    guard let context else { return }
    switch step {
    case .close: context.close(promise: nil)
    case .cut:
      // Below the TLS handler, which would send close_notify.
      let tls = try? context.pipeline.syncOperations.context(
        handlerType: NIOSSLServerHandler.self)
      tls?.close(promise: nil)
    case .endless(let frame):
      let bytes = Array(repeating: bytes(of: frame), count: 100).flatMap { $0 }
      writeEndlessly(ByteBuffer(bytes: bytes), context)
    case .slowly(let steps): writeSlowly(steps[...], context)
    default:
      context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes(of: step))), promise: nil)
    }
  }

  private func writeEndlessly(_ bytes: ByteBuffer, _ context: ChannelHandlerContext) {
    let written = context.eventLoop.makePromise(of: Void.self)
    written.futureResult.assumeIsolated().whenSuccess {
      // Not recursively: a write may end immediately.
      context.eventLoop.assumeIsolated().execute {
        if self.context != nil { self.writeEndlessly(bytes, context) }
      }
    }
    context.writeAndFlush(wrapOutboundOut(bytes), promise: written)
  }

  private func writeSlowly(
    _ steps: ArraySlice<HostileStep>, _ context: ChannelHandlerContext
  ) {
    guard let step = steps.first else { return }
    context.eventLoop.assumeIsolated().scheduleTask(in: .milliseconds(250)) {
      guard self.context != nil else { return }
      self.write(step)
      self.writeSlowly(steps.dropFirst(), context)
    }
  }

  // MARK: Output

  private func bytes(of step: HostileStep) -> [UInt8] {
    switch step {
    case .frame(let frame): bytes(of: frame)
    case .bytes(let bytes): bytes
    case .repeated(let count, let steps):
      Array(repeating: steps.flatMap { bytes(of: $0) }, count: count).flatMap { $0 }
    case .goAway(let last, let code):
      goAway(last: number(of: last), UInt32(http2ErrorCode: code))
    case .answer(let role): answer(number(of: role))
    case .endless, .slowly, .until, .close, .cut: []
    }
  }

  private func bytes(of frame: HostileStep.Frame) -> [UInt8] {
    let id = number(of: frame.stream)
    if frame.kind == .reset, frame.payload == RawFrame.bytes(7) { refuse { $0 == id } }
    if frame.payload == HostileStep.countedPing.payload { pings += 1 }
    if [.data, .headers].contains(frame.kind), frame.flags.contains(.endStream) {
      requests[id]?.isAnswered = true
    }
    return RawFrame(
      kind: frame.kind, flags: frame.flags, stream: id, payload: frame.payload,
      declaredLength: frame.declaredLength
    ).bytes
  }

  private func goAway(last: UInt32, _ code: UInt32) -> [UInt8] {
    lastAccepted = last
    refuse { $0 > last }
    return RawFrame(
      kind: .goAway, flags: [], stream: 0,
      payload: RawFrame.bytes(last) + RawFrame.bytes(code)
    ).bytes
  }

  /// Declares requests unprocessed, RFC 9113 §8.7.
  private func refuse(_ isRefused: (UInt32) -> Bool) {
    for (id, request) in requests where isRefused(id) && !request.isRefused {
      requests[id]?.isRefused = true
      if request.method == "POST", request.isComplete {
        log.withLock { $0.posts[request.path, default: 0] -= 1 }
      }
    }
  }

  private func answer(_ id: UInt32) -> [UInt8] {
    guard let request = requests[id] else { return [] }
    let steps: [HostileStep] =
      request.method == "HEAD"
      ? [.head(on: .number(id), ends: true)]
      : [.head(on: .number(id)), .data(request.answer, on: .number(id), ends: true)]
    return steps.flatMap { bytes(of: $0) }
  }

  private func number(of role: StreamRole) -> UInt32 {
    let others = requests.keys.filter { $0 != bad }
    return switch role {
    case .connection: 0
    case .bad: bad
    case .below: others.filter { $0 < bad }.max() ?? 0
    case .above: others.filter { $0 > bad }.min() ?? bad
    case .post: requests.first { $0.value.path == "/good/post" }?.key ?? bad
    case .idle: (requests.keys.max() ?? 0) + (requests.isEmpty ? 1 : 2)
    case .number(let number): number
    }
  }
}
