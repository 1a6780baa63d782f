import Glibc

/// A connection, on which the server reads requests and performs their scripts.
struct ServedConnection {
  private let descriptor: Int32
  private let number: Int
  private let core: ServerCore
  private var unread: [UInt8] = []
  private var isBroken = false

  init(descriptor: Int32, number: Int, core: ServerCore) {
    self.descriptor = descriptor
    self.number = number
    self.core = core
  }

  mutating func serve() {
    if let greeting = core.greeting, !perform(greeting.steps(forHit: number), for: nil) { return }
    while !isBroken, let request = readRequest() {
      let script = core.respond(request)
      let continues = perform(script.steps(forHit: request.hit), for: request)
      core.log.withLock { $0.ended() }
      if !continues || request[header: "connection"]?.lowercased() == "close" { break }
    }
    linger()
  }

  // MARK: Reading

  private mutating func fill() -> Bool {
    guard Descriptor.wait(descriptor, stop: core.stopped, within: nil) == .ready else {
      return false
    }
    let chunk = Descriptor.read(descriptor)
    unread += chunk
    return !chunk.isEmpty
  }

  private mutating func readLine() -> String? {
    while true {
      if let end = unread.firstIndex(of: 10) {
        let line = unread[..<end]
        unread.removeFirst(end + 1)
        return String(decoding: line.last == 13 ? line.dropLast() : line, as: UTF8.self)
      }
      if !fill() { return nil }
    }
  }

  private mutating func readRequest() -> ServedRequest? {
    guard let first = readLine() else { return nil }
    let words = first.split(separator: " ").map(String.init)
    var headers: [(name: String, value: String)] = []
    while let line = readLine(), !line.isEmpty {
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let value = parts.count > 1 ? parts[1].drop { $0 == " " } : ""
      headers.append((String(parts[0]), String(value)))
    }
    guard words.count == 3 else { return nil }
    return record(words, headers)
  }

  private mutating func record(
    _ words: [String], _ headers: [(name: String, value: String)]
  ) -> ServedRequest {
    let path = String(words[1].prefix { $0 != "?" })
    let time = core.started.duration(to: .now)
    var request = core.log.withLock { [number] log in
      log.hits[path, default: 0] += 1
      let request = ServedRequest(
        method: words[0], target: words[1], version: words[2], headers: headers,
        connection: number, number: log.requests.count + 1, hit: log.hits[path] ?? 1, time: time)
      log.began(request)
      return request
    }
    if core.readsBodies { readBody(of: &request) }
    return request
  }

  private mutating func readBody(of request: inout ServedRequest) {
    if request[header: "transfer-encoding"]?.lowercased() == "chunked" {
      while let line = readLine(), let size = Int(line.prefix { $0 != ";" }, radix: 16), size > 0 {
        request.body += read(size)
        _ = readLine()
      }
      while let line = readLine(), !line.isEmpty {}
    } else if let length = request[header: "content-length"].flatMap({ Int($0) }) {
      request.body = read(length)
    }
    let complete = request
    core.log.withLock { $0.requests[complete.number - 1].body = complete.body }
  }

  private mutating func read(_ count: Int) -> [UInt8] {
    while unread.count < count, fill() {}
    let bytes = Array(unread.prefix(count))
    unread.removeFirst(bytes.count)
    return bytes
  }

  // MARK: Scripts

  /// - Returns: whether the connection may carry another request.
  private mutating func perform(_ steps: [Step], for request: ServedRequest?) -> Bool {
    for step in steps where !perform(step, for: request) { return false }
    return !isBroken
  }

  private mutating func perform(_ step: Step, for request: ServedRequest?) -> Bool {
    switch step {
    case .answer(let answer, let delivery):
      return send(answer, delivery, for: request?.method ?? "GET")
    case .write(let bytes): return send(bytes)
    case .drip(let bytes, let count, let pause): return drip(bytes, count, pause)
    case .flood(let byte, let count): return flood(byte, count)
    case .pause(let duration): return pause(duration)
    case .awaitRequests(let count):
      return core.log.wait { $0.requests.count >= count || $0.isStopped }
    case .gate(let gate): return gate.pass(unless: core.stopped)
    case .readBody:
      if var request { readBody(of: &request) }
      return true
    case .idle:
      while fill() {}
      return false
    case .halfClose: return shutdown(descriptor, Int32(SHUT_WR)) == 0
    case .reset:
      reset()
      return false
    case .close: return false
    }
  }

  private mutating func send(
    _ answer: ServedResponse, _ delivery: Step.Delivery, for method: String
  ) -> Bool {
    let payload = answer.payload(for: method)
    switch delivery {
    case .whole: return send(answer.head() + payload) && !answer.endsConnection
    case .drip(let count, let pause):
      return send(answer.head()) && drip(payload, count, pause) && !answer.endsConnection
    case .cut(let count):
      _ = send(answer.head() + payload.prefix(count))
      return false
    }
  }

  private mutating func send(_ bytes: [UInt8]) -> Bool {
    isBroken = !Descriptor.write(descriptor, bytes)
    return !isBroken
  }

  private mutating func drip(_ bytes: [UInt8], _ count: Int, _ duration: Duration) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      guard send(Array(rest.prefix(count))) else { return false }
      rest = rest.dropFirst(count)
      guard rest.isEmpty || pause(duration) else { return false }
    }
    return true
  }

  private mutating func flood(_ byte: UInt8, _ count: Int) -> Bool {
    let block = [UInt8](repeating: byte, count: 1 << 16)
    var left = count
    while left > 0 {
      guard send(left < block.count ? Array(block.prefix(left)) : block) else { return false }
      left -= block.count
    }
    return true
  }

  private func pause(_ duration: Duration) -> Bool {
    Descriptor.wait(-1, stop: core.stopped, within: duration) == .timedOut
  }

  private mutating func reset() {
    var option = Glibc.linger(l_onoff: 1, l_linger: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<Glibc.linger>.size))
    isBroken = true
  }

  /// Reads remaining input, so that closing sends FIN rather than RST, which can discard output.
  private mutating func linger() {
    guard !isBroken else { return }
    shutdown(descriptor, Int32(SHUT_WR))
    while Descriptor.wait(descriptor, stop: core.stopped, within: nil) == .ready {
      if Descriptor.read(descriptor).isEmpty { return }
    }
  }
}
