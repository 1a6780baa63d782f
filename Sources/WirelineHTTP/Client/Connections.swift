import DequeModule
import Glibc
import NIOCore
import WirelineCore
import WirelineRequests

/// The idle connections of a target. A class, because `recent` shares it.
private final class IdleList {
  var connections: [PooledConnection] = []
}

/// The connection pool, by target; opens new connections. Runs on the loop.
// NIO's `assumeIsolated()`, here and in the other classes of the loop, traps if the caller is not
// on the loop. In return its closures need not be `Sendable`, and no state needs a lock.
final class Connections {
  typealias Connect = (ConnectionTarget, AttemptLimits, _ offersHTTP2: Bool) -> EventLoopFuture<
    OpenedChannel
  >

  private let connector: Connector
  private let connect: Connect
  private let makeConnection: (OpenedChannel, ConnectionTarget, Connections) -> PooledConnection
  private var idleByTarget: [ConnectionTarget: IdleList] = [:]
  /// The list used last, which a stream to one host finds without hashing.
  private var recent: (target: ConnectionTarget, list: IdleList)?
  /// HTTP/2 connections, one per target.
  private var shared: [ConnectionTarget: PooledConnection] = [:]
  let idle: IdleConnections
  /// The limit of the download rate; nil without one.
  private let downloadLimit: DownloadLimit?
  /// Targets whose first connection is being opened, which shows whether the server supports
  /// HTTP/2.
  private var opening: Set<ConnectionTarget> = []
  /// Exchanges that wait for that, or for a stream of the shared connection.
  private var waiting: [ConnectionTarget: Deque<HTTPExchange>] = [:]
  /// Numbers of open HTTP/1.1 connections, for servers known not to support HTTP/2.
  private var plainCounts: [ConnectionTarget: Int] = [:]
  /// Servers that requested HTTP/1.1, RFC 9113 §8.1.
  private var avoided: Set<ConnectionTarget> = []
  private var needingDescriptor: Deque<HTTPExchange> = []
  private var openCount = 0
  private var openingCount = 0
  private let maximumCount = DescriptorLimit.connections
  private var isClosed = false
  private var unflushed: [PooledConnection] = []

  /// - Parameter connect: replaces the connector in tests.
  init(
    _ configuration: HTTPClientConfiguration, on loop: any EventLoop, connect: Connect? = nil,
    makeConnection: @escaping (OpenedChannel, ConnectionTarget, Connections) -> PooledConnection
  ) {
    self.makeConnection = makeConnection
    let connector = Connector(configuration, on: loop)
    self.connector = connector
    self.connect = connect ?? connector.connect
    downloadLimit = configuration.bytesPerSecond.map { DownloadLimit(bytesPerSecond: $0, on: loop) }
    idle = IdleConnections(
      limit: configuration.maximumIdleConnections,
      maximumAge: TimeAmount(configuration.maximumIdleTime), on: loop)
  }

  func run(_ exchange: HTTPExchange) {
    exchange.downloadLimit = downloadLimit
    let target = connector.target(for: exchange.request.url)
    // Those that wait for a stream go first.
    if !waiting.isEmpty, waiting[target]?.isEmpty == false, shared[target]?.isUsable == true {
      return wait(exchange, for: target)
    }
    start(exchange, to: target)
  }

  private func start(_ exchange: HTTPExchange, to target: ConnectionTarget) {
    if let connection = shared[target], connection.isUsable {
      guard connection.admits(exchange) else { return wait(exchange, for: target) }
      // Only an idle connection may have been closed unnoticed.
      if !idle.remove(connection) || connection.isQuiet {
        return connection.run(exchange, isReused: true)
      }
      connection.close()
    }
    while let connection = list(of: target)?.connections.popLast() {
      idle.remove(connection)
      if connection.isUsable {
        return connection.run(exchange, isReused: true)
      }
    }
    // The protocol of the first connection decides whether others are needed, so they wait for it.
    if mayUseHTTP2(target), plainCounts[target] == nil {
      if opening.contains(target) { return wait(exchange, for: target) }
      if !hasRoom { return queueForDescriptor(exchange) }
      opening.insert(target)
    } else if !hasRoom {
      return queueForDescriptor(exchange)
    }
    open(target, for: exchange)
  }

  /// Starts to resolve the host name of a URL.
  ///
  /// - Parameter ready: called once when the lookup ends, unless the result is true.
  /// - Returns: true if there is nothing to wait for.
  func prepare(_ url: RequestURL, ready: @autoclosure () -> () -> Void) -> Bool {
    let target = connector.target(for: url)
    // An open connection needs no name.
    if shared[target]?.isUsable == true { return true }
    if list(of: target)?.connections.isEmpty == false { return true }
    return connector.prepare(target, ready: ready())
  }

  /// Whether another connection may be opened; closes an idle one if necessary.
  private var hasRoom: Bool {
    openCount + openingCount < maximumCount || idle.closeOldest()
  }

  /// Flushes a connection after all pending input was read. A flush per request would wake the
  /// server, which would preempt this process, for each request.
  func flushSoon(_ connection: PooledConnection) {
    unflushed.append(connection)
    guard unflushed.count == 1 else { return }
    connector.loop.assumeIsolated().execute {
      let connections = self.unflushed
      self.unflushed.removeAll(keepingCapacity: true)
      let reused = connections.filter(\.isReused)
      var events = reused.map(\.unexpectedEvents)
      // A call for each would be a quarter of the system calls of a stream.
      if !events.isEmpty { _ = poll(&events, nfds_t(events.count), 0) }
      for (connection, events) in zip(reused, events) where events.revents != 0 {
        connection.refuseData()
      }
      for connection in connections { connection.flush() }
    }
  }

  private func mayUseHTTP2(_ target: ConnectionTarget) -> Bool {
    target.url.scheme == .https && connector.offersHTTP2 && !avoided.contains(target)
  }

  private func wait(_ exchange: HTTPExchange, for target: ConnectionTarget) {
    waiting[target, default: []].append(exchange)
    atDeadline(of: exchange) {
      self.waiting[target]?.firstIndex { $0 === exchange }
        .flatMap { self.waiting[target]?.remove(at: $0) }
    }
    if shared[target] != nil { limitWait(of: exchange, for: target) }
  }

  /// Ends the wait for a stream if the connection completes no response for too long.
  private func limitWait(of exchange: HTTPExchange, for target: ConnectionTarget) {
    let limit = exchange.request.limits.idleTimeout
    let completed = shared[target]?.completedCount
    connector.loop.assumeIsolated().scheduleTask(in: TimeAmount(limit)) {
      guard let index = self.waiting[target]?.firstIndex(where: { $0 === exchange }) else { return }
      guard self.shared[target]?.completedCount == completed else {
        return self.limitWait(of: exchange, for: target)
      }
      self.waiting[target]?.remove(at: index)
      exchange.fail(.timeout(limit, phase: "free stream"))
    }
  }

  /// Runs the exchanges that need not wait any longer. Called when a stream ends.
  func startWaiting(for target: ConnectionTarget) {
    if waiting.isEmpty { return }
    while !opening.contains(target), let next = waiting[target]?.first {
      if let connection = shared[target], connection.isUsable, !connection.admits(next) { return }
      waiting[target]?.removeFirst()
      start(next, to: target)
    }
    if waiting[target]?.isEmpty == true { waiting[target] = nil }
  }

  /// - Parameter remove: removes the exchange from its queue; nil if it has left it.
  private func atDeadline(of exchange: HTTPExchange, remove: @escaping () -> HTTPExchange?) {
    // The watchdog begins on a connection, which the exchange does not have yet.
    guard let end = exchange.end else { return }
    connector.loop.assumeIsolated().scheduleTask(deadline: end.at) { remove()?.fail(end.reason) }
  }

  private func open(_ target: ConnectionTarget, for exchange: HTTPExchange) {
    let attempt = connect(target, exchange.request.limits, mayUseHTTP2(target))
    openingCount += 1
    attempt.assumeIsolated().whenComplete { result in
      self.openingCount -= 1
      self.opening.remove(target)
      switch result {
      case .success(let opened):
        self.adopt(opened, to: target, for: exchange)
        self.startWaiting(for: target)
      case .failure(let error) where self.isShortage(error):
        self.queueForDescriptor(exchange)
        if self.idle.closeOldest() { self.startNextQueued() }
        self.startWaiting(for: target)
      case .failure(let error):
        let limits = exchange.request.limits
        // Removed first: `finish` may start a request to this target, which must not fail too.
        let waiting = self.waiting.removeValue(forKey: target) ?? []
        exchange.finish(
          .failure(RequestError(self.connector.reason(error, to: target, limits: limits))))
        // The attempt has freed its descriptor.
        self.startNextQueued()
        for other in waiting { self.finish(other, after: error, limits: limits, to: target) }
      }
    }
  }

  /// Whether an attempt failed for lack of descriptors, one of which may become free.
  private func isShortage(_ error: any Error) -> Bool {
    guard let error = error as? IOError else { return false }
    return DescriptorShortage.isShortage(error.errnoCode) && openCount + openingCount > 0
  }

  private func queueForDescriptor(_ exchange: HTTPExchange) {
    needingDescriptor.append(exchange)
    atDeadline(of: exchange) {
      self.needingDescriptor.firstIndex { $0 === exchange }
        .map { self.needingDescriptor.remove(at: $0) }
    }
  }

  private func startNextQueued() {
    guard let next = needingDescriptor.popFirst() else { return }
    // Avoids recursion from the end of another exchange.
    connector.loop.assumeIsolated().execute { self.run(next) }
  }

  /// Fails an exchange that waited for a failed attempt, or retries it if its own limits differ.
  private func finish(
    _ exchange: HTTPExchange, after error: any Error, limits failed: AttemptLimits,
    to target: ConnectionTarget
  ) {
    let limits = exchange.request.limits
    if error is ConnectTimeout,
      limits.connectTimeout != failed.connectTimeout || failed.maximumTime != nil
        || failed.deadline != nil
    {
      open(target, for: exchange)
    } else {
      exchange.finish(.failure(RequestError(connector.reason(error, to: target, limits: limits))))
    }
  }

  private func adopt(
    _ opened: OpenedChannel, to target: ConnectionTarget, for exchange: HTTPExchange
  ) {
    do {
      opened.timing.didOpen(opened.channel)
      let connection = makeConnection(opened, target, self)
      connection.readLimiter = try downloadLimit?.install(on: opened.channel)
      try connection.install()
      if connection.isShared {
        shared[target] = connection
      } else {
        plainCounts[target, default: 0] += 1
      }
      openCount += 1
      connection.run(exchange, isReused: false)
    } catch {
      opened.channel.close(promise: nil)
      exchange.finish(
        .failure(
          RequestError(
            .connect(address: target.url.authority, detail: ConnectionError.text(of: error)))))
    }
  }

  func release(_ connection: PooledConnection) {
    guard mayStayIdle(connection) else { return connection.close() }
    if !connection.isShared {
      let target = connection.target
      (list(of: target) ?? addList(of: target)).connections.append(connection)
    }
    idle.insert(connection)
    startNextQueued()
  }

  /// Whether a connection may stay open: an exchange that waits for a descriptor needs it more,
  /// unless it has the same target.
  private func mayStayIdle(_ connection: PooledConnection) -> Bool {
    if isClosed { return false }
    guard let next = needingDescriptor.first else { return true }
    return connector.target(for: next.request.url) == connection.target
  }

  func didClose(_ connection: PooledConnection) {
    let target = connection.target
    idle.remove(connection)
    openCount -= 1
    defer { startNextQueued() }
    // `retire` has removed it from `shared`.
    if connection.isShared { return }
    if let count = plainCounts[target] { plainCounts[target] = count > 1 ? count - 1 : nil }
    guard let list = list(of: target) else { return }
    list.connections.removeAll { $0 === connection }
    if list.connections.isEmpty {
      idleByTarget[target] = nil
      recent = nil
    }
  }

  private func list(of target: ConnectionTarget) -> IdleList? {
    if let recent, recent.target == target { return recent.list }
    guard let list = idleByTarget[target] else { return nil }
    recent = (target, list)
    return list
  }

  private func addList(of target: ConnectionTarget) -> IdleList {
    let list = IdleList()
    idleByTarget[target] = list
    return list
  }

  func retire(_ connection: PooledConnection) {
    let target = connection.target
    guard shared[target] === connection else { return }
    shared[target] = nil
    if waiting[target] == nil { return }
    // Not during the event that retires it.
    connector.loop.assumeIsolated().execute { self.startWaiting(for: target) }
  }

  func avoidHTTP2(_ target: ConnectionTarget) { avoided.insert(target) }

  func close() {
    isClosed = true
    idle.closeAll()
  }
}
