import NIOCore
import NIOPosix
internal import WirelineCore

/// Connects to the first of several addresses that answers, RFC 8305. On the
/// loop.
final class HappyEyeballs {
  private let addresses: [SocketAddress]
  private let loop: any EventLoop
  private let promise: EventLoopPromise<any Channel>
  private var next = 0
  private var failed = 0
  private var isDone = false
  private var alarm: Scheduled<Void>?

  /// RFC 8305 §5: the recommended wait before the next address is tried too.
  private static let attemptDelay = TimeAmount.milliseconds(250)

  /// - Parameter addresses: in the resolver's order; at least one.
  init(addresses: [SocketAddress], on loop: any EventLoop) {
    self.addresses = Self.interleaved(addresses)
    self.loop = loop
    promise = loop.makePromise()
  }

  func connect() -> EventLoopFuture<any Channel> {
    tryNext()
    return promise.futureResult
  }

  /// RFC 8305 §4: families take turns, the resolver's first one first.
  static func interleaved(_ addresses: [SocketAddress]) -> [SocketAddress] {
    guard let first = addresses.first?.protocol else { return [] }
    let preferred = addresses.filter { $0.protocol == first }
    let others = addresses.filter { $0.protocol != first }
    var mixed: [SocketAddress] = []
    for index in 0..<max(preferred.count, others.count) {
      if index < preferred.count { mixed.append(preferred[index]) }
      if index < others.count { mixed.append(others[index]) }
    }
    return mixed
  }

  private func tryNext() {
    alarm?.cancel()
    guard !isDone, next < addresses.count else { return }
    let address = addresses[next]
    next += 1
    if next < addresses.count {
      alarm = loop.assumeIsolated().scheduleTask(in: Self.attemptDelay) { self.tryNext() }
    }
    bootstrap.connect(to: address).assumeIsolated().whenComplete { self.settle($0) }
  }

  private func settle(_ result: Result<any Channel, any Error>) {
    switch result {
    case .success(let channel) where isDone: channel.close(promise: nil)
    case .success(let channel):
      isDone = true
      alarm?.cancel()
      promise.succeed(channel)
    case .failure(let error):
      failed += 1
      if failed == addresses.count, !isDone {
        isDone = true
        promise.fail(error)
      } else {
        tryNext()
      }
    }
  }

  private var bootstrap: ClientBootstrap {
    ClientBootstrap(group: loop)
      // The caller has its own alarm; this one only bounds forgotten attempts.
      .connectTimeout(.minutes(5))
      .channelOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: 32 * 1024))
  }
}
