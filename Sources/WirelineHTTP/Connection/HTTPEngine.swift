import NIOCore
import NIOPosix
import WirelineCore

/// The event loop and what lives on it: connections, names, the TLS context.
final class HTTPEngine: Sendable {
  let loop: any EventLoop
  private let state: NIOLoopBoundBox<Connections>

  init(_ configuration: HTTPClientConfiguration) {
    let loop = MultiThreadedEventLoopGroup(numberOfThreads: 1).next()
    self.loop = loop
    state = .makeBoxSendingValue(Connections(configuration, on: loop), eventLoop: loop)
  }

  deinit {
    // Connections and their owner hold one another.
    loop.execute { [state] in state.value.close() }
  }

  /// Begins an exchange; on the loop.
  func start(_ exchange: HTTPExchange) {
    loop.assertInEventLoop()
    state.value.run(exchange)
  }
}

/// Idle connections by where they lead, and the way to new ones. On the loop.
final class Connections {
  private let connector: Connector
  private var idle: [ConnectionTarget: [HTTPConnection]] = [:]
  private var isClosed = false

  init(_ configuration: HTTPClientConfiguration, on loop: any EventLoop) {
    connector = Connector(configuration, on: loop)
  }

  func run(_ exchange: HTTPExchange) {
    let target = connector.target(for: exchange.request.url)
    while let connection = idle[target]?.popLast() {
      if connection.isUsable {
        return connection.run(exchange, isReused: true)
      }
    }
    open(target, for: exchange)
  }

  private func open(_ target: ConnectionTarget, for exchange: HTTPExchange) {
    let attempt = connector.connect(to: target, limits: exchange.request.limits)
    attempt.assumeIsolated().whenComplete { result in
      switch result {
      case .success(let channel):
        self.adopt(channel, target, exchange)
      case .failure(let error):
        exchange.finish(
          .failure(RequestError(Connector.reason(error, target, exchange.request.limits))))
      }
    }
  }

  private func adopt(_ channel: any Channel, _ target: ConnectionTarget, _ exchange: HTTPExchange) {
    let connection = HTTPConnection(channel, to: target, owner: self)
    do {
      try connection.install()
    } catch {
      return exchange.finish(
        .failure(RequestError(.connect(address: target.url.authority, detail: "\(error)"))))
    }
    connection.run(exchange, isReused: false)
  }

  /// Takes back a connection that may serve another request.
  func park(_ connection: HTTPConnection) {
    if isClosed { return connection.close() }
    idle[connection.target, default: []].append(connection)
  }

  func forget(_ connection: HTTPConnection) {
    guard var others = idle.removeValue(forKey: connection.target) else { return }
    others.removeAll { $0 === connection }
    if !others.isEmpty { idle[connection.target] = others }
  }

  /// Closes what lies idle, and whatever comes back.
  func close() {
    isClosed = true
    for connection in idle.values.joined() { connection.close() }
  }
}
