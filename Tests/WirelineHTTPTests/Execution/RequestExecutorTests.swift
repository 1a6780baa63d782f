import Synchronization
import TestSupport
import Testing
import WirelineCore
import WirelineRequests

@testable import WirelineHTTP

/// What the executor makes of a client's answers: no socket, and a clock that
/// only waits move.
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

  @Test func aGoodAnswerIsReturnedAsItIs() async throws {
    let client = ScriptedClient { _, _ in .head(200, ["X": "y"], body: "hello") }

    let response = try await executor(client).execute(request(), body: .memory(limit: nil))

    #expect(response.status == 200)
    #expect(response.head.headers["x"] == "y")
    #expect(response.body == .bytes(Array("hello".utf8)))
    #expect(response.attempts == 1)
    #expect(client.attempts.count == 1)
  }

  @Test func defaultsAreFilledInButNotOver() async throws {
    let client = ScriptedClient { _, _ in .head(200) }
    var given = try request("http://u:p@h/")
    given.headers.append("accept", "text/x")

    _ = try await executor(client) { $0.defaultHeaders = ["Accept": "*/*", "User-Agent": "w"] }
      .execute(given, body: .memory(limit: nil))

    let headers = try #require(client.attempts.first).headers
    #expect(headers.values(of: "Accept") == ["text/x"])
    #expect(headers["User-Agent"] == "w")
    #expect(headers["Authorization"] == "Basic dTpw")
  }

  /// Large bodies are expected until smaller ones have come.
  @Test func bodiesUnderWayFitIntoTheirMemory() throws {
    let client = ScriptedClient { _, _ in .held }
    let executor = executor(client) { policy in
      policy.jobs = 64
      policy.jobsPerHost = 64
      policy.bodyMemory = BodyMemory(budget: 64 << 20, limit: 16 << 20)
    }
    for _ in 0..<200 { executor.start(try request(), body: .memory(limit: 16 << 20)) { _ in } }
    #expect(client.heldCount == 4)

    while client.heldCount > 0, client.attempts.count < 200 { client.release() }

    #expect(client.attempts.count == 200 && client.heldCount == 64)
  }

  /// What a gate was asked, and what it was given back.
  private final class CountingGate: RequestGate {
    let turns = Mutex<[Bool]>([])
    let returned = Mutex(0)
    private let limit: Int

    init(limit: Int = .max) { self.limit = limit }

    func turn(isFirst: Bool) -> RequestTurn {
      turns.withLock { turns in
        turns.append(isFirst)
        return turns.count > limit ? .refuse(RequestError(.cancelled)) : .go
      }
    }

    func giveBack() { returned.withLock { $0 += 1 } }
  }

  @Test(arguments: [(Int.max, 3, 200), (2, 2, 0), (0, 0, 0)])
  func aGateIsAskedBeforeEachAttempt(limit: Int, attempts: Int, status: Int) async throws {
    let client = ScriptedClient { _, count in count < 3 ? .head(503) : .head(200) }
    let gate = CountingGate(limit: limit)

    let result = try await outcome(executor(client), request(), gate)

    #expect(client.attempts.count == attempts)
    let asked = Array([true, false, false].prefix(attempts + (status == 0 ? 1 : 0)))
    #expect(gate.turns.withLock { $0 } == asked)
    switch result {
    case .success(let response): #expect(response.status == status)
    case .failure(let error): #expect(status == 0 && error.attempts == attempts)
    }
    #expect(gate.returned.withLock { $0 } == 0)
  }

  /// What is let go and not sent all the same is told, or it would be waited for.
  @Test func aGateIsToldWhatWasNotSent() async throws {
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

  @Test func retriesWaitAndTheDiscardedBodyIsNotDelivered() async throws {
    let client = ScriptedClient { _, count in
      count < 3 ? .head(503, body: "sorry") : .head(200, body: "fine")
    }

    let response = try await executor(client).execute(request(), body: .memory(limit: nil))

    #expect(response.body == .bytes(Array("fine".utf8)))
    #expect(response.attempts == 3)
    #expect(client.waits == [.seconds(1), .seconds(2)])
    #expect(response.elapsed == .seconds(3))
  }

  @Test func aSinkThatHasTakenAByteEndsTheRetries() async throws {
    let error = RequestError(.truncated(received: 2, expected: 9), isRequestSent: true)
    let client = ScriptedClient { _, _ in .broken(200, body: "ab", error) }

    await #expect(throws: error) {
      try await executor(client).execute(request(), body: .sink({ _ in DiscardSink() }, limit: nil))
    }
    #expect(client.attempts.count == 1)

    // What lies in memory can be taken back.
    await #expect(throws: RequestError.self) {
      try await executor(client).execute(request(), body: .memory(limit: nil))
    }
    #expect(client.attempts.count == 1 + 4)
  }

  @Test func aBodyBeyondTheLimitIsRefusedOnce() async throws {
    let client = ScriptedClient { _, _ in .head(200, body: "12345") }

    await #expect(throws: RequestError(.bodyTooLarge(limit: 4), isRequestSent: true)) {
      try await executor(client).execute(request(), body: .memory(limit: 4))
    }
    #expect(client.attempts.count == 1)
  }

  @Test func redirectsAreFollowedWithinTheAttempt() async throws {
    let client = ScriptedClient { attempt, _ in
      attempt.url.path == "/end" ? .head(200) : .head(302, ["Location": "http://other/end"])
    }

    let response = try await executor(client).execute(request(), body: .memory(limit: nil))

    #expect(client.urls == ["http://h/", "http://other/end"])
    #expect(response.url.text == "http://other/end")
    #expect(response.redirects.map(\.status) == [302])
    #expect(response.attempts == 1)
  }

  @Test func soManyAtOnceAndSoManyToAHost() throws {
    let client = ScriptedClient { _, _ in .held }
    let executor = executor(client) { policy in
      policy.jobs = 3
      policy.jobsPerHost = 2
    }
    let ended = Mutex(0)
    for url in ["http://a/1", "http://a/2", "http://a/3", "http://b/1", "http://b/2"] {
      executor.start(try request(url), body: .memory(limit: nil)) { _ in
        ended.withLock { $0 += 1 }
      }
    }

    #expect(client.urls == ["http://a/1", "http://a/2", "http://b/1"])
    client.release()
    #expect(client.urls.last == "http://a/3")
    for _ in 0..<4 { client.release() }
    #expect(client.urls.last == "http://b/2")
    #expect(ended.withLock { $0 } == 5)
  }

  @Test func higherPrioritiesOvertakeWhatWaits() throws {
    let client = ScriptedClient { _, _ in .held }
    let executor = executor(client) { $0.jobs = 1 }
    for (path, priority) in [("first", 0), ("low", -1), ("normal", 0), ("high", 9)] {
      var given = try request("http://h/" + path)
      given.priority = priority
      executor.start(given, body: .memory(limit: nil)) { _ in }
    }

    for _ in 0..<4 { client.release() }

    #expect(client.urls.map { $0.dropFirst(9) } == ["first", "high", "normal", "low"])
  }

  /// A place that a redirect leaves is free again, though the request goes on.
  @Test func aRedirectGivesItsHostsPlaceBack() throws {
    let client = ScriptedClient { attempt, _ in
      attempt.url.host == "a" ? .head(302, ["Location": "http://b/"]) : .held
    }
    let executor = executor(client) { policy in
      policy.jobs = 8
      policy.jobsPerHost = 1
    }

    for _ in 0..<3 {
      executor.start(try request("http://a/"), body: .memory(limit: nil)) { _ in }
    }
    #expect(client.urls.filter { $0 == "http://a/" }.count == 3)
    #expect(client.heldCount == 1)
    for _ in 0..<3 { client.release() }
    #expect(client.urls.filter { $0 == "http://b/" }.count == 3)
  }

  /// Requests that end at once, one behind the other, use up no stack.
  @Test func aHundredThousandFailuresInARow() throws {
    let error = RequestError(
      .nameNotResolved(host: "h", isTemporary: false, detail: "no such host"))
    let client = ScriptedClient { _, count in count == 1 ? .held : .failure(error) }
    let executor = executor(client) { $0.jobs = 1 }
    let ended = Mutex(0)
    let given = try request()

    for _ in 0..<100_000 {
      executor.start(given, body: .memory(limit: nil)) { _ in ended.withLock { $0 += 1 } }
    }
    client.release()

    #expect(ended.withLock { $0 } == 100_000)
  }

  /// The deadline does not run while a request waits for its turn.
  @Test func theDeadlineBeginsWithTheFirstAttempt() async throws {
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
    // 1 + 2 s fit into 5, a further 4 would not.
    #expect(client.waits == [.seconds(1), .seconds(2)])
    #expect(
      client.attempts.map(\.limits.deadline?.left) == [.seconds(5), .seconds(4), .seconds(2)])
  }

  @Test func requestsAreNotExecutedInAReplay() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/tape.jsonl"
    let recorded = ScriptedClient { _, _ in .head(200, ["Content-Type": "text/plain"], body: "once")
    }
    let recorder = RequestExecutor(
      client: recorded, policy: ExecutionPolicy(), cassette: try Cassette(recordingTo: path))
    _ = try await recorder.execute(request(), body: .memory(limit: nil))

    let silent = ScriptedClient { _, _ in .held }
    let player = RequestExecutor(
      client: silent, policy: ExecutionPolicy(), cassette: try Cassette(replaying: path))
    let response = try await player.execute(request(), body: .memory(limit: nil))

    #expect(response.source == .replay)
    #expect(response.body == .bytes(Array("once".utf8)))
    #expect(silent.attempts.isEmpty)
  }

  /// One that is told to wait slows its whole host down, once.
  @Test func retryAfterIsForAllOfTheHost() async throws {
    let client = ScriptedClient { attempt, count in
      count == 1 ? .head(429, ["Retry-After": "7"]) : .head(200)
    }
    let executor = executor(client) { $0.jobs = 2 }

    for path in ["a", "b", "c"] {
      executor.start(try request("http://h/" + path), body: .memory(limit: nil)) { _ in }
    }
    executor.start(try request("http://other/"), body: .memory(limit: nil)) { _ in }

    #expect(client.urls.count == 5)
    // The retry and the others wait for the same end; nobody waits twice.
    #expect(client.now <= .seconds(14))
    #expect(client.urls.filter { $0 == "http://h/a" }.count == 2)
  }

  @Test func anUnresolvedNameTakesNoSlot() throws {
    let client = ScriptedClient(unresolved: ["slow"], passesTime: false) { _, _ in .head(200) }
    let executor = executor(client) { $0.jobs = 1 }

    for url in ["http://slow/1", "http://a/", "http://slow/2", "http://b/"] {
      executor.start(try request(url), body: .memory(limit: nil)) { _ in }
    }
    #expect(client.urls == ["http://a/", "http://b/"])
    client.resolve("slow")

    #expect(client.urls == ["http://a/", "http://b/", "http://slow/1", "http://slow/2"])
  }

  /// The look-up counts for the time to connect, and the attempt joins it.
  @Test func anAttemptBeginsWithoutANameInTheEnd() throws {
    let client = ScriptedClient(unresolved: ["silent"]) { _, _ in .head(200) }

    executor(client).start(try request("http://silent/"), body: .memory(limit: nil)) { _ in }

    #expect(client.waits == [.seconds(10)])
    #expect(client.attempts.map(\.limits.nameWait) == [.seconds(10)])
  }

  @Test func aNameIsWaitedForUntilTheDeadlineOnly() throws {
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
