import Synchronization
import Testing
import WirelineCore
import WirelineRequests

@testable import WirelineHTTP

/// Uses a scripted client and a clock that only delays advance.
@Suite struct RequestExecutorTests {
  private func executor(
    _ client: ScriptedClient, _ change: (inout ExecutionPolicy) -> Void = { _ in }
  ) -> RequestExecutor {
    var policy = ExecutionPolicy()
    policy.jobs = 4
    change(&policy)
    return RequestExecutor(
      client: client, policy: policy,
      clock: RequestClock(now: { client.now }, seconds: { 0 }))
  }

  private func request(_ url: String = "http://h/", _ method: String = "GET") throws
    -> RequestSpecification
  {
    RequestSpecification(method: method, url: try RequestURL(url))
  }

  /// Large bodies are expected until smaller ones have arrived.
  @Test func limitsMemoryOfBodiesInFlight() throws {
    let client = ScriptedClient { _, _ in .pending }
    let executor = executor(client) { policy in
      policy.jobs = 64
      policy.jobsPerHost = 64
      policy.bodyMemory = BodyMemory(budget: 64 << 20, limit: 16 << 20)
    }
    for _ in 0..<200 { executor.start(try request(), body: .memory(limit: 16 << 20)) { _ in } }
    #expect(client.pendingCount == 4)

    while client.pendingCount > 0, client.attempts.count < 200 { client.release() }

    #expect(client.attempts.count == 200 && client.pendingCount == 64)
  }

  /// Records its calls.
  private final class CountingGate: RequestGate {
    let turns = Mutex<[Bool]>([])
    let returned = Mutex(0)
    private let limit: Int

    init(limit: Int = .max) { self.limit = limit }

    func admit(isFirst: Bool) -> AdmissionDecision {
      turns.withLock { turns in
        turns.append(isFirst)
        return turns.count > limit ? .refuse(RequestError(.cancelled)) : .go
      }
    }

    func releaseAdmission() { returned.withLock { $0 += 1 } }
  }

  @Test(arguments: [(Int.max, 3, 200), (2, 2, 0), (0, 0, 0)])
  func consultsGateBeforeEachAttempt(limit: Int, attempts: Int, status: Int) async throws {
    let client = ScriptedClient { _, count in count < 3 ? .head(503) : .head(200) }
    let gate = CountingGate(limit: limit)

    let result = try await outcome(executor(client), request(), gate)

    #expect(client.attempts.count == attempts)
    let expected = Array([true, false, false].prefix(attempts + (status == 0 ? 1 : 0)))
    #expect(gate.turns.withLock { $0 } == expected)
    switch result {
    case .success(let response): #expect(response.status == status)
    case .failure(let error): #expect(status == 0 && error.attempts == attempts)
    }
    #expect(gate.returned.withLock { $0 } == 0)
  }

  @Test func tellsGateAboutUnsentRequest() async throws {
    let client = ScriptedClient { _, _ in .head(200) }
    let gate = CountingGate()
    var late = try request()
    late.deadline = .zero

    let result = await outcome(executor(client), late, gate)

    #expect(throws: RequestError(.deadline(.zero), attempts: 0)) { try result.get() }
    #expect(client.attempts.isEmpty)
    #expect(gate.returned.withLock { $0 } == 1)
  }

  private func outcome(
    _ executor: RequestExecutor, _ request: RequestSpecification, _ gate: any RequestGate
  ) async -> Result<Response, RequestError> {
    await withUnsafeContinuation { waiter in
      executor.start(request, gate: gate, body: .memory(limit: nil)) {
        waiter.resume(returning: $0)
      }
    }
  }

  @Test func retriesWithDelayAndDiscardsBodies() async throws {
    let client = ScriptedClient { _, count in
      count < 3 ? .head(503, body: "sorry") : .head(200, body: "fine")
    }

    let response = try await executor(client).execute(request(), body: .memory(limit: nil))

    #expect(response.body == .bytes(Array("fine".utf8)))
    #expect(response.attempts == 3)
    #expect(client.waits == [.seconds(1), .seconds(2)])
    #expect(response.elapsed == .seconds(3))
  }

  @Test func cancelsLongBodyThatIsDiscardedWhileRecording() throws {
    var sinks = AttemptSinks(isRecorded: true, observedBytes: 0)
    let sink = sinks.discard()

    #expect(throws: RequestError.self) {
      for _ in 0..<100 { try [UInt8](repeating: 0, count: 1024).withUnsafeBytes(sink.receive) }
    }
    #expect(try #require(sinks.recorded).bytes.count <= 66 << 10)
  }

  @Test(arguments: [true, false])
  func doesNotRetryAfterSinkHasDelivered(isFinal: Bool) async throws {
    let error = RequestError(.truncated(received: 2, expected: 9), isRequestSent: true)
    let client = ScriptedClient { _, _ in .broken(200, body: "ab", error) }

    await #expect(throws: RequestError.self) {
      try await executor(client).execute(
        request(), body: .sink { _ in BlockSink(hasDelivered: { isFinal }) { _ in } })
    }
    #expect(client.attempts.count == (isFinal ? 1 : 4))

    // A body in memory can be discarded.
    await #expect(throws: RequestError.self) {
      try await executor(client).execute(request(), body: .memory(limit: nil))
    }
    #expect(client.attempts.count == (isFinal ? 1 : 4) + 4)
  }

  @Test func doesNotRetryOversizedBody() async throws {
    let client = ScriptedClient { _, _ in .head(200, body: "12345") }

    await #expect(throws: RequestError(.bodyTooLarge(limit: 4), isRequestSent: true)) {
      try await executor(client).execute(request(), body: .memory(limit: 4))
    }
    #expect(client.attempts.count == 1)
  }

  /// The request continues on another host.
  @Test func redirectFreesSlotOfHost() throws {
    let client = ScriptedClient { attempt, _ in
      attempt.url.host == "a" ? .head(302, ["Location": "http://b/"]) : .pending
    }
    let executor = executor(client) { policy in
      policy.jobs = 8
      policy.jobsPerHost = 1
    }

    for _ in 0..<3 {
      executor.start(try request("http://a/"), body: .memory(limit: nil)) { _ in }
    }
    #expect(client.urls.filter { $0 == "http://a/" }.count == 3)
    #expect(client.pendingCount == 1)
    for _ in 0..<3 { client.release() }
    #expect(client.urls.filter { $0 == "http://b/" }.count == 3)
  }

  /// Without recursion, which would overflow the stack.
  @Test func survivesManyImmediateFailures() throws {
    let error = RequestError(
      .nameNotResolved(host: "h", isTemporary: false, detail: "no such host"))
    let client = ScriptedClient { _, count in count == 1 ? .pending : .failure(error) }
    let executor = executor(client) { $0.jobs = 1 }
    let ended = Mutex(0)
    let specification = try request()

    for _ in 0..<20_000 {
      executor.start(specification, body: .memory(limit: nil)) { _ in ended.withLock { $0 += 1 } }
    }
    client.release()

    #expect(ended.withLock { $0 } == 20_000)
  }

  @Test func deadlineStartsWithFirstAttempt() async throws {
    let client = ScriptedClient { attempt, _ in
      attempt.url.path == "/slow" ? .head(503) : .head(200)
    }
    let executor = executor(client) { policy in
      policy.jobs = 1
      policy.deadline = .seconds(5)
    }

    async let slow = executor.execute(request("http://h/slow"), body: .memory(limit: nil))
    let response = try await slow
    #expect(response.status == 503)
    // Delays of 1 and 2 s fit into 5 s; the next one of 4 s does not.
    #expect(client.waits == [.seconds(1), .seconds(2)])
    #expect(
      client.attempts.map(\.limits.deadline?.left) == [.seconds(5), .seconds(4), .seconds(2)])
  }

  @Test func retryAfterDelaysWholeHost() async throws {
    let client = ScriptedClient { attempt, count in
      count == 1 ? .head(429, ["Retry-After": "7"]) : .head(200)
    }
    let executor = executor(client) { $0.jobs = 2 }

    for path in ["a", "b", "c"] {
      executor.start(try request("http://h/" + path), body: .memory(limit: nil)) { _ in }
    }
    executor.start(try request("http://other/"), body: .memory(limit: nil)) { _ in }

    #expect(client.urls.count == 5)
    // All requests wait for the same time, once.
    #expect(client.now <= .seconds(14))
    #expect(client.urls.filter { $0 == "http://h/a" }.count == 2)
  }

  /// A host that admits 20 requests within 10 seconds refuses none after the first window.
  @Test func respectsAnnouncedLimitOfWholeHost() throws {
    let served = Mutex((end: Duration.zero, left: 0, refused: [Duration]()))
    let now = Mutex<@Sendable () -> Duration>({ .zero })
    let client = ScriptedClient { _, _ in
      let now = now.withLock { $0() }
      return served.withLock { served in
        if now >= served.end { (served.end, served.left) = (now + .seconds(10), 20) }
        if served.left == 0 { served.refused.append(now) }
        let status = served.left == 0 ? 429 : 200
        served.left = max(0, served.left - 1)
        let reset = served.end - now
        return .head(
          status, ["RateLimit": "limit=20, remaining=\(served.left), reset=\(reset.seconds)"])
      }
    }
    now.withLock { $0 = { [unowned client] in client.now } }
    let executor = executor(client) { policy in
      (policy.jobs, policy.jobsPerHost, policy.respectsAnnouncedLimits) = (64, 64, true)
    }
    let statuses = Mutex<[Int]>([])

    for index in 0..<100 {
      executor.start(try request("http://h/\(index)"), body: .memory(limit: nil)) { result in
        statuses.withLock { $0.append((try? result.get().status) ?? 0) }
      }
    }

    #expect(statuses.withLock { $0 } == [Int](repeating: 200, count: 100))
    #expect(served.withLock { $0.refused }.allSatisfy { $0 < .seconds(10) })
    #expect(client.now >= .seconds(40))
  }

  @Test(arguments: [true, false])
  func refusesHostWithLongReset(isRespected: Bool) async throws {
    let client = ScriptedClient { _, _ in
      .head(200, ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "301"])
    }
    let executor = executor(client) { $0.respectsAnnouncedLimits = isRespected }

    _ = try await executor.execute(request(), body: .memory(limit: nil))
    let next = await outcome(executor, try request(), CountingGate())
    let other = try await executor.execute(request("http://other/"), body: .memory(limit: nil))

    #expect(other.status == 200 && client.attempts.count == (isRespected ? 2 : 3))
    guard isRespected else { return }
    let why = "the limit of h is used up until 1970-01-01T00:05:01Z"
    #expect(throws: RequestError(.quotaExhausted(why: why, retryAt: 301), attempts: 0)) {
      try next.get()
    }
  }

  /// Tokens that the test provides.
  private final class Tokens: TokenSource {
    let secrets = SentSecrets()
    let state = Mutex((tokens: [Result<String, RequestError>](), waiting: [@Sendable () -> Void]()))

    func token(ready: @escaping @Sendable () -> Void) throws(RequestError) -> String? {
      let known = state.withLock { state in
        if state.tokens.isEmpty { state.waiting.append(ready) }
        return state.tokens.last
      }
      return try known?.get()
    }

    func reject(_ token: String) -> Bool { state.withLock { try? $0.tokens.last?.get() } != token }

    func provide(_ token: Result<String, RequestError>) {
      let waiting = state.withLock { state in
        defer { state.waiting = [] }
        state.tokens.append(token)
        return state.waiting
      }
      for ready in waiting { ready() }
    }
  }

  private func executor(_ client: ScriptedClient, _ tokens: Tokens) -> RequestExecutor {
    var fields = RequestFields()
    fields.tokens = tokens
    return RequestExecutor(client: client, policy: ExecutionPolicy(), fields: fields)
  }

  @Test func requestsWaitForToken() throws {
    let client = ScriptedClient { _, _ in .head(200) }
    let tokens = Tokens()
    let executor = executor(client, tokens)
    var own = try request("http://h/own")
    own.headers.set("Authorization", "Own x")

    for request in [try request("http://h/a"), try request("http://u:p@h/b"), own] {
      executor.start(request, body: .memory(limit: nil)) { _ in }
    }
    #expect(client.urls == ["http://h/own"])
    tokens.provide(.success("t"))

    #expect(client.urls.count == 3)
    #expect(
      client.attempts.map { $0.headers["Authorization"] } == ["Own x", "Bearer t", "Bearer t"])
  }

  @Test func redirectToOtherOriginDropsToken() async throws {
    let client = ScriptedClient { attempt, _ in
      switch attempt.url.text {
      case "http://h/": .head(302, ["Location": "/same"])
      case "http://h/same": .head(302, ["Location": "http://other/"])
      default: .head(401)
      }
    }
    let tokens = Tokens()
    tokens.provide(.success("t"))

    let response = try await executor(client, tokens).execute(
      request(), body: .memory(limit: nil))

    #expect(response.status == 401)
    #expect(client.attempts.map { $0.headers["Authorization"] } == ["Bearer t", "Bearer t", nil])
  }

  @Test func unresolvedNameOccupiesNoSlot() throws {
    let client = ScriptedClient(unresolved: ["slow"], advancesTime: false) { _, _ in .head(200) }
    let executor = executor(client) { $0.jobs = 1 }

    for url in ["http://slow/1", "http://a/", "http://slow/2", "http://b/"] {
      executor.start(try request(url), body: .memory(limit: nil)) { _ in }
    }
    #expect(client.urls == ["http://a/", "http://b/"])
    client.resolve("slow")

    #expect(client.urls == ["http://a/", "http://b/", "http://slow/1", "http://slow/2"])
  }

  /// The lookup counts toward the connect timeout.
  @Test func startsAttemptAfterLookupTimeout() throws {
    let client = ScriptedClient(unresolved: ["silent"]) { _, _ in .head(200) }

    executor(client).start(try request("http://silent/"), body: .memory(limit: nil)) { _ in }

    #expect(client.waits == [.seconds(10)])
    #expect(client.attempts.map(\.limits.nameWait) == [.seconds(10)])
  }

  @Test func deadlineLimitsLookup() throws {
    let client = ScriptedClient(unresolved: ["silent"]) { _, _ in .head(200) }
    let executor = executor(client) { $0.deadline = .seconds(3) }
    let failure = Mutex<RequestError.Reason?>(nil)

    executor.start(try request("http://silent/"), body: .memory(limit: nil)) { result in
      if case .failure(let error) = result { failure.withLock { $0 = error.reason } }
    }

    #expect(client.waits == [.seconds(3)])
    #expect(failure.withLock { $0 } == .deadline(.seconds(3)))
  }
}
