import Glibc
import NIOCore
import Synchronization
package import WirelineCore
package import WirelineRequests

/// The one place where requests are executed: replay, admission, attempts,
/// retries, redirects, limits, recording. How a byte gets to the server is the
/// client's affair.
///
/// It works with completions, not tasks: a task and its suspensions cost as
/// much as the rest of a small request. `execute` is the same for code that
/// would rather wait.
package final class RequestExecutor: RequestExecuting {
  package typealias Completion = @Sendable (Result<Response, RequestError>) -> Void

  /// The time, so that tests need none.
  package struct Clock: Sendable {
    /// Time since an arbitrary start, never going back.
    package var now: @Sendable () -> Duration
    /// Seconds since 1970.
    package var seconds: @Sendable () -> Int

    package init(
      now: @escaping @Sendable () -> Duration, seconds: @escaping @Sendable () -> Int
    ) {
      self.now = now
      self.seconds = seconds
    }

    package static let system = Clock(
      now: { .nanoseconds(NIODeadline.now().uptimeNanoseconds) }, seconds: { time(nil) })
  }

  /// The codings that can be undone here, as `Accept-Encoding` says it.
  package static let offeredCodings = BodyDecoder.offered

  let client: any RequestClient
  let policy: ExecutionPolicy
  let clock: Clock
  let observer: (any ExchangeObserver)?
  let cookies: CookieStore?
  let waits: RetryWaits
  private let cassette: Cassette?
  private let cache: ResponseCache?
  private let credentials: any CredentialSource
  private let politeness: SharedPoliteness?
  private let admission: Mutex<Admission>
  private let nextOrder = Atomic<Int>(0)
  /// Executions on their way to the client's thread.
  private let arrivals = Mutex<[Execution]>([])

  private struct Admission {
    var queue: RequestQueue<Execution>
    let brake: AdmissionBrake?
    var open = OpenOrders()
    /// Attempts under way, and how many may be for the memory of their bodies; nil for any.
    var underWay = 0
    var memory: BodyMemory?
    /// Those that have room and are about to start.
    var ready: [Execution] = []
    var isStarting = false
    /// Whether nothing more begins.
    var isStopped = false
    /// When the queue is to be looked at again because time has passed.
    var alarm: Duration?
    /// Whether somebody will look for those who have waited too long.
    var isWatched = false

    /// Moves those who may start now; how long until time lets another one.
    mutating func fill(now: Duration) -> Duration? {
      while let next = next(now: now) {
        brake?.count(1)
        underWay += 1
        ready.append(next)
      }
      guard let wait = queue.wait(now: now), alarm.map({ now + wait < $0 }) ?? true else {
        return nil
      }
      alarm = now + wait
      return wait
    }

    private mutating func next(now: Duration) -> Execution? {
      if let memory, underWay >= memory.jobs { return nil }
      return switch brake?.hold ?? .nothing {
      case .nothing: queue.next(now: now)
      // Those under way are what the others wait for, now or soon. One after the other, each with
      // its retries, they would take minutes each.
      case .allButOldest:
        queue.next(now: now) { [oldest = open.oldest] in $0.order == oldest || $0.isUnderWay }
      case .all: nil
      }
    }
  }

  package init(
    client: any RequestClient, policy: ExecutionPolicy, cassette: Cassette? = nil,
    cache: ResponseCache? = nil,
    credentials: any CredentialSource = NoCredentials(), cookies: CookieStore? = nil,
    observer: (any ExchangeObserver)? = nil, politeness: SharedPoliteness? = nil,
    clock: Clock = .system, shutdown: ShutdownSignal? = nil, brake: AdmissionBrake? = nil
  ) {
    waits = RetryWaits(shutdown: shutdown)
    self.client = client
    self.observer = observer
    self.cookies = cookies
    self.policy = policy
    self.cassette = cassette
    self.cache = cache
    self.credentials = credentials
    self.clock = clock
    self.politeness = politeness
    admission = Mutex(
      Admission(
        queue: RequestQueue(
          jobs: policy.jobs, jobsPerHost: policy.jobsPerHost, rates: policy.rates,
          claims: politeness.map { HostClaims(claim: $0.claim, giveBack: $0.giveBack) },
          longestPause: policy.retry.maximumRetryAfter),
        brake: brake, memory: policy.bodyMemory))
    brake?.whenReleased { [weak self] in
      guard let self else { return }
      self.client.perform { self.leave() }
    }
    brake?.whenStopped { [weak self] in
      guard let self else { return }
      self.client.perform { self.stop() }
    }
  }

  /// Executes a request to its final answer.
  ///
  /// - Parameters:
  ///   - gate: asked before the first attempt; not where the answer comes out of
  ///     a cassette or a cache.
  ///   - completion: called once, with any HTTP answer whatever its status, or why
  ///     there is none; on the client's thread as a rule.
  package func start(
    _ specification: RequestSpecification, gate: (any RequestGate)?, body: BodyDestination,
    completion done: @escaping Completion
  ) {
    let completion: Completion = { [self] result in
      // What a failure quotes of a response must not repeat what was sent.
      done(result.mapError { $0.hiding(secrets(of: specification)) })
    }
    do throws(RequestError) {
      if let cassette, cassette.isReplaying {
        return completion(.success(try cassette.replay(specification, into: body)))
      }
      let request = try credentials.fill(complete(specification))
      let recording = cassette.map { Recording(cassette: $0, request: specification) }
      // What is recorded has to be whole: an answer out of the cache, or a 304
      // to a question of ours, would be no answer to the request.
      if recording == nil, let cache, let policy = cache.policy(for: request) {
        return CachedExecution(
          request, policy, cache, gate: gate, body: body, executor: self,
          completion: completion
        ).begin()
      }
      arrive(
        Execution(
          request, gate: gate, body: body, executor: self, recording: recording,
          completion: completion))
    } catch {
      completion(.failure(error))
    }
  }

  /// The request with all the fields that it will be sent with, but for those
  /// of the connection and the framing.
  package func complete(_ specification: RequestSpecification) -> RequestSpecification {
    var request = specification
    let defaults = policy.defaultHeaders
    request.headers.setDefaults(request.isElsewhere ? defaults.forAnotherOrigin : defaults)
    if let mediaType = request.body.mediaType {
      request.setDefault("Content-Type", mediaType, policy)
    }
    if let value = request.url.basicCredentials {
      request.setDefault("Authorization", value, policy)
    }
    request.headers.remove(
      specification.suppressedHeaders, unlessIn: specification.headers)
    return request
  }

  /// The request with all that would be sent, cookies and credentials too.
  package func sent(_ specification: RequestSpecification) -> RequestSpecification {
    let whole = complete(specification)
    return identified((try? credentials.fill(whole)) ?? whole)
  }

  /// What an answer to the request may repeat, and nobody is to be told.
  package func secrets(of specification: RequestSpecification) -> SentSecrets {
    let sent = sent(specification)
    let secrets = SentSecrets()
    secrets.note(sent.headers)
    secrets.note(sent.url)
    return secrets
  }

  /// Whether a request carries credentials, be it by its fields, its URL, cookies or netrc.
  package func isAuthorised(_ specification: RequestSpecification) -> Bool {
    specification.credential != nil || specification.url.userInformation != nil
      || sent(specification).headers.fields.contains { Secrets.isSecret(header: $0.name) }
  }

  /// Calls the body after a while, on the client's thread.
  package func later(_ wait: Duration, _ body: @escaping @Sendable () -> Void) {
    client.schedule(after: wait, body)
  }

  /// Waits for what the cache asks about behind the user's back, for so long at
  /// most.
  package func settle(within limit: Duration) async {
    guard let refreshes = cache?.refreshes else { return }
    await withUnsafeContinuation { (waiter: UnsafeContinuation<Void, Never>) in
      let waiting = WaiterOnce(waiter)
      refreshes.whenDone { waiting.resume() }
      if waiting.isWaiting { client.schedule(after: limit) { waiting.resume() } }
    }
  }

  /// The same with the cookies that it would be sent with: what the cache goes
  /// by.
  package func identified(_ specification: RequestSpecification) -> RequestSpecification {
    let request = complete(specification)
    return cookies?.fill(request, now: clock.seconds()) ?? request
  }

  // MARK: Admission

  /// Hands an execution over to the client's thread, many in one go when they
  /// come fast: there is then no strife about the queue.
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

  /// Starts an attempt when its host has room for one more.
  func admit(_ execution: Execution) {
    let host = execution.host
    let now = clock.now()
    if policy.queueTimeout != nil { execution.queue(now: now) }
    if !execution.hasBegun, admission.withLock({ $0.isStopped }) { return execution.drop() }
    let wait = admission.withLock { state in
      state.queue.enter(host: host, priority: execution.priority, waiter: execution, now: now)
      return state.fill(now: now)
    }
    if let wait { setAlarm(wait) }
    startReady()
    watchQueue()
  }

  /// Looks in a while for those who have waited too long: with a rate their turn would come later
  /// still, and use a slot up.
  private func watchQueue() {
    guard let limit = policy.queueTimeout else { return }
    let isNeeded = admission.withLock { state in
      if state.isWatched || state.queue.isEmpty { return false }
      state.isWatched = true
      return true
    }
    // An eighth of the time is near enough.
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

  /// What has not begun does not begin any more; what has goes on to its end.
  private func stop() {
    let dropped = admission.withLock { state in
      state.isStopped = true
      return state.queue.remove { !$0.hasBegun }
    }
    for execution in dropped { execution.drop() }
  }

  /// The host has asked for a pause, by `Retry-After`.
  func pause(host: String, for wait: Duration) {
    guard wait <= policy.retry.maximumRetryAfter else { return }
    let now = clock.now()
    admission.withLock { $0.queue.pause(host: host, for: wait, now: now) }
    share { $0.pause(host, for: wait) }
  }

  /// Repeats a change of the shared limits until no other process is in the way.
  private func share(_ change: @escaping @Sendable (SharedPoliteness) -> Bool) {
    guard let politeness, !change(politeness) else { return }
    client.schedule(after: SharedPoliteness.retryDelay) { self.share(change) }
  }

  /// The host has refused one for coming too soon: nothing goes there for a
  /// while, and then less often.
  func slow(host: String, for wait: Duration) {
    let now = clock.now()
    let pause = min(wait, policy.retry.maximumRetryAfter)
    admission.withLock { state in
      state.queue.pause(host: host, for: pause, now: now)
      state.queue.slow(host: host, now: now)
    }
    share { $0.pause(host, for: pause) }
    share { $0.slow(host) }
  }

  /// Looks at the queue again when time has passed.
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

  /// Whether the end of a request is told before another one begins.
  var isCautious: Bool { admission.withLock { $0.brake?.isCautious ?? false } }

  /// The number of an execution that begins; each has to end once.
  func begin() -> Int { nextOrder.add(1, ordering: .relaxed).oldValue }

  /// Whoever is next starts.
  ///
  /// - Parameters:
  ///   - host: where an attempt is over; nil if none is.
  ///   - isUnused: whether nothing was sent.
  ///   - order: the number of the execution that has ended with it, if one has.
  ///   - bytes: of the body that came to memory; nil if none did.
  func leave(
    host: String? = nil, isUnused: Bool = false, ending order: Int? = nil, bytes: Int? = nil
  ) {
    let now = clock.now()
    let wait = admission.withLock { state in
      if let host {
        state.queue.leave(host: host, isUnused: isUnused)
        state.brake?.count(-1)
        state.underWay -= 1
      }
      if let bytes { state.memory?.note(bytes) }
      if let order { state.open.end(order) }
      return state.fill(now: now)
    }
    if let wait { setAlarm(wait) }
    startReady()
  }

  /// One after the other: what ends at once must not start the next from
  /// within, or a thousand of those would use up the stack.
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

/// Somebody who waits for one of two events.
private final class WaiterOnce: Sendable {
  private let waiter: Mutex<UnsafeContinuation<Void, Never>?>

  init(_ waiter: UnsafeContinuation<Void, Never>) { self.waiter = Mutex(waiter) }

  var isWaiting: Bool { waiter.withLock { $0 != nil } }

  func resume() { waiter.withLock { $0.take() }?.resume() }
}

extension RequestSpecification {
  fileprivate mutating func setDefault(_ name: String, _ value: String, _ policy: ExecutionPolicy) {
    let isSuppressed = policy.suppressedHeaders.contains { $0.isSameFieldName(as: name) }
    if !isSuppressed { headers.setDefault(name, value) }
  }
}
