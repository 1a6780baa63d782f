internal import Synchronization
internal import WirelineCore
internal import WirelineRequests

/// A request whose response may be a stream: passes on the values of its events as they arrive, and
/// reconnects.
struct EventRun: Sendable {
  /// A response with its body, or `delivered` if its events were passed on, and the reason why they
  /// ended early.
  typealias End = Result<(Response, CheckFailure?), RequestError>

  var request: RequestSpecification
  var settings: EventSettings
  let executor: any RequestExecuting
  /// Called when the head of a response announces a stream, each time.
  var onStream: @Sendable () -> Void = {}
  let onValues: EventSink.Receiver
  /// Called once, after the last values.
  let completion: @Sendable (End) -> Void
  /// Where the last connection ended; nil before the first one.
  private(set) var position: EventStreamParser.Position?
  /// The time of a reconnection, after its delay. Before the first one, requests wait for others.
  private(set) var began: ContinuousClock.Instant?
  private let chain = RequestChain()

  /// The server's delay is hostile if it is longer.
  private static let maximumDelay = Duration.seconds(300)

  /// - Parameter delay: before a reconnection.
  func start(after delay: Duration? = nil) { chain.start { connect(after: delay) } }

  private func connect(after delay: Duration?) {
    let last = Mutex<EventSink?>(nil)
    let body = BodyDestination.sink { head in
      let sink = EventSink(head, after: position, settings, onValues: onValues)
      last.withLock { $0 = sink }
      if sink.hasDelivered { onStream() }
      return sink
    }
    executor.start(request, gate: delay.map(ReconnectionDelay.init), body: body) { result in
      finish(result, last.withLock { $0 })
    }
  }

  private func finish(_ result: Result<Response, RequestError>, _ sink: EventSink?) {
    let end = End { () throws(RequestError) in
      let response = try result.get()
      // The server has no more events.
      if position != nil, response.status == 204 { return (response, nil) }
      return try sink?.finish(response) ?? (response, nil)
    }
    // Without a response, the position is still that of the last one.
    guard let reached = sink == nil ? position : sink?.position, settings.reconnections > 0,
      request.isIdempotent
    else { return completion(end) }
    if case .failure(let error) = end, !error.isRetryable { return completion(end) }
    // WHATWG HTML §9.2.3.
    var next = self
    next.settings.reconnections -= 1
    next.position = reached
    // The cache would repeat the events.
    next.request.headers.set("Cache-Control", "no-store")
    if !reached.id.isEmpty { next.request.headers.set("Last-Event-ID", reached.id) }
    let delay = min(reached.retry ?? settings.delay, Self.maximumDelay)
    let start = ContinuousClock.now + delay
    next.began = start
    next.request.elapsed += (began ?? sink?.began ?? .now).duration(to: start)
    if let total = request.deadline ?? settings.deadline, next.request.elapsed >= total {
      return completion(.failure(RequestError(.deadline(total))))
    }
    next.start(after: delay)
  }
}

/// Delays a request once.
private final class ReconnectionDelay: RequestGate {
  private let wait: Mutex<Duration?>

  init(_ wait: Duration) { self.wait = Mutex(wait) }

  func admit(isFirst: Bool) -> AdmissionDecision {
    wait.withLock { $0.take() }.map { .wait($0) } ?? .go
  }
}
