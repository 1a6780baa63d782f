import DequeModule
import WirelineCore
import WirelineRequests

/// A request as the queue and the dispatcher know it. `Execution` implements it and depends on
/// them, so they cannot name it.
protocol QueuedRequest: AnyObject, Sendable {
  var host: String { get }
  var priority: Int { get }
  /// The number that `RequestDispatcher.begin` returned.
  var order: Int { get }
  /// Whether an attempt was made.
  var hasBegun: Bool { get }
  /// Whether an attempt was made, or its host name was looked up.
  var isInFlight: Bool { get }

  /// Starts the time in the queue.
  func queue(now: Duration)

  func isExpired(now: Duration) -> Bool

  /// Makes the next attempt.
  func proceed()

  /// Fails a request that was queued for too long and has left the queue.
  func expire(now: Duration)

  /// Fails a request because the run is about to end.
  func cancel()
}

/// The requests of a run that wait or are in flight, with the limits that the queue does not know:
/// memory, and the speed of the output.
struct Admission {
  var queue: RequestQueue<any QueuedRequest>
  let backpressure: OutputBackpressure?
  var open = InFlightWindow()
  /// Attempts in flight.
  var inFlight = 0
  /// The limit on attempts set by the memory of their bodies; nil for no limit.
  var memory: BodyMemory?
  var ready: [any QueuedRequest] = []
  var isStarting = false
  var isStopped = false
  /// The time when the timer that admits requests fires; nil if none is set.
  var timerEnd: Duration?
  var isWatched = false

  /// Admits requests; returns the time until another one may start.
  mutating func fill(now: Duration) -> Duration? {
    while let next = next(now: now) {
      backpressure?.count(1)
      inFlight += 1
      ready.append(next)
    }
    // A timer that fires earlier also admits requests, and then sets the next one.
    guard let wait = queue.wait(now: now), timerEnd.map({ now + wait < $0 }) ?? true else {
      return nil
    }
    timerEnd = now + wait
    return wait
  }

  private mutating func next(now: Duration) -> (any QueuedRequest)? {
    if let memory, inFlight >= memory.jobs { return nil }
    return switch backpressure?.hold ?? .nothing {
    case .nothing: queue.next(now: now)
    // The output waits for the oldest request. Retries of all requests in flight may continue:
    // one after another, they could take minutes.
    case .allButOldest:
      queue.next(now: now) { [oldest = open.oldest] in $0.order == oldest || $0.isInFlight }
    case .all: nil
    }
  }
}

/// Finds the oldest of the requests that have not ended.
struct InFlightWindow {
  /// Whether each request has ended, from `oldest` on.
  private var hasEnded: Deque<Bool> = []
  /// The number of the oldest request in flight, or of the next one.
  private(set) var oldest = 0

  /// - Parameter order: the number of the request, from 0; each ends once.
  mutating func end(_ order: Int) {
    let distance = order - oldest
    guard distance >= 0 else { return }
    while hasEnded.count <= distance { hasEnded.append(false) }
    hasEnded[distance] = true
    while hasEnded.first == true {
      hasEnded.removeFirst()
      oldest += 1
    }
  }
}
