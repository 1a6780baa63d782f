import NIOCore
import WirelineCore
internal import WirelineRequests

/// Ends an exchange that is silent or late. On the loop.
///
/// One scheduled task serves many exchanges: it looks when it fires whether
/// anything came meanwhile, so a byte costs no more than reading a clock.
final class Watchdog {
  /// Called when an exchange has to end.
  var onEnd: (RequestError.Reason) -> Void = { _ in }
  private let loop: any EventLoop
  private var exchange: HTTPExchange?
  private var lastSign = NIODeadline.now()
  private var pending: (at: NIODeadline, task: Scheduled<Void>)?

  init(on loop: any EventLoop) { self.loop = loop }

  func start(_ exchange: HTTPExchange) {
    self.exchange = exchange
    lastSign = .now()
    arm()
  }

  func touch() { lastSign = .now() }

  /// For good: the connection is closed.
  func stop() {
    pending?.task.cancel()
    pending = nil
    exchange = nil
  }

  /// When the current exchange is over unless something comes.
  private func limit(_ exchange: HTTPExchange) -> NIODeadline {
    let silence = lastSign + TimeAmount(exchange.request.limits.silenceTimeout)
    return exchange.end.map { min($0.at, silence) } ?? silence
  }

  private func arm() {
    guard let exchange, !exchange.isFinished else { return }
    let limit = limit(exchange)
    if let pending {
      if pending.at <= limit { return }
      pending.task.cancel()
    }
    let task = loop.assumeIsolated().scheduleTask(deadline: limit) { self.fire() }
    pending = (limit, task)
  }

  private func fire() {
    pending = nil
    guard let exchange, !exchange.isFinished else { return }
    let now = NIODeadline.now()
    guard now >= limit(exchange) else { return arm() }
    if let end = exchange.end, now >= end.at {
      onEnd(end.reason)
    } else {
      let phase = exchange.hasBegunAnswer ? "further byte" : "answer"
      onEnd(.timeout(exchange.request.limits.silenceTimeout, phase: phase))
    }
  }
}
