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
  /// Has the logins of hosts that a redirect leads to.
  let credentials: any CredentialSource
  let waits: RetryWaits
  /// Counts bodies for the progress of the run.
  let transfers: TransferMeter?
  /// The number of body bytes that observers need of a response.
  let observedBytes: Int
  private let backpressure: OutputBackpressure?
  private let admission: Mutex<Admission>
  /// Whether a host has been refused (`RatePolicy.refusal`), which almost no run sees.
  private let hasRefusals = Atomic(false)
  private let nextOrder = Atomic<Int>(0)
  private let arrivals = Mutex<[any QueuedRequest]>([])

  init(
    client: any RequestClient, policy: ExecutionPolicy, fields: RequestFields,
    observers: [any ExchangeObserver], clock: RequestClock, shutdown: ShutdownSignal?,
    backpressure: OutputBackpressure?, hostWaits: HostWaits? = nil
  ) {
    waits = RetryWaits(shutdown: shutdown)
    self.backpressure = backpressure
    transfers = backpressure?.transfers
    self.client = client
    self.observers = observers
    observedBytes = observers.map(\.bodyBytes).max() ?? 0
    cookies = fields.cookies
    credentials = fields.credentials
    self.policy = policy
    self.clock = clock
    admission = Mutex(
      Admission(
        queue: RequestQueue(
          jobs: policy.jobs, jobsPerHost: policy.jobsPerHost,
          raisesJobsPerHost: policy.raisesJobsPerHost, rates: policy.rates,
          longestPause: policy.retry.maximumRetryAfter, hostWaits: hostWaits),
        backpressure: backpressure, memory: policy.bodyMemory))
    // Weak: the dispatcher holds the backpressure, which keeps these closures.
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
  func arrive(_ request: any QueuedRequest) {
    let isFirst = arrivals.withLock { arrivals in
      arrivals.append(request)
      return arrivals.count == 1
    }
    // The batch is not empty, so it is posted already and will contain this request.
    // `admitArrivals` takes it under the same lock.
    if isFirst { client.perform { self.admitArrivals() } }
  }

  private func admitArrivals() {
    let arrived = arrivals.withLock { arrivals in
      defer { arrivals = [] }
      return arrivals
    }
    for request in arrived { admit(request) }
  }

  /// - Parameter order: see `RequestQueue.enter`.
  func admit(_ request: any QueuedRequest, order: Int = .max) {
    let host = request.host
    if policy.queueTimeout != nil { request.queue(now: clock.now()) }
    // The stop has emptied the queue and does not look again. Requests that have begun may end.
    if !request.hasBegun, admission.withLock({ $0.isStopped }) { return request.cancel() }
    fill { state, now in
      state.queue.enter(
        host: host, priority: request.priority, order: order, waiter: request, now: now)
    }
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
    for request in expired { request.expire(now: now) }
    watchQueue()
  }

  /// Drops requests that have not begun; the others finish.
  private func stop() {
    let dropped = admission.withLock { state in
      state.isStopped = true
      return state.queue.remove { !$0.hasBegun }
    }
    for request in dropped { request.cancel() }
  }

  func pause(host: String, for wait: Duration) {
    guard wait <= policy.retry.maximumRetryAfter else { return }
    let now = clock.now()
    admission.withLock { $0.queue.rates.pause(host: host, for: wait, now: now) }
  }

  /// Pauses or refuses a host whose announced limit is used up.
  func note(_ limit: AnnouncedLimit, of host: String) {
    let now = clock.now()
    guard admission.withLock({ $0.queue.rates.note(limit, host: host, now: now) }) else { return }
    if limit.reset > policy.retry.maximumRetryAfter { hasRefusals.store(true, ordering: .relaxed) }
    for observer in observers { observer.willPause(host, for: limit.reset) }
  }

  /// Returns the error of a request to a host that is refused; nil for other hosts.
  // Relaxed: the client's thread reads and writes it.
  func refusal(of host: @autoclosure () -> String) -> RequestError? {
    guard hasRefusals.load(ordering: .relaxed) else { return nil }
    let (host, now) = (host(), clock.now())
    guard let wait = admission.withLock({ $0.queue.rates.refusal(host: host, now: now) }) else {
      return nil
    }
    let retryAt = clock.seconds() + Int((wait / .seconds(1)).rounded(.up))
    let why = "the limit of \(host) is used up until \(CivilDate.timestamp(retryAt))"
    return RequestError(.quotaExhausted(why: why, retryAt: retryAt))
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
    admission.withLock { state in
      // Unlike `pause`, which ignores an unreasonable announcement: the host has refused a request,
      // so it gets a pause in any case.
      state.queue.rates.pause(host: host, for: wait, now: now)
      state.queue.slow(host: host, isAnnounced: isAnnounced, now: now)
    }
  }

  /// Whether the result of a request is reported before the next one starts.
  var mayStopEarly: Bool { backpressure?.mayStopEarly ?? false }

  /// Returns the number of a new request; each must end once.
  // Relaxed: the numbers only have to differ. The locks order everything else.
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
    fill { state, _ in
      if let host {
        state.queue.leave(host: host, isUnused: isUnused, isAdmitted: isAdmitted)
        state.backpressure?.count(-1)
        state.inFlight -= 1
      }
      // Before `fill`, because the estimate decides how many may start.
      if let bytes { state.memory?.note(bytes) }
      if let order { state.open.end(order) }
    }
  }

  /// Starts the requests that may start after a change, and sets a timer for the next ones.
  private func fill(after change: @Sendable (inout Admission, _ now: Duration) -> Void) {
    let now = clock.now()
    let wait = admission.withLock { state in
      change(&state, now)
      return state.fill(now: now)
    }
    if let wait { client.schedule(after: wait) { self.fill { state, _ in state.timerEnd = nil } } }
    startReady()
  }

  /// Starts requests in a loop rather than recursively: thousands that fail immediately would
  /// overflow the stack.
  private func startReady() {
    while true {
      let next: (any QueuedRequest)? = admission.withLock { state in
        // `proceed` may come back here, through `leave` or a failure: the outer loop goes on.
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
