import DequeModule
import Glibc
import NIOCore
import NIOSSL
import WirelineRequests

class PooledConnection {
  let target: ConnectionTarget
  let channel: any Channel
  let timing: ConnectionTiming
  /// Whether it serves many exchanges at a time (HTTP/2), rather than one after another.
  let isShared: Bool
  /// The socket; -1 if the channel has none. Lazy, because the first such cast of a process takes
  /// 350,000 instructions, 7 % of a single request, which does not need it.
  private lazy var descriptor: NIOBSDSocket.Handle =
    (try? channel.pipeline.syncOperations.withUnsafeTransportIfAvailable(
      of: NIOBSDSocket.Handle.self
    ) { $0 }) ?? -1
  /// Whether it served another exchange before the current one; false if it is shared.
  final var isReused = false
  /// Responses received completely on streams of a shared connection.
  final var completedCount = 0
  /// Delays the reads of the connection; nil without a limit.
  var readLimiter: ReadLimiter?
  fileprivate var idleSince: NIODeadline?

  init(_ opened: OpenedChannel, to target: ConnectionTarget, isShared: Bool) {
    channel = opened.channel
    timing = opened.timing
    self.target = target
    self.isShared = isShared
  }

  var isUsable: Bool { false }

  /// Whether a usable connection may begin an exchange now, or after another has ended.
  func admits(_ exchange: HTTPExchange) -> Bool { true }

  /// Whether the server has neither ended the idle connection nor, in HTTP/1.1, sent data that no
  /// request asked for. The event loop may not have read either yet.
  final var isQuiet: Bool {
    var events = unexpectedEvents
    // A failure of poll(2) counts as quiet: the request itself then shows what is wrong.
    return poll(&events, 1, 0) <= 0
  }

  /// The events of an idle connection that is not quiet, for poll(2).
  final var unexpectedEvents: pollfd {
    Self.unexpectedEvents(of: descriptor, allowsData: isShared)
  }

  static func unexpectedEvents(of descriptor: NIOBSDSocket.Handle, allowsData: Bool) -> pollfd {
    // POLLRDHUP of poll.h, which Glibc does not export to Swift. The end of input is also POLLIN.
    pollfd(fd: descriptor, events: Int16(allowsData ? 0x2000 : POLLIN), revents: 0)
  }

  /// Adds the connection to the pipeline, after the handlers of TLS and the proxy.
  func install() throws {}

  func run(_ exchange: HTTPExchange, isReused: Bool) {}

  /// Ends an exchange whose request is not flushed, on a connection that is not quiet.
  func refuseData() {}

  func flush() {}

  func close() { closeChannel() }

  /// Closes the socket now. TLS would wait seconds for the peer's close_notify, and hold the
  /// descriptor and buffers until then.
  func closeChannel() {
    let pipeline = channel.pipeline.syncOperations
    if let tls = try? pipeline.context(handlerType: NIOSSLClientHandler.self) {
      tls.close(promise: nil)
    } else {
      channel.close(promise: nil)
    }
  }
}

/// The idle connections, oldest first. Runs on the loop.
///
/// Bounded in number and in age: an idle TLS connection holds about 120 KB and a descriptor, and
/// servers close theirs after 5 to 75 s.
final class IdleConnections {
  private let limit: Int
  private let maximumAge: NIOCore.TimeAmount
  private let loop: any EventLoop
  private var connections: Deque<PooledConnection> = []
  private var isWatched = false

  init(limit: Int, maximumAge: NIOCore.TimeAmount, on loop: any EventLoop) {
    self.limit = limit
    self.maximumAge = maximumAge
    self.loop = loop
  }

  func insert(_ connection: PooledConnection) {
    guard connection.idleSince == nil else { return }
    connection.idleSince = .now()
    connections.append(connection)
    if connections.count > limit { closeOldest() }
    watch()
  }

  /// - Returns: whether the connection was idle.
  @discardableResult
  func remove(_ connection: PooledConnection) -> Bool {
    // The newest are reused first.
    guard connection.idleSince != nil,
      let index = connections.lastIndex(where: { $0 === connection })
    else { return false }
    connection.idleSince = nil
    connections.remove(at: index)
    return true
  }

  /// - Returns: false if none is idle.
  @discardableResult
  func closeOldest() -> Bool {
    guard let connection = connections.popFirst() else { return false }
    connection.idleSince = nil
    connection.close()
    return true
  }

  func closeAll() {
    while closeOldest() {}
  }

  private func watch() {
    guard !isWatched, let since = connections.first?.idleSince else { return }
    isWatched = true
    // Weak: the task must not keep the pool of a finished run.
    loop.assumeIsolated().scheduleTask(deadline: since + maximumAge) { [weak self] in
      self?.expire()
    }
  }

  private func expire() {
    isWatched = false
    let limit = NIODeadline.now() - maximumAge
    while let since = connections.first?.idleSince, since <= limit { closeOldest() }
    watch()
  }
}

/// The target of a connection. Requests may share a connection only if their targets are equal.
struct ConnectionTarget: Hashable {
  /// Only scheme, host and port matter.
  let url: RequestURL
  let route: ProxyRoute

  /// The proxy that receives absolute URLs (RFC 9112 §3.2.2); nil if the connection is direct or
  /// tunnelled.
  var httpProxy: HTTPProxy? {
    if case .http(let proxy) = route, url.scheme == .http, !proxy.tunnels { proxy } else { nil }
  }

  static func == (one: ConnectionTarget, other: ConnectionTarget) -> Bool {
    one.url.hasSameOrigin(as: other.url) && one.route == other.route
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(url.host)
    hasher.combine(url.port)
  }
}
