import Glibc
import NIOCore
import Synchronization
import WirelineCore
package import WirelineRequests

/// The clock of an executor, replaced in tests.
package struct RequestClock: Sendable {
  /// Monotonic time since an arbitrary start.
  package var now: @Sendable () -> Duration
  /// Seconds since 1970.
  package var seconds: @Sendable () -> Int

  package init(
    now: @escaping @Sendable () -> Duration, seconds: @escaping @Sendable () -> Int
  ) {
    self.now = now
    self.seconds = seconds
  }

  package static let system = RequestClock(
    now: { .nanoseconds(NIODeadline.now().uptimeNanoseconds) }, seconds: { time(nil) })
}

/// Called once with the final response or error of a request.
package typealias RequestCompletion = @Sendable (Result<Response, RequestError>) -> Void

/// Decides when attempts start, and holds what all requests of a run share.
final class RequestDispatcher: Sendable {
  let client: any RequestClient
  let policy: ExecutionPolicy
  let clock: RequestClock
  let observers: [any ExchangeObserver]
  let cookies: CookieStore?
  let waits: RetryWaits
  /// Counts bodies for the progress of the run.
  let transfers: TransferMeter?
  private let admission: Mutex<Admission>
  private let nextOrder = Atomic<Int>(0)
  private let arrivals = Mutex<[Execution]>([])

  private struct Admission {
    var queue: RequestQueue<Execution>
    let backpressure: OutputBackpressure?
    var open = InFlightWindow()
    /// Attempts in flight, and their limit by the memory of their bodies; nil for no limit.
    var inFlight = 0
    var memory: BodyMemory?
    var ready: [Execution] = []
    var isStarting = false
    var isStopped = false
    var alarm: Duration?
    var isWatched = false

    /// Admits requests; returns the time until another one may start.
    mutating func fill(now: Duration) -> Duration? {
      while let next = next(now: now) {
        backpressure?.count(1)
        inFlight += 1
        ready.append(next)
      }
      guard let wait = queue.wait(now: now), alarm.map({ now + wait < $0 }) ?? true else {
        return nil
      }
      alarm = now + wait
      return wait
    }

    private mutating func next(now: Duration) -> Execution? {
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

  init(
    client: any RequestClient, policy: ExecutionPolicy, cookies: CookieStore?,
    observers: [any ExchangeObserver], clock: RequestClock, shutdown: ShutdownSignal?,
    backpressure: OutputBackpressure?
  ) {
    waits = RetryWaits(shutdown: shutdown)
    transfers = backpressure?.transfers
    self.client = client
    self.observers = observers
    self.cookies = cookies
    self.policy = policy
    self.clock = clock
    admission = Mutex(
      Admission(
        queue: RequestQueue(
          jobs: policy.jobs, jobsPerHost: policy.jobsPerHost,
          raisesJobsPerHost: policy.raisesJobsPerHost, rates: policy.rates,
          longestPause: policy.retry.maximumRetryAfter),
        backpressure: backpressure, memory: policy.bodyMemory))
    backpressure?.whenReleased { [weak self] in
      guard let self else { return }
      self.client.perform { self.leave() }
    }
    backpressure?.whenStopped { [weak self] in
      guard let self else { return }
      self.client.perform { self.stop() }
    }
  }

  /// Passes a request to the client's thread, in batches if they arrive fast, which avoids
  /// contention for the queue.
  func arrive(_ execution: Execution) {
    let isFirst = arrivals.withLock { arrivals in
      arrivals.append(execution)
      return arrivals.count == 1
    }
    if isFirst { client.perform { self.admitArrivals() } }
  }

  private func admitArrivals() {
    let arrived = arrivals.withLock { arrivals in
      defer { arrivals = [] }
      return arrivals
    }
    for execution in arrived { admit(execution) }
  }

  /// - Parameter order: see `RequestQueue.enter`.
  func admit(_ execution: Execution, order: Int = .max) {
    let host = execution.host
    let now = clock.now()
    if policy.queueTimeout != nil { execution.queue(now: now) }
    if !execution.hasBegun, admission.withLock({ $0.isStopped }) { return execution.cancel() }
    let wait = admission.withLock { state in
      state.queue.enter(
        host: host, priority: execution.priority, order: order, waiter: execution, now: now)
      return state.fill(now: now)
    }
    if let wait { setAlarm(wait) }
    startReady()
    watchQueue()
  }

  /// Schedules a check for requests that were queued too long: with a rate limit they would still
  /// take a slot.
  private func watchQueue() {
    guard let limit = policy.queueTimeout else { return }
    let isNeeded = admission.withLock { state in
      if state.isWatched || state.queue.isEmpty { return false }
      state.isWatched = true
      return true
    }
    // An eighth of the limit is precise enough.
    if isNeeded { client.schedule(after: max(limit / 8, .milliseconds(10))) { self.expire() } }
  }

  private func expire() {
    let now = clock.now()
    let expired = admission.withLock { state in
      state.isWatched = false
      return state.queue.remove { $0.isExpired(now: now) }
    }
    for execution in expired { execution.expire(now: now) }
    watchQueue()
  }

  /// Drops requests that have not begun; the others finish.
  private func stop() {
    let dropped = admission.withLock { state in
      state.isStopped = true
      return state.queue.remove { !$0.hasBegun }
    }
    for execution in dropped { execution.cancel() }
  }

  func pause(host: String, for wait: Duration) {
    guard wait <= policy.retry.maximumRetryAfter else { return }
    let now = clock.now()
    admission.withLock { $0.queue.pause(host: host, for: wait, now: now) }
  }

  /// The number of requests that a host has admitted since it first refused one with 429.
  func admittedRequests(of host: String) -> Int {
    admission.withLock { $0.queue.admittedRequests(of: host) }
  }

  /// Pauses a host after a refusal (429), and slows it down.
  ///
  /// - Parameter isAnnounced: whether the host has announced the pause, after which it admits
  ///   requests at full speed.
  func slow(host: String, for wait: Duration, isAnnounced: Bool) {
    let now = clock.now()
    let pause = min(wait, policy.retry.maximumRetryAfter)
    admission.withLock { state in
      state.queue.pause(host: host, for: pause, now: now)
      state.queue.slow(host: host, isAnnounced: isAnnounced, now: now)
    }
  }

  private func setAlarm(_ wait: Duration) {
    client.schedule(after: wait) { [self] in
      let now = clock.now()
      let next = admission.withLock { state in
        state.alarm = nil
        return state.fill(now: now)
      }
      if let next { setAlarm(next) }
      startReady()
    }
  }

  /// Whether the result of a request is reported before the next one starts.
  var mayStopEarly: Bool { admission.withLock { $0.backpressure?.mayStopEarly ?? false } }

  /// Returns the number of a new request; each must end once.
  func begin() -> Int { nextOrder.add(1, ordering: .relaxed).oldValue }

  /// Ends an attempt and starts the next requests.
  ///
  /// - Parameters:
  ///   - bytes: the size of a body held in memory; nil for none.
  ///   - isAdmitted: whether the host has processed the request.
  func leave(
    host: String? = nil, isUnused: Bool = false, ending order: Int? = nil, bytes: Int? = nil,
    isAdmitted: Bool = false
  ) {
    let now = clock.now()
    let wait = admission.withLock { state in
      if let host {
        state.queue.leave(host: host, isUnused: isUnused, isAdmitted: isAdmitted)
        state.backpressure?.count(-1)
        state.inFlight -= 1
      }
      if let bytes { state.memory?.note(bytes) }
      if let order { state.open.end(order) }
      return state.fill(now: now)
    }
    if let wait { setAlarm(wait) }
    startReady()
  }

  /// Starts requests in a loop rather than recursively: thousands that fail immediately would
  /// overflow the stack.
  private func startReady() {
    while true {
      let next: Execution? = admission.withLock { state in
        if state.isStarting { return nil }
        state.isStarting = !state.ready.isEmpty
        return state.ready.isEmpty ? nil : state.ready.removeFirst()
      }
      guard let next else { return }
      next.proceed()
      admission.withLock { $0.isStarting = false }
    }
  }
}

/// The requests that wait for their next attempt. Shutdown ends these waits.
final class RetryWaits: Sendable {
  private struct State: Sendable {
    var isWatched = false
    var isEnded = false
    var next = 0
    var waiting: [Int: @Sendable () -> Void] = [:]
  }

  private let shutdown: ShutdownSignal?
  private let state = Mutex(State())

  /// - Parameter shutdown: the signal that ends the run; nil for none.
  init(shutdown: ShutdownSignal?) { self.shutdown = shutdown }

  /// - Parameter onEnd: called if the run ends before the wait is over; immediately if it has
  ///   ended, and then the result is nil.
  func enter(onEnd: @escaping @Sendable () -> Void) -> Int? {
    let (ticket, isFirst) = state.withLock { state -> (Int?, Bool) in
      if state.isEnded { return (nil, false) }
      defer { (state.next, state.isWatched) = (state.next + 1, true) }
      state.waiting[state.next] = onEnd
      return (state.next, !state.isWatched)
    }
    if ticket == nil { onEnd() }
    if isFirst { shutdown?.onRequest { [weak self] _ in self?.end() } }
    return ticket
  }

  /// - Returns: true if it was still waiting.
  func leave(_ ticket: Int) -> Bool {
    state.withLock { $0.waiting.removeValue(forKey: ticket) != nil }
  }

  private func end() {
    let waiting = state.withLock { state in
      defer { (state.isEnded, state.waiting) = (true, [:]) }
      return state.waiting
    }
    for onEnd in waiting.sorted(by: { $0.key < $1.key }) { onEnd.value() }
  }
}
