import Glibc

/// The listening socket and the state that its threads share. They do not retain the server itself.
final class ServerCore: Sendable {
  let port: Int
  let log = Monitor(ServerLog())
  let readsBodies: Bool
  let greeting: Script?
  let respond: @Sendable (ServedRequest) -> Script
  let started = ContinuousClock.now
  private let listener: Int32
  /// At its end, and therefore readable, once the server is to stop. Every wait polls it.
  let stopped: Int32
  private let stopper: Int32

  init(
    readsBodies: Bool, greeting: Script?, respond: @escaping @Sendable (ServedRequest) -> Script
  ) throws {
    self.readsBodies = readsBodies
    self.greeting = greeting
    self.respond = respond
    // Writing to a closed connection must not end the test process.
    signal(SIGPIPE, SIG_IGN)
    (listener, port) = try Descriptor.socket(SOCK_STREAM, at: [127, 0, 0, 1], port: 0)
    listen(listener, 1024)
    (stopped, stopper) = try Descriptor.pipe()
  }

  deinit {
    stop()
    close(stopped)
  }

  func start() throws {
    try BackgroundThread.start { [self] in
      while Descriptor.wait(listener, stop: stopped, within: nil) == .ready {
        let descriptor = accept(listener, nil, nil)
        if descriptor >= 0 { serve(descriptor) }
      }
      close(listener)
    }
  }

  private func serve(_ descriptor: Int32) {
    Descriptor.keepPrivate(descriptor)
    var on: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, 4)
    let number = log.withLock { $0.opened(descriptor) }
    do {
      try BackgroundThread.start { [self] in
        var connection = ServedConnection(descriptor: descriptor, number: number, core: self)
        connection.serve()
        end(number)
      }
    } catch {
      end(number)
    }
  }

  /// Closes under the lock, so that `stop` never shuts down a reused descriptor.
  private func end(_ number: Int) {
    log.withLock { if let descriptor = $0.open.removeValue(forKey: number) { close(descriptor) } }
  }

  func stop() {
    let isFirst = log.withLock { log in
      for descriptor in log.open.values { shutdown(descriptor, Int32(SHUT_RDWR)) }
      defer { log.isStopped = true }
      return !log.isStopped
    }
    if isFirst { close(stopper) }
    _ = log.wait { $0.open.isEmpty }
  }
}

/// The connections and requests of a server.
struct ServerLog: Sendable {
  var requests: [ServedRequest] = []
  var hits: [String: Int] = [:]
  var connections = 0
  var peakOpen = 0
  /// The descriptors of open connections, by connection number.
  var open: [Int: Int32] = [:]
  var active = 0
  var peakActive = 0
  var answered = 0
  var isStopped = false

  mutating func opened(_ descriptor: Int32) -> Int {
    connections += 1
    open[connections] = descriptor
    peakOpen = max(peakOpen, open.count)
    return connections
  }

  mutating func began(_ request: ServedRequest) {
    requests.append(request)
    active += 1
    peakActive = max(peakActive, active)
  }

  mutating func ended() {
    active -= 1
    answered += 1
  }
}
