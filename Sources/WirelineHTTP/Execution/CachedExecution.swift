import Synchronization
import WirelineCore
internal import WirelineRequests

/// A request on its way through the cache: answered from there, asked about, or
/// sent and stored. Decisions are `CachePolicy`'s.
final class CachedExecution: Sendable {
  private struct State: Sendable {
    /// The sink of the answer that counts, when it came over the network.
    var sink: (any DestinationSink)?
    var draft: CacheBodyDraft?
    var storing: StoredResponse?
    /// The answer's head is one that the cache speaks for.
    var isHeld = false
    /// Others may wait for this one.
    var isFlight = false
  }

  /// As it will be sent, but for the cookies of the run's jar, which the
  /// executor adds to each attempt.
  private let plain: RequestSpecification
  /// With those cookies: what the cache goes by.
  private let request: RequestSpecification
  private let destination: BodyDestination
  private let policy: CachePolicy
  private let key: CacheKey
  private let entries: [CacheEntry]
  private let cache: ResponseCache
  private let store: CacheStore
  private let gate: (any RequestGate)?
  private let executor: RequestExecutor
  private let completion: RequestExecutor.Completion
  private let started: Int
  private let state = Mutex(State())

  init(
    _ request: RequestSpecification, _ policy: CachePolicy, _ cache: ResponseCache,
    gate: (any RequestGate)?, body: BodyDestination, executor: RequestExecutor,
    completion: @escaping RequestExecutor.Completion
  ) {
    plain = request
    self.gate = gate
    let request = executor.cookies?.fill(request, now: executor.clock.seconds()) ?? request
    self.request = request
    self.policy = policy
    destination = body
    self.executor = executor
    self.completion = completion
    self.cache = cache
    store = cache.store
    key = policy.key(request)
    started = executor.clock.seconds()
    entries = store.lookUp(key)
  }

  /// - Parameter mayWait: whether somebody who asks for the same just now is
  ///   waited for.
  func begin(mayWait: Bool = true) {
    switch policy.decide(request, stored: entries.map(\.response), now: started) {
    case .bypass: send(plain, stored: nil)
    case .forward: if !mayWait || boards() { send(plain, stored: nil) }
    case .revalidate(let question, _): if !mayWait || boards() { ask(question) }
    case .use(let answer, let question):
      // Boarded before, so that no other one asks too; asked after, so that what
      // is delivered is still there.
      let mayAsk = question != nil && cache.flights.board(key.digest, orWait: {})
      if mayAsk { cache.refreshes.begin() }
      deliver(answer)
      if mayAsk, let question { refresh(question) }
    case .unsatisfiable: completion(.failure(notHere("not in the cache")))
    }
  }

  /// Why an answer that only the cache may give is not to be had.
  private func notHere(_ why: String) -> RequestError {
    RequestError(.offline(url: request.url.text, why: why), attempts: 0)
  }

  /// Whether this one asks the server; if not, it looks again when the one that
  /// does has its answer.
  private func boards() -> Bool {
    guard cache.flights.board(key.digest, orWait: { [self] in lookAgain(completion) }) else {
      return false
    }
    state.withLock { $0.isFlight = true }
    guard store.mark(key) else {
      waitForOtherProcess(since: executor.clock.now(), pause: .milliseconds(2))
      return false
    }
    // Someone may have had an answer since this one looked.
    if store.lookUp(key).map(\.response) == entries.map(\.response) { return true }
    lookAgain { self.end($0) }
    return false
  }

  /// Waits until the process that asks has its answer or is gone, and no longer
  /// than a server may be silent.
  private func waitForOtherProcess(since start: Duration, pause: Duration) {
    executor.client.schedule(after: pause) { [self] in
      let waited = executor.clock.now() - start
      guard waited < executor.policy.limits.silenceTimeout, store.isMarkedElsewhere(key) else {
        return lookAgain { self.end($0) }
      }
      waitForOtherProcess(since: start, pause: min(pause * 2, .milliseconds(50)))
    }
  }

  /// Decides anew, by what is stored now, and waits for nobody.
  private func lookAgain(_ completion: @escaping RequestExecutor.Completion) {
    CachedExecution(
      plain, policy, cache, gate: gate, body: destination, executor: executor,
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
    if isFlight { cache.flights.land(key.digest) }
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
    // What goes to a consumer of the caller's as it comes cannot be taken back;
    // the executor has to know that.
    let body: BodyDestination =
      switch destination {
      case .sink(_, let limit): .sink(make, limit: limit)
      case .memory, .file, .newSink: .newSink(make)
      }
    executor.arrive(
      Execution(asked, gate: gate, body: body, executor: executor, recording: nil) {
        [self] result in finish(result, question)
      })
  }

  /// Who takes the body of an answer: nobody where the stored one goes in its
  /// place, else its destination, and the cache beside it.
  private func sink(for head: ResponseHead, _ question: Revalidation?) -> any ResponseSink {
    let isHeld = question.map { isAnswered(by: $0, head) } ?? false
    // Whatever becomes of its body: RFC 9111 §4.4 speaks of the status.
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
          head, for: request, requestTime: started, responseTime: executor.clock.seconds())
      else { return sink }
      let draft = store.draft()
      state.draft = draft
      state.storing = response
      return DraftSink(sink, draft)
    }
  }

  /// Whether the cookies by which the cache looked are those that were sent; an
  /// answer that sets new ones is of a session that is over.
  private var isStillWhose: Bool {
    guard let cookies = executor.cookies else { return true }
    return cookies.fill(plain, now: executor.clock.seconds()).headers == request.headers
  }

  private func isAnswered(by question: Revalidation, _ head: ResponseHead) -> Bool {
    if head.status == 304, !question.conditions.isEmpty { return true }
    return CachePolicy.isError(head.status)
      && policy.answer(
        insteadOfErrorFor: request, stored: question.stored, now: executor.clock.seconds()) != nil
  }

  private func finish(_ result: Result<Response, RequestError>, _ question: Revalidation?) {
    switch result {
    case .failure(let error):
      // A body that has begun cannot be replaced by another.
      let hasBegun = state.withLock { $0.sink?.hasDelivered ?? false }
      if let question, !hasBegun, error.reason != .cancelled,
        let answer = policy.answer(
          insteadOfErrorFor: request, stored: question.stored, now: executor.clock.seconds())
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

  /// A 304, or an error in whose place the stored response may go.
  private func validate(_ response: Response, _ question: Revalidation) {
    let outcome = policy.validate(
      question, by: response.head, for: request, requestTime: started,
      responseTime: executor.clock.seconds())
    switch outcome {
    case .freshened(let answer):
      if let entry = entry(of: question), !repeatsSecrets(response.head, nil) {
        store.update(entry, to: answer.stored, now: executor.clock.seconds())
      }
      deliver(answer, entry: entry(of: question), network: response)
    case .confirmed(let answer), .stale(let answer):
      deliver(answer, entry: entry(of: question), network: response)
    case .replaced, .repeatWithoutConditions: send(plain, stored: nil)
    }
  }

  /// An answer of the network's own, delivered already: stored where it may be.
  private func complete(_ response: Response, _ question: Revalidation?) {
    let (sink, draft, storing) = state.withLock { ($0.sink, $0.draft, $0.storing) }
    let now = executor.clock.seconds()
    var response = response
    do throws(RequestError) {
      if let sink { response.body = try sink.finish() }
    } catch {
      return end(.failure(error))
    }
    let others = CachePolicy.invalidated(
      by: response.redirects, endingAt: response.url, to: request)
    for url in others { store.invalidate(url) }
    // An answer at another URL is not this one's.
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

  /// Whether a response holds a credential of its request: what is stored outlives the run.
  private func repeatsSecrets(_ head: ResponseHead, _ body: CacheBodyDraft?) -> Bool {
    let secrets = SentSecrets()
    secrets.note(request.headers)
    secrets.note(request.url)
    return secrets.areRepeated(in: head.headers) || body?.repeats(secrets) ?? false
  }

  /// What was stored is no longer what the server has, unless HEAD says that it
  /// is: RFC 9111 §4.3.5.
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

  /// Plays what is stored into the place where it is wanted. A body that is not
  /// the one that was stored is a miss.
  private func deliver(_ answer: CachedAnswer, entry: CacheEntry?, network: Response?) {
    guard let entry, let body = store.body(of: entry, now: executor.clock.seconds()) else {
      if policy.options.isOffline { return end(.failure(notHere("damaged in the cache"))) }
      return send(plain, stored: nil)
    }
    end(
      CachePlayback(request, destination).play(answer, entry, body, network: network))
  }

  /// Asks about what was used meanwhile, for the next time; nobody waits.
  private func refresh(_ question: Revalidation) {
    let quiet = CachedExecution(self, destination: .memory(limit: nil)) { [cache] _ in
      cache.refreshes.end()
    }
    quiet.state.withLock { $0.isFlight = true }
    // Another process that asks already need not be helped.
    if store.mark(key) {
      quiet.ask(question)
    } else {
      quiet.end(.failure(RequestError(.cancelled, attempts: 0)))
    }
  }

  private init(
    _ other: CachedExecution, destination: BodyDestination,
    completion: @escaping RequestExecutor.Completion
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
    executor = other.executor
    self.completion = completion
    started = other.started
  }
}

/// A body on its way to its destination, and into the cache beside.
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
