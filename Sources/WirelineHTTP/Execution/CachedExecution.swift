import Synchronization
import WirelineCore
internal import WirelineRequests

/// A request that uses the cache: served from it, revalidated, or sent and stored. `CachePolicy`
/// decides.
final class CachedExecution: Sendable {
  private struct State: Sendable {
    var sink: (any DestinationSink)?
    var draft: CacheBodyDraft?
    var storing: StoredResponse?
    /// Whether the stored response is delivered instead of this one.
    var usesStored = false
    var isInFlight = false
  }

  /// The request to send, without the cookies of the jar, which each attempt adds.
  private let bareRequest: RequestSpecification
  /// The request with those cookies, which the cache key is derived from.
  private let request: RequestSpecification
  private let destination: BodyDestination
  private let policy: CachePolicy
  private let key: CacheKey
  private let entries: [CacheEntry]
  private let cache: ResponseCache
  private let store: CacheStore
  /// The credentials that the server may ask for. The key of a stored response lacks them, so such
  /// a request neither uses the cache nor is stored.
  private let authorization: ChallengedRequest?
  private let gate: (any RequestGate)?
  private let dispatcher: RequestDispatcher
  private let completion: RequestCompletion
  private let started: Int
  private let state = Mutex(State())

  init(
    _ request: RequestSpecification, _ policy: CachePolicy, _ cache: ResponseCache,
    authorization: ChallengedRequest? = nil, gate: (any RequestGate)?, body: BodyDestination,
    dispatcher: RequestDispatcher,
    refreshing other: CachedExecution? = nil, completion: @escaping RequestCompletion
  ) {
    bareRequest = request
    self.authorization = authorization
    self.gate = gate
    // The same cookies, and so the same key, as the request that `flights` knows.
    let request =
      other?.request ?? dispatcher.cookies?.fill(request, now: dispatcher.clock.seconds())
      ?? request
    self.request = request
    self.policy = policy
    destination = body
    self.dispatcher = dispatcher
    self.completion = completion
    self.cache = cache
    store = cache.store
    key = other?.key ?? policy.key(request)
    started = other?.started ?? dispatcher.clock.seconds()
    entries = other?.entries ?? store.lookUp(key)
  }

  /// - Parameter mayWait: whether to wait for an equal request in flight.
  func begin(mayWait: Bool = true) {
    if authorization != nil { return send(bareRequest, stored: nil) }
    switch policy.decide(request, stored: entries.map(\.response), now: started) {
    case .bypass: send(bareRequest, stored: nil)
    case .forward: if !mayWait || isFirst() { send(bareRequest, stored: nil) }
    case .revalidate(let revalidation, _): if !mayWait || isFirst() { revalidate(revalidation) }
    case .use(let cached, let refreshed):
      // Registered before delivery, so that no other request revalidates too; sent after it, so
      // that the stored response still exists.
      let mayRefresh = refreshed != nil && cache.flights.begin(key.digest, orWait: {})
      if mayRefresh { cache.refreshes.begin() }
      deliver(cached)
      if mayRefresh, let refreshed { refresh(refreshed) }
    case .unsatisfiable: completion(.failure(unavailable("not in the cache")))
    }
  }

  private func unavailable(_ why: String) -> RequestError {
    RequestError(.offline(url: request.url.text, why: why), attempts: 0)
  }

  /// Whether this request is the one to send. If not, it continues when the other one has finished.
  private func isFirst() -> Bool {
    guard cache.flights.begin(key.digest, orWait: { [self] in decideAgain(completion) }) else {
      return false
    }
    state.withLock { $0.isInFlight = true }
    guard store.beginRequest(key) else {
      waitForOtherProcess(since: dispatcher.clock.now(), pause: .milliseconds(2))
      return false
    }
    // Another process may have stored a response.
    if store.lookUp(key).map(\.response) == entries.map(\.response) { return true }
    decideAgain { self.end($0) }
    return false
  }

  /// Waits until the other process has its response or exits, at most for the silence timeout.
  private func waitForOtherProcess(since start: Duration, pause: Duration) {
    dispatcher.client.schedule(after: pause) { [self] in
      let waited = dispatcher.clock.now() - start
      guard waited < dispatcher.policy.limits.silenceTimeout, store.isRequestedElsewhere(key) else {
        return decideAgain { self.end($0) }
      }
      waitForOtherProcess(since: start, pause: min(pause * 2, .milliseconds(50)))
    }
  }

  /// Starts over with the responses stored now, without waiting.
  private func decideAgain(_ completion: @escaping RequestCompletion) {
    CachedExecution(
      bareRequest, policy, cache, gate: gate, body: destination, dispatcher: dispatcher,
      completion: completion
    ).begin(mayWait: false)
  }

  private func end(_ result: Result<Response, RequestError>) {
    let isInFlight = state.withLock { state in
      defer { state.isInFlight = false }
      return state.isInFlight
    }
    if isInFlight { store.endRequest(key) }
    completion(result)
    if isInFlight { cache.flights.finish(key.digest) }
  }

  private func revalidate(_ revalidation: Revalidation) {
    var conditional = bareRequest
    for field in revalidation.conditions.fields { conditional.headers.set(field.name, field.value) }
    send(conditional, stored: revalidation)
  }

  private func send(_ outgoing: RequestSpecification, stored revalidation: Revalidation?) {
    let make: @Sendable (ResponseHead) -> any ResponseSink = { [self] head in
      sink(for: head, revalidation)
    }
    // Bytes delivered to the caller's sink are final, which the execution has to know.
    let body: BodyDestination =
      switch destination {
      case .sink(_, let limit): .sink(make, limit: limit)
      case .memory, .file, .newSink: .newSink(make)
      }
    dispatcher.arrive(
      Execution(
        outgoing, authorization: authorization, gate: gate, body: body, dispatcher: dispatcher,
        recording: nil
      ) { [self] result in finish(result, revalidation) })
  }

  /// The sink of a response: the destination and the cache, or none if the stored response is
  /// delivered instead.
  private func sink(for head: ResponseHead, _ revalidation: Revalidation?) -> any ResponseSink {
    let usesStored = revalidation.map { isServed(by: $0, head) } ?? false
    // RFC 9111 §4.4 depends on the status only, so the body is not needed.
    for url in CachePolicy.invalidated(by: head, to: request) { store.invalidate(url) }
    return state.withLock { state in
      let isInFlight = state.isInFlight
      state = State()
      state.isInFlight = isInFlight
      state.usesStored = usesStored
      if usesStored { return DiscardSink() }
      let sink = DestinationSinks.sink(for: destination, head)
      state.sink = sink
      guard authorization == nil, hasSameCookies,
        let response = policy.storable(
          head, for: request, requestTime: started, responseTime: dispatcher.clock.seconds())
      else { return sink }
      let draft = store.draft()
      state.draft = draft
      state.storing = response
      return BlockSink { bytes throws(RequestError) in
        draft.append(bytes)
        try sink.receive(bytes)
      }
    }
  }

  /// Whether the jar still holds the cookies of the cache key; a response that sets new ones
  /// belongs to another session.
  private var hasSameCookies: Bool {
    guard let cookies = dispatcher.cookies else { return true }
    return cookies.fill(bareRequest, now: dispatcher.clock.seconds()).headers == request.headers
  }

  private func isServed(by revalidation: Revalidation, _ head: ResponseHead) -> Bool {
    if head.status == 304, !revalidation.conditions.isEmpty { return true }
    return CachePolicy.isError(head.status)
      && policy.response(
        insteadOfErrorFor: request, stored: revalidation.stored, now: dispatcher.clock.seconds())
        != nil
  }

  private func finish(_ result: Result<Response, RequestError>, _ revalidation: Revalidation?) {
    switch result {
    case .failure(let error):
      // A partly delivered body cannot be replaced.
      let hasBegun = state.withLock { $0.sink?.hasDelivered ?? false }
      if let revalidation, !hasBegun, error.reason != .cancelled,
        let cached = policy.response(
          insteadOfErrorFor: request, stored: revalidation.stored, now: dispatcher.clock.seconds())
      {
        deliver(cached, after: error.message)
      } else {
        state.withLock { $0.sink.take() }?.abandon()
        state.withLock { $0.draft.take() }?.discard()
        end(result)
      }
    case .success(let response):
      if let revalidation, state.withLock({ $0.usesStored }) {
        validate(response, revalidation)
      } else {
        complete(response, revalidation)
      }
    }
  }

  private func validate(_ response: Response, _ revalidation: Revalidation) {
    let outcome = policy.validate(
      revalidation, by: response.head, for: request, requestTime: started,
      responseTime: dispatcher.clock.seconds())
    switch outcome {
    case .freshened(let cached):
      if let entry = entry(of: revalidation), !repeatsSecrets(response.head, nil) {
        store.update(entry, to: cached.stored, now: dispatcher.clock.seconds())
      }
      deliver(cached, entry: entry(of: revalidation), network: response)
    case .confirmed(let cached):
      deliver(cached, entry: entry(of: revalidation), network: response)
    case .stale(let cached):
      deliver(
        cached, entry: entry(of: revalidation), network: response,
        after: "the server responded with status \(response.status)")
    case .replaced, .repeatWithoutConditions: send(bareRequest, stored: nil)
    }
  }

  private func complete(_ response: Response, _ revalidation: Revalidation?) {
    let (sink, draft, storing) = state.withLock { ($0.sink, $0.draft, $0.storing) }
    let now = dispatcher.clock.seconds()
    var response = response
    do throws(RequestError) {
      if let sink { response.body = try sink.finish() }
    } catch {
      return end(.failure(error))
    }
    let others = CachePolicy.invalidated(
      by: response.redirects, endingAt: response.url, to: request)
    for url in others { store.invalidate(url) }
    // A response of another URL is not stored for this one.
    if response.redirects.isEmpty {
      if let draft, let storing, cache.accepts(response), !repeatsSecrets(response.head, draft) {
        store.store(storing, under: key, body: draft, now: now)
      } else if let entry = revalidation.flatMap(entry(of:)), !CachePolicy.isError(response.status)
      {
        supersede(entry, by: response.head, now: now)
      }
    }
    draft?.discard()
    end(.success(response))
  }

  /// Whether a response repeats a credential of its request: stored responses outlive the run.
  private func repeatsSecrets(_ head: ResponseHead, _ body: CacheBodyDraft?) -> Bool {
    let secrets = SentSecrets(of: request)
    return secrets.occur(in: head.headers) || body?.repeats(secrets) ?? false
  }

  /// Replaces or removes a stored response that is outdated, unless HEAD confirms it: RFC 9111
  /// §4.3.5.
  private func supersede(_ entry: CacheEntry, by head: ResponseHead, now: Int) {
    if request.method == "HEAD", !repeatsSecrets(head, nil),
      let newer = policy.freshen(
        entry.response, byHead: head, for: request, requestTime: started, responseTime: now)
    {
      store.update(entry, to: newer, now: now)
    } else {
      store.remove(entry)
    }
  }

  private func entry(of revalidation: Revalidation) -> CacheEntry? {
    entries.first { $0.response == revalidation.stored }
  }

  private func deliver(_ cached: CachedResponse, after failure: String? = nil) {
    deliver(
      cached, entry: entries.first { $0.response == cached.stored }, network: nil, after: failure)
  }

  private func deliver(
    _ cached: CachedResponse, entry: CacheEntry?, network: Response?, after failure: String? = nil
  ) {
    guard let entry, let body = store.body(of: entry, now: dispatcher.clock.seconds()) else {
      if policy.options.isOffline { return end(.failure(unavailable("damaged in the cache"))) }
      return send(bareRequest, stored: nil)
    }
    cache.reportUse?(cached, request, failure)
    end(
      CachePlayback(request: request, destination: destination).play(
        cached, entry, body, network: network))
  }

  private func refresh(_ revalidation: Revalidation) {
    let background = CachedExecution(
      bareRequest, policy, cache, gate: gate, body: .memory(limit: nil), dispatcher: dispatcher,
      refreshing: self
    ) { [cache] _ in cache.refreshes.end() }
    background.state.withLock { $0.isInFlight = true }
    // Another process is already revalidating it.
    if store.beginRequest(key) {
      background.revalidate(revalidation)
    } else {
      background.end(.failure(RequestError(.cancelled, attempts: 0)))
    }
  }
}
