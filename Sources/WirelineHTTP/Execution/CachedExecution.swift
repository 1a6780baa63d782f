import Synchronization
import WirelineCore
internal import WirelineRequests

/// A request that uses the cache: served from it, revalidated, or sent and stored. `CachePolicy`
/// decides.
final class CachedExecution: Sendable {
  private struct State: Sendable {
    /// The sink of a response from the network.
    var sink: (any DestinationSink)?
    var draft: CacheBodyDraft?
    var storing: StoredResponse?
    /// Whether the stored response is delivered instead of this one.
    var isHeld = false
    /// Whether other requests may wait for this one.
    var isFlight = false
  }

  /// The request to send, without the cookies of the jar, which each attempt adds.
  private let plain: RequestSpecification
  /// The request with those cookies, which the cache key is derived from.
  private let request: RequestSpecification
  private let destination: BodyDestination
  private let policy: CachePolicy
  private let key: CacheKey
  private let entries: [CacheEntry]
  private let cache: ResponseCache
  private let store: CacheStore
  private let gate: (any RequestGate)?
  private let dispatcher: RequestDispatcher<Execution>
  private let completion: RequestCompletion
  private let started: Int
  private let state = Mutex(State())

  init(
    _ request: RequestSpecification, _ policy: CachePolicy, _ cache: ResponseCache,
    gate: (any RequestGate)?, body: BodyDestination, dispatcher: RequestDispatcher<Execution>,
    completion: @escaping RequestCompletion
  ) {
    plain = request
    self.gate = gate
    let request = dispatcher.cookies?.fill(request, now: dispatcher.clock.seconds()) ?? request
    self.request = request
    self.policy = policy
    destination = body
    self.dispatcher = dispatcher
    self.completion = completion
    self.cache = cache
    store = cache.store
    key = policy.key(request)
    started = dispatcher.clock.seconds()
    entries = store.lookUp(key)
  }

  /// - Parameter mayWait: whether to wait for an equal request in flight.
  func begin(mayWait: Bool = true) {
    switch policy.decide(request, stored: entries.map(\.response), now: started) {
    case .bypass: send(plain, stored: nil)
    case .forward: if !mayWait || isFirst() { send(plain, stored: nil) }
    case .revalidate(let question, _): if !mayWait || isFirst() { ask(question) }
    case .use(let answer, let question):
      // Registered before delivery, so that no other request revalidates too; sent after it, so
      // that the stored response still exists.
      let mayAsk = question != nil && cache.flights.begin(key.digest, orWait: {})
      if mayAsk { cache.refreshes.begin() }
      deliver(answer)
      if mayAsk, let question { refresh(question) }
    case .unsatisfiable: completion(.failure(notHere("not in the cache")))
    }
  }

  private func notHere(_ why: String) -> RequestError {
    RequestError(.offline(url: request.url.text, why: why), attempts: 0)
  }

  /// Returns true if this request is the one to send. Otherwise it continues when the other one has
  /// its response.
  private func isFirst() -> Bool {
    guard cache.flights.begin(key.digest, orWait: { [self] in decideAgain(completion) }) else {
      return false
    }
    state.withLock { $0.isFlight = true }
    guard store.mark(key) else {
      waitForOtherProcess(since: dispatcher.clock.now(), pause: .milliseconds(2))
      return false
    }
    // Another process may have stored a response meanwhile.
    if store.lookUp(key).map(\.response) == entries.map(\.response) { return true }
    decideAgain { self.end($0) }
    return false
  }

  /// Waits until the process with the request in flight has finished or exited, at most the silence
  /// timeout.
  private func waitForOtherProcess(since start: Duration, pause: Duration) {
    dispatcher.client.schedule(after: pause) { [self] in
      let waited = dispatcher.clock.now() - start
      guard waited < dispatcher.policy.limits.silenceTimeout, store.isMarkedElsewhere(key) else {
        return decideAgain { self.end($0) }
      }
      waitForOtherProcess(since: start, pause: min(pause * 2, .milliseconds(50)))
    }
  }

  /// Decides again by what is stored now, without waiting.
  private func decideAgain(_ completion: @escaping RequestCompletion) {
    CachedExecution(
      plain, policy, cache, gate: gate, body: destination, dispatcher: dispatcher,
      completion: completion
    ).begin(mayWait: false)
  }

  private func end(_ result: Result<Response, RequestError>) {
    let isFlight = state.withLock { state in
      defer { state.isFlight = false }
      return state.isFlight
    }
    if isFlight { store.unmark(key) }
    completion(result)
    if isFlight { cache.flights.finish(key.digest) }
  }

  // MARK: Over the network

  private func ask(_ question: Revalidation) {
    var asked = plain
    for field in question.conditions.fields { asked.headers.set(field.name, field.value) }
    send(asked, stored: question)
  }

  private func send(_ asked: RequestSpecification, stored question: Revalidation?) {
    let make: @Sendable (ResponseHead) -> any ResponseSink = { [self] head in
      sink(for: head, question)
    }
    // Bytes delivered to the caller's sink cannot be taken back, which the execution has to know.
    let body: BodyDestination =
      switch destination {
      case .sink(_, let limit): .sink(make, limit: limit)
      case .memory, .file, .newSink: .newSink(make)
      }
    dispatcher.arrive(
      Execution(asked, gate: gate, body: body, dispatcher: dispatcher, recording: nil) {
        [self] result in finish(result, question)
      })
  }

  /// The sink of a response: none if the stored one is delivered instead, else the destination and
  /// the cache.
  private func sink(for head: ResponseHead, _ question: Revalidation?) -> any ResponseSink {
    let isHeld = question.map { isAnswered(by: $0, head) } ?? false
    // Independent of the body: RFC 9111 §4.4 depends on the status only.
    for url in CachePolicy.invalidated(by: head, to: request) { store.invalidate(url) }
    return state.withLock { state in
      let isFlight = state.isFlight
      state = State()
      state.isFlight = isFlight
      state.isHeld = isHeld
      if isHeld { return DiscardSink() }
      let sink = DestinationSinks.sink(for: destination, head)
      state.sink = sink
      guard isStillWhose,
        case .store(let response, _) = policy.storability(
          head, for: request, requestTime: started, responseTime: dispatcher.clock.seconds())
      else { return sink }
      let draft = store.draft()
      state.draft = draft
      state.storing = response
      return DraftSink(sink, draft)
    }
  }

  /// Whether the jar still holds the cookies of the cache key; a response that sets new ones
  /// belongs to another session.
  private var isStillWhose: Bool {
    guard let cookies = dispatcher.cookies else { return true }
    return cookies.fill(plain, now: dispatcher.clock.seconds()).headers == request.headers
  }

  private func isAnswered(by question: Revalidation, _ head: ResponseHead) -> Bool {
    if head.status == 304, !question.conditions.isEmpty { return true }
    return CachePolicy.isError(head.status)
      && policy.answer(
        insteadOfErrorFor: request, stored: question.stored, now: dispatcher.clock.seconds()) != nil
  }

  private func finish(_ result: Result<Response, RequestError>, _ question: Revalidation?) {
    switch result {
    case .failure(let error):
      // A partly delivered body cannot be replaced.
      let hasBegun = state.withLock { $0.sink?.hasDelivered ?? false }
      if let question, !hasBegun, error.reason != .cancelled,
        let answer = policy.answer(
          insteadOfErrorFor: request, stored: question.stored, now: dispatcher.clock.seconds())
      {
        deliver(answer)
      } else {
        state.withLock { $0.sink.take() }?.abandon()
        state.withLock { $0.draft.take() }?.discard()
        end(result)
      }
    case .success(let response):
      if let question, state.withLock({ $0.isHeld }) {
        validate(response, question)
      } else {
        complete(response, question)
      }
    }
  }

  /// Handles a 304, or an error that the stored response may replace.
  private func validate(_ response: Response, _ question: Revalidation) {
    let outcome = policy.validate(
      question, by: response.head, for: request, requestTime: started,
      responseTime: dispatcher.clock.seconds())
    switch outcome {
    case .freshened(let answer):
      if let entry = entry(of: question), !repeatsSecrets(response.head, nil) {
        store.update(entry, to: answer.stored, now: dispatcher.clock.seconds())
      }
      deliver(answer, entry: entry(of: question), network: response)
    case .confirmed(let answer), .stale(let answer):
      deliver(answer, entry: entry(of: question), network: response)
    case .replaced, .repeatWithoutConditions: send(plain, stored: nil)
    }
  }

  /// Stores a response that was delivered, if that is allowed.
  private func complete(_ response: Response, _ question: Revalidation?) {
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
      } else if let entry = question.flatMap(entry(of:)), !CachePolicy.isError(response.status) {
        supersede(entry, by: response.head, now: now)
      }
    }
    draft?.discard()
    end(.success(response))
  }

  /// Whether a response repeats a credential of its request: stored responses outlive the run.
  private func repeatsSecrets(_ head: ResponseHead, _ body: CacheBodyDraft?) -> Bool {
    let secrets = SentSecrets()
    secrets.note(request.headers)
    secrets.note(request.url)
    return secrets.areRepeated(in: head.headers) || body?.repeats(secrets) ?? false
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

  // MARK: From the cache

  private func entry(of question: Revalidation) -> CacheEntry? {
    entries.first { $0.response == question.stored }
  }

  private func deliver(_ answer: CachedAnswer) {
    deliver(answer, entry: entries.first { $0.response == answer.stored }, network: nil)
  }

  /// Delivers a stored response to its destination. A body that fails its check counts as a cache
  /// miss.
  private func deliver(_ answer: CachedAnswer, entry: CacheEntry?, network: Response?) {
    guard let entry, let body = store.body(of: entry, now: dispatcher.clock.seconds()) else {
      if policy.options.isOffline { return end(.failure(notHere("damaged in the cache"))) }
      return send(plain, stored: nil)
    }
    end(
      CachePlayback(request, destination).play(answer, entry, body, network: network))
  }

  /// Revalidates a response in the background, for the next request.
  private func refresh(_ question: Revalidation) {
    let quiet = CachedExecution(self, destination: .memory(limit: nil)) { [cache] _ in
      cache.refreshes.end()
    }
    quiet.state.withLock { $0.isFlight = true }
    // Another process is already revalidating it.
    if store.mark(key) {
      quiet.ask(question)
    } else {
      quiet.end(.failure(RequestError(.cancelled, attempts: 0)))
    }
  }

  private init(
    _ other: CachedExecution, destination: BodyDestination,
    completion: @escaping RequestCompletion
  ) {
    plain = other.plain
    gate = other.gate
    request = other.request
    policy = other.policy
    self.destination = destination
    key = other.key
    entries = other.entries
    cache = other.cache
    store = other.store
    dispatcher = other.dispatcher
    self.completion = completion
    started = other.started
  }
}

/// Passes a body to its destination and to the cache.
private final class DraftSink: ResponseSink {
  private let next: any ResponseSink
  private let draft: CacheBodyDraft

  init(_ next: any ResponseSink, _ draft: CacheBodyDraft) {
    self.next = next
    self.draft = draft
  }

  func receive(_ bytes: UnsafeRawBufferPointer) throws(RequestError) {
    draft.append(bytes)
    try next.receive(bytes)
  }
}
