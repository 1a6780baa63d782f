import DequeModule
import NIOCore
import WirelineCore
internal import WirelineRequests

/// The pool of connections, by target, and the way to new ones. On the loop.
final class Connections {
  private let connector: Connector
  /// Connections with HTTP/1.1 and no request.
  private var unused: [ConnectionTarget: [HTTP1Connection]] = [:]
  /// Connections with HTTP/2, each for all requests of its target.
  private var shared: [ConnectionTarget: HTTP2Connection] = [:]
  /// Both kinds, as long as they have no request.
  private let idle: IdleConnections
  /// Exchanges that wait until it is known which of the two a server speaks.
  private var waiting: [ConnectionTarget: [HTTPExchange]] = [:]
  /// The number of open connections with HTTP/1.1: such servers need not be
  /// asked again.
  private var plainCounts: [ConnectionTarget: Int] = [:]
  /// Servers that speak HTTP/2 and do not want to, RFC 9113 §8.1.
  private var avoided: Set<ConnectionTarget> = []
  /// Exchanges without a connection because descriptors ran out.
  private var starved: Deque<HTTPExchange> = []
  /// Connections that are open, and those on their way.
  private var openCount = 0
  private var openingCount = 0
  /// The largest number of connections, by the limit of descriptors.
  private let maximumCount = DescriptorLimit.connections
  private var isClosed = false
  /// Connections with a request that is not on its way yet.
  private var unflushed: [HTTP1Connection] = []

  init(_ configuration: HTTPClientConfiguration, on loop: any EventLoop) {
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

  /// Starts to resolve the name that a request to the URL needs.
  ///
  /// - Parameter ready: called once when that has ended, unless the result is true.
  /// - Returns: whether there is nothing to wait for.
  func prepare(_ url: RequestURL, ready: @escaping () -> Void) -> Bool {
    let target = connector.target(for: url)
    if shared[target]?.isUsable == true || unused[target]?.isEmpty == false { return true }
    return connector.prepare(target, ready: ready)
  }

  /// Whether another connection may be opened; closes an idle one if that helps.
  private var hasRoom: Bool {
    openCount + openingCount < maximumCount || idle.closeOldest()
  }

  /// Sends what a connection has, once all that has come has been read: a server that is woken by
  /// each request would take the processor from us for each.
  func flushSoon(_ connection: HTTP1Connection) {
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

  /// One connection tells how many are needed.
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
        // The descriptor of the attempt is free again.
        self.feed()
        for other in waiting { self.follow(other, after: error, limits, target) }
      }
    }
  }

  // MARK: Too few descriptors

  private static func isShortage(_ error: any Error) -> Bool {
    (error as? IOError).map { DescriptorShortage.isShortage($0.errnoCode) } ?? false
  }

  /// Whether somebody will give back a descriptor.
  private var mayBecomeFree: Bool { openCount + openingCount > 0 }

  /// Keeps an exchange until a descriptor is free, at most until its own deadline.
  private func starve(_ exchange: HTTPExchange) {
    starved.append(exchange)
    guard let end = exchange.end else { return }
    connector.loop.assumeIsolated().scheduleTask(deadline: end.at) {
      guard let index = self.starved.firstIndex(where: { $0 === exchange }) else { return }
      self.starved.remove(at: index)
      exchange.fail(end.reason)
    }
  }

  /// Closes the connection that has been idle for longest.
  ///
  /// - Returns: false if none is idle.
  func closeOldestIdle() -> Bool { idle.closeOldest() }

  /// A descriptor is free, or a connection.
  private func feed() {
    guard let next = starved.popFirst() else { return }
    // Not from within the end of another exchange.
    connector.loop.assumeIsolated().execute { self.run(next) }
  }

  /// What became of one attempt to connect holds for all that would have been
  /// made alike; others make their own.
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
      if opened.speaksHTTP2 {
        let connection = HTTP2Connection(opened.channel, to: target, owner: self)
        try connection.install()
        shared[target] = connection
        openCount += 1
        connection.run(exchange, isReused: false)
      } else {
        let connection = HTTP1Connection(opened.channel, to: target, owner: self)
        try connection.install()
        plainCounts[target, default: 0] += 1
        openCount += 1
        connection.run(exchange, isReused: false)
      }
    } catch {
      opened.channel.close(promise: nil)
      exchange.finish(
        .failure(RequestError(.connect(address: target.url.authority, detail: "\(error)"))))
    }
  }

  /// Takes back a connection that may serve another request.
  func park(_ connection: HTTP1Connection) {
    guard mayRest(connection) else { return connection.close() }
    unused[connection.target, default: []].append(connection)
    idle.insert(connection)
    feed()
  }

  /// Takes note that a connection has no stream.
  func park(_ connection: HTTP2Connection) {
    guard mayRest(connection) else { return connection.close() }
    idle.insert(connection)
    feed()
  }

  /// Whether a connection stays open for the next request: an exchange without a descriptor needs
  /// it more, unless it leads to the same target.
  private func mayRest(_ connection: PooledConnection) -> Bool {
    if isClosed { return false }
    guard let next = starved.first else { return true }
    return connector.target(for: next.request.url) == connection.target
  }

  /// The connection is closed.
  func forget(_ connection: HTTP1Connection) {
    let target = connection.target
    idle.remove(connection)
    openCount -= 1
    defer { feed() }
    if let count = plainCounts[target] { plainCounts[target] = count > 1 ? count - 1 : nil }
    guard var others = unused.removeValue(forKey: target) else { return }
    others.removeAll { $0 === connection }
    if !others.isEmpty { unused[target] = others }
  }

  /// The connection takes no more exchanges.
  func retire(_ connection: HTTP2Connection) {
    if shared[connection.target] === connection { shared[connection.target] = nil }
  }

  /// The connection is closed.
  func forget(_ connection: HTTP2Connection) {
    idle.remove(connection)
    openCount -= 1
    feed()
  }

  /// From now on the server is spoken to with HTTP/1.1.
  func avoidHTTP2(_ target: ConnectionTarget) { avoided.insert(target) }

  /// Closes what lies idle, and whatever comes back.
  func close() {
    isClosed = true
    idle.closeAll()
  }
}
