import NIOCore
import NIOSSL
internal import WirelineCore

/// A connection that serves one request after another. On the loop.
class PooledConnection {
  let target: ConnectionTarget
  let channel: any Channel
  fileprivate var idleSince: NIODeadline?
  /// Its neighbours among the idle connections.
  fileprivate weak var older: PooledConnection?
  fileprivate var newer: PooledConnection?

  init(_ channel: any Channel, to target: ConnectionTarget) {
    self.channel = channel
    self.target = target
  }

  /// Ends the connection and takes it out of the pool.
  func close() { closeChannel() }

  /// Closes the socket now. TLS would wait for the peer's farewell first, for seconds, and hold the
  /// descriptor and its buffers until then.
  func closeChannel() {
    let pipeline = channel.pipeline.syncOperations
    if let tls = try? pipeline.context(handlerType: NIOSSLClientHandler.self) {
      tls.close(promise: nil)
    } else {
      channel.close(promise: nil)
    }
  }
}

/// The connections without a request, by the time they became idle. On the loop.
///
/// Bounded in number and in age: an idle TLS connection holds about 120 KB and a descriptor, and
/// servers close theirs after 5 to 75 s.
final class IdleConnections {
  private let limit: Int
  private let maximumAge: NIOCore.TimeAmount
  private let loop: any EventLoop
  private var oldest: PooledConnection?
  private var newest: PooledConnection?
  private(set) var count = 0
  private var isWatched = false

  /// - Parameters:
  ///   - limit: the largest number of idle connections.
  ///   - maximumAge: how long a connection may be idle.
  init(limit: Int, maximumAge: NIOCore.TimeAmount, on loop: any EventLoop) {
    self.limit = limit
    self.maximumAge = maximumAge
    self.loop = loop
  }

  var isEmpty: Bool { count == 0 }

  /// Adds a connection that has become idle, and closes the oldest one if there are too many.
  func insert(_ connection: PooledConnection) {
    guard connection.idleSince == nil else { return }
    connection.idleSince = .now()
    connection.older = newest
    newest?.newer = connection
    newest = connection
    if oldest == nil { oldest = connection }
    count += 1
    if count > limit { closeOldest() }
    watch()
  }

  /// Takes out a connection that is used again, or closed.
  func remove(_ connection: PooledConnection) {
    guard connection.idleSince != nil else { return }
    connection.idleSince = nil
    let (older, newer) = (connection.older, connection.newer)
    connection.older = nil
    connection.newer = nil
    if let older { older.newer = newer } else { oldest = newer }
    if let newer { newer.older = older } else { newest = older }
    count -= 1
  }

  /// - Returns: false if none is idle.
  @discardableResult
  func closeOldest() -> Bool {
    guard let connection = oldest else { return false }
    remove(connection)
    connection.close()
    return true
  }

  func closeAll() {
    while closeOldest() {}
  }

  /// One task serves all: it runs when the oldest connection reaches its age.
  private func watch() {
    guard !isWatched, let since = oldest?.idleSince else { return }
    isWatched = true
    loop.assumeIsolated().scheduleTask(deadline: since + maximumAge) { [weak self] in
      self?.expire()
    }
  }

  private func expire() {
    isWatched = false
    let limit = NIODeadline.now() - maximumAge
    while let since = oldest?.idleSince, since <= limit { closeOldest() }
    watch()
  }
}
