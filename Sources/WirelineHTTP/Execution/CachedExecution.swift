import Synchronization
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

  /// The call, whose request lacks the cookies of the jar, which each attempt adds. The key of a
  /// stored response lacks the credentials that the server may ask for, so a request with them
  /// neither uses the cache nor is stored.
  private let call: RequestCall
  /// The request with those cookies, which the cache key is derived from.
  private let request: RequestSpecification
  private let policy: CachePolicy
  private let key: CacheKey
  private let entries: [CacheEntry]
  private let cache: ResponseCache
  private let store: CacheStore
  private let dispatcher: RequestDispatcher
  private let started: Int
  private let state = Mutex(State())

  init(
    _ call: RequestCall, policy: CachePolicy, cache: ResponseCache, dispatcher: RequestDispatcher,
    refreshing other: CachedExecution? = nil
  ) {
    self.call = call
    // The same cookies, and so the same key, as the request that `flights` knows.
    request =
      other?.request ?? dispatcher.cookies?.fill(call.request, now: dispatcher.clock.seconds())
      ?? call.request
    self.policy = policy
    self.dispatcher = dispatcher
    self.cache = cache
    store = cache.setup.store
    key = other?.key ?? policy.key(request)
    started = other?.started ?? dispatcher.clock.seconds()
    entries = other?.entries ?? store.lookUp(key)
  }

  /// - Parameter mayWait: whether to wait for an equal request in flight.
  func begin(mayWait: Bool = true) {
    if call.authorization != nil { return send(call.request, stored: nil) }
    switch policy.decide(request, stored: entries.map(\.response), now: started) {
    case .bypass: send(call.request, stored: nil)
    case .forward: if !mayWait || isFirst() { send(call.request, stored: nil) }
    case .revalidate(let revalidation, _): if !mayWait || isFirst() { revalidate(revalidation) }
    case .use(let cached, let refreshed):
      // Registered before delivery, so that no other request revalidates too; sent after it, so
      // that the stored response still exists.
      let mayRefresh = refreshed != nil && cache.flights.begin(key.digest, orWait: {})
      if mayRefresh { cache.refreshes.begin() }
      deliver(cached)
      if mayRefresh, let refreshed { refresh(refreshed) }
    case .unsatisfiable: call.completion(.failure(unavailable("not in the cache")))
    }
  }

  private func unavailable(_ why: String) -> RequestError {
    RequestError(.offline(url: request.url.text, why: why), attempts: 0)
  }

  /// Whether this request is the one to send. If not, it continues when the other one has finished.
  private func isFirst() -> Bool {
    guard cache.flights.begin(key.digest, orWait: { [self] in decideAgain(call.completion) }) else {
      return false
    }
    state.withLock { $0.isInFlight = true }
    // An equal request may just have ended; another process may have stored a response.
    if store.lookUp(key).map(\.response) == entries.map(\.response) { return true }
    decideAgain { self.end($0) }
    return false
  }

  /// Starts over with the responses stored now, without waiting.
  private func decideAgain(_ completion: @escaping RequestCompletion) {
    var call = call
    call.completion = completion
    CachedExecution(call, policy: policy, cache: cache, dispatcher: dispatcher)
      .begin(mayWait: false)
  }

  private func end(_ result: Result<Response, RequestError>) {
    let isInFlight = state.withLock { state in
      defer { state.isInFlight = false }
      return state.isInFlight
    }
    call.completion(result)
    if isInFlight { cache.flights.finish(key.digest) }
  }

  private func revalidate(_ revalidation: Revalidation) {
    var conditional = call.request
    for field in revalidation.conditions.fields { conditional.headers.set(field.name, field.value) }
    send(conditional, stored: revalidation)
  }

  private func send(_ outgoing: RequestSpecification, stored revalidation: Revalidation?) {
    let make: @Sendable (ResponseHead) -> any ResponseSink = { [self] head in
      sink(for: head, revalidation)
    }
    var sent = call
    sent.request = outgoing
    sent.body = .sink(make)
    sent.completion = { [self] result in finish(result, revalidation) }
    dispatcher.arrive(Execution(sent, dispatcher: dispatcher, recording: nil))
  }

  /// The sink of a response: the destination and the cache, or none if the stored response is
  /// delivered instead.
  private func sink(for head: ResponseHead, _ revalidation: Revalidation?) -> any ResponseSink {
    let usesStored = revalidation.map { isServed(by: $0, head) } ?? false
    // RFC 9111 §4.4 depends on the status only, so the body is not needed.
    for url in CachePolicy.invalidated(by: head, to: request) { store.invalidate(url) }
    return state.withLock { state in
      let isInFlight = state.isInFlight
      // The response of an earlier attempt is replaced, with its draft.
      state = State()
      state.isInFlight = isInFlight
      state.usesStored = usesStored
      if usesStored { return DiscardSink() }
      let sink = DestinationSinks.sink(for: call.body, head)
      state.sink = sink
      guard call.authorization == nil, hasSameCookies,
        let response = policy.storable(
          head, for: request, requestTime: started, responseTime: dispatcher.clock.seconds())
      else { return sink }
      let draft = store.draft()
      state.draft = draft
      state.storing = response
      return BlockSink(hasDelivered: { sink.hasDelivered }) { bytes throws(RequestError) in
        draft.append(bytes)
        do throws(RequestError) {
          try sink.receive(bytes)
        } catch {
          // The rest is missing.
          draft.discard()
          throw error
        }
      }
    }
  }

  /// Whether the jar still holds the cookies of the cache key; a response that sets new ones
  /// belongs to another session.
  private var hasSameCookies: Bool {
    guard let cookies = dispatcher.cookies else { return true }
    return cookies.fill(call.request, now: dispatcher.clock.seconds()).headers == request.headers
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
    case .replaced, .repeatWithoutConditions: send(call.request, stored: nil)
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
    // A response from a different URL is not stored for this one.
    if response.redirects.isEmpty {
      if let draft, let storing, cache.setup.accepts(response),
        !repeatsSecrets(response.head, draft)
      {
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
      return send(call.request, stored: nil)
    }
    cache.reportUse?(cached, request, failure)
    end(
      CachePlayback(request: request, destination: call.body).play(
        cached, of: entry, body: body, network: network))
  }

  private func refresh(_ revalidation: Revalidation) {
    var call = call
    call.body = .memory(limit: nil)
    call.completion = { [cache] _ in cache.refreshes.end() }
    let background = CachedExecution(
      call, policy: policy, cache: cache, dispatcher: dispatcher, refreshing: self)
    // `begin` has entered the flight, and the background request leaves it.
    background.state.withLock { $0.isInFlight = true }
    background.revalidate(revalidation)
  }
}
