import DequeModule
import NIOCore
import WirelineCore
import WirelineRequests

/// The connection pool, by target; opens new connections. Runs on the loop.
final class Connections {
  private let connector: Connector
  private let makeConnection: (OpenedChannel, ConnectionTarget, Connections) -> PooledConnection
  /// Idle HTTP/1.1 connections.
  private var unused: [ConnectionTarget: [PooledConnection]] = [:]
  /// HTTP/2 connections, one per target.
  private var shared: [ConnectionTarget: PooledConnection] = [:]
  /// Idle connections of both protocols.
  private let idle: IdleConnections
  /// Exchanges that wait until the server's protocol is known.
  private var waiting: [ConnectionTarget: [HTTPExchange]] = [:]
  /// Open HTTP/1.1 connections, for servers known not to speak HTTP/2.
  private var plainCounts: [ConnectionTarget: Int] = [:]
  /// Servers that asked for HTTP/1.1, RFC 9113 §8.1.
  private var avoided: Set<ConnectionTarget> = []
  /// Exchanges that wait for a free descriptor.
  private var starved: Deque<HTTPExchange> = []
  private var openCount = 0
  private var openingCount = 0
  /// The largest number of connections that the descriptor limit allows.
  private let maximumCount = DescriptorLimit.connections
  private var isClosed = false
  private var unflushed: [PooledConnection] = []

  /// - Parameter makeConnection: speaks HTTP/1.1 or HTTP/2 on an opened channel.
  init(
    _ configuration: HTTPClientConfiguration, on loop: any EventLoop,
    makeConnection: @escaping (OpenedChannel, ConnectionTarget, Connections) -> PooledConnection
  ) {
    self.makeConnection = makeConnection
    connector = Connector(configuration, on: loop)
    idle = IdleConnections(
      limit: configuration.maximumIdleConnections,
      maximumAge: TimeAmount(configuration.maximumIdleTime), on: loop)
  }

  func run(_ exchange: HTTPExchange) {
    let target = connector.target(for: exchange.request.url)
    if let connection = shared[target], connection.isUsable {
      idle.remove(connection)
      return connection.run(exchange, isReused: true)
    }
    while let connection = unused[target]?.popLast() {
      idle.remove(connection)
      if connection.isUsable {
        return connection.run(exchange, isReused: true)
      }
    }
    if mayBeShared(target), plainCounts[target] == nil {
      if waiting[target] != nil { return wait(exchange, for: target) }
      if !hasRoom { return starve(exchange) }
      waiting[target] = []
    } else if !hasRoom {
      return starve(exchange)
    }
    open(target, for: exchange)
  }

  /// Starts to resolve the host name of a URL.
  ///
  /// - Parameter ready: called once when the look-up ends, unless the result is true.
  /// - Returns: true if there is nothing to wait for.
  func prepare(_ url: RequestURL, ready: @escaping () -> Void) -> Bool {
    let target = connector.target(for: url)
    if shared[target]?.isUsable == true || unused[target]?.isEmpty == false { return true }
    return connector.prepare(target, ready: ready)
  }

  /// Whether another connection may be opened; closes an idle one if necessary.
  private var hasRoom: Bool {
    openCount + openingCount < maximumCount || idle.closeOldest()
  }

  /// Flushes a connection after all pending input was read: a server woken for each request would
  /// preempt us for each.
  func flushSoon(_ connection: PooledConnection) {
    unflushed.append(connection)
    guard unflushed.count == 1 else { return }
    connector.loop.assumeIsolated().execute {
      let connections = self.unflushed
      self.unflushed.removeAll(keepingCapacity: true)
      for connection in connections { connection.flush() }
    }
  }

  private func mayBeShared(_ target: ConnectionTarget) -> Bool {
    target.url.scheme == .https && connector.offersHTTP2 && !avoided.contains(target)
  }

  /// Waits for the first connection, which shows whether more are needed.
  private func wait(_ exchange: HTTPExchange, for target: ConnectionTarget) {
    waiting[target]?.append(exchange)
    guard let end = exchange.end else { return }
    connector.loop.assumeIsolated().scheduleTask(deadline: end.at) {
      guard let index = self.waiting[target]?.firstIndex(where: { $0 === exchange }) else { return }
      self.waiting[target]?.remove(at: index)
      exchange.fail(end.reason)
    }
  }

  private func open(_ target: ConnectionTarget, for exchange: HTTPExchange) {
    let attempt = connector.connect(
      to: target, limits: exchange.request.limits, offersHTTP2: mayBeShared(target))
    openingCount += 1
    attempt.assumeIsolated().whenComplete { result in
      self.openingCount -= 1
      switch result {
      case .success(let opened):
        self.adopt(opened, target, exchange)
        for other in self.waiting.removeValue(forKey: target) ?? [] { self.run(other) }
      case .failure(let error) where Self.isShortage(error) && self.mayBecomeFree:
        self.starve(exchange)
        if self.idle.closeOldest() { self.feed() }
        for other in self.waiting.removeValue(forKey: target) ?? [] { self.run(other) }
      case .failure(let error):
        let limits = exchange.request.limits
        let waiting = self.waiting.removeValue(forKey: target) ?? []
        exchange.finish(.failure(RequestError(self.connector.reason(error, target, limits))))
        // The attempt has freed its descriptor.
        self.feed()
        for other in waiting { self.follow(other, after: error, limits, target) }
      }
    }
  }

  // MARK: Too few descriptors

  private static func isShortage(_ error: any Error) -> Bool {
    (error as? IOError).map { DescriptorShortage.isShortage($0.errnoCode) } ?? false
  }

  private var mayBecomeFree: Bool { openCount + openingCount > 0 }

  /// Queues an exchange until a descriptor is free, at most until its deadline.
  private func starve(_ exchange: HTTPExchange) {
    starved.append(exchange)
    guard let end = exchange.end else { return }
    connector.loop.assumeIsolated().scheduleTask(deadline: end.at) {
      guard let index = self.starved.firstIndex(where: { $0 === exchange }) else { return }
      self.starved.remove(at: index)
      exchange.fail(end.reason)
    }
  }

  /// Closes the connection that has been idle longest.
  ///
  /// - Returns: false if none is idle.
  func closeOldestIdle() -> Bool { idle.closeOldest() }

  /// Starts the next exchange that waits for a descriptor.
  private func feed() {
    guard let next = starved.popFirst() else { return }
    // Avoids recursion from the end of another exchange.
    connector.loop.assumeIsolated().execute { self.run(next) }
  }

  /// Applies the failure of an attempt to an exchange that waited for it, or retries with the
  /// exchange's own limits if those differ.
  private func follow(
    _ exchange: HTTPExchange, after error: any Error, _ limits: AttemptLimits,
    _ target: ConnectionTarget
  ) {
    let own = exchange.request.limits
    if error is ConnectTimeout,
      own.connectTimeout != limits.connectTimeout || limits.maximumTime != nil
        || limits.deadline != nil
    {
      open(target, for: exchange)
    } else {
      exchange.finish(.failure(RequestError(connector.reason(error, target, own))))
    }
  }

  private func adopt(
    _ opened: OpenedChannel, _ target: ConnectionTarget, _ exchange: HTTPExchange
  ) {
    do {
      let connection = makeConnection(opened, target, self)
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
        .failure(RequestError(.connect(address: target.url.authority, detail: "\(error)"))))
    }
  }

  /// Returns a connection to the pool.
  func park(_ connection: PooledConnection) {
    guard mayRest(connection) else { return connection.close() }
    if !connection.isShared { unused[connection.target, default: []].append(connection) }
    idle.insert(connection)
    feed()
  }

  /// Whether a connection may stay open: an exchange that waits for a descriptor needs it more,
  /// unless it has the same target.
  private func mayRest(_ connection: PooledConnection) -> Bool {
    if isClosed { return false }
    guard let next = starved.first else { return true }
    return connector.target(for: next.request.url) == connection.target
  }

  /// Removes a closed connection.
  func forget(_ connection: PooledConnection) {
    let target = connection.target
    idle.remove(connection)
    openCount -= 1
    defer { feed() }
    if connection.isShared { return }
    if let count = plainCounts[target] { plainCounts[target] = count > 1 ? count - 1 : nil }
    guard var others = unused.removeValue(forKey: target) else { return }
    others.removeAll { $0 === connection }
    if !others.isEmpty { unused[target] = others }
  }

  /// Stops offering a connection to further exchanges.
  func retire(_ connection: PooledConnection) {
    if shared[connection.target] === connection { shared[connection.target] = nil }
  }

  /// Uses HTTP/1.1 for the server from now on.
  func avoidHTTP2(_ target: ConnectionTarget) { avoided.insert(target) }

  /// Closes idle connections now, and others when they are returned.
  func close() {
    isClosed = true
    idle.closeAll()
  }
}
