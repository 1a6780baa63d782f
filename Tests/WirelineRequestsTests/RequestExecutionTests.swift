import Testing

@testable import WirelineCore
@testable import WirelineRequests

@Suite struct RequestExecutionTests {
  private let policy = ExecutionPolicy()

  private func execution(
    deadline: Duration? = nil, elapsed: Duration = .zero
  ) throws -> RequestExecution {
    var request = RequestSpecification(url: try RequestURL("http://h/"))
    request.deadline = deadline
    request.elapsed = elapsed
    return RequestExecution(request)
  }

  private func result(_ head: ResponseHead) -> AttemptResult {
    AttemptResult(head: head, bodyBytes: 0, firstByte: .zero)
  }

  private func failure(_ action: RequestExecution.Action) -> RequestError? {
    if case .fail(let error) = action { error } else { nil }
  }

  @Test func returnsLastServerErrorAfterRetries() throws {
    var execution = try execution()
    let head = ResponseHead(status: 503)
    var waits: [Duration] = []

    for _ in 0..<3 {
      _ = try execution.attempt(policy, now: .zero).get()
      #expect(execution.receive(head, policy, now: .zero, seconds: 0) == .discard)
      if case .wait(let wait) = execution.complete(result(head)) { waits.append(wait) }
    }
    _ = try execution.attempt(policy, now: .zero).get()

    #expect(waits == [.seconds(1), .seconds(2), .seconds(4)])
    #expect(execution.receive(head, policy, now: .zero, seconds: 0) == .deliver)
    #expect(execution.complete(result(head)).isFinal)
    #expect(execution.attempts == 4)
  }

  /// While the host admits other requests, a refusal does not use up a retry.
  @Test(
    arguments: [
      ([0, 1, 2, 9, 10, 11, 12], nil), ([0, 0, 0, 0], 4), ([0, 3, 3, 4, 4, 4], 6),
      ([5, 6, 6, 6, 6], 5),
    ] as [([Int], Int?)])
  func countsRefusalsIfHostAdmitsNothing(admitted: [Int], lastAttempt: Int?) throws {
    var execution = try execution()
    let head = ResponseHead(status: 429)
    for (index, count) in admitted.enumerated() {
      _ = try execution.attempt(policy, now: .zero).get()
      let use = execution.receive(head, policy, now: .zero, seconds: 0, admitted: count)
      #expect(use == (index + 1 == lastAttempt ? .deliver : .discard), "\(index)")
      _ = execution.complete(result(head))
    }
  }

  /// The response to a request with an announced limit, with the delay before the next attempt.
  @Test(
    arguments: [
      (403, [:], 0, 5, .seconds(5), nil), (403, [:], 1, 5, nil, nil), (403, [:], 0, 301, nil, 401),
      (429, [:], 0, 5, .seconds(5), nil), (429, [:], 3, 5, .seconds(1), nil),
      (429, ["Retry-After": "2"], 0, 5, .seconds(5), nil),
      (429, ["Retry-After": "9"], 0, 5, .seconds(9), nil), (429, [:], 0, 301, nil, 401),
      (404, [:], 0, 5, nil, nil), (404, [:], 0, 301, nil, nil), (503, [:], 0, 5, .seconds(1), nil),
    ] as [(Int, HeaderFields, Int, Int, Duration?, Int?)])
  func retriesRefusalAfterReset(
    status: Int, fields: HeaderFields, remaining: Int, reset: Int, wait: Duration?, retryAt: Int?
  ) throws {
    var execution = try execution()
    _ = try execution.attempt(policy, now: .zero).get()
    let head = ResponseHead(status: status, headers: fields)

    _ = execution.receive(
      head, policy, limit: AnnouncedLimit(remaining: remaining, reset: .seconds(reset)),
      now: .zero, seconds: 100)

    let action = execution.complete(result(head))
    if case .wait(let delay) = action { #expect(delay == wait) } else { #expect(wait == nil) }
    #expect(execution.retryAt == retryAt)
  }

  @Test func followsRedirectWithinAttempt() throws {
    var execution = try execution()
    let head = ResponseHead(status: 301, headers: ["Location": "/y"])

    _ = try execution.attempt(policy, now: .zero).get()
    #expect(execution.receive(head, policy, now: .zero, seconds: 0) == .discard)
    #expect(!execution.complete(result(head)).isFinal)
    let attempt = try execution.attempt(policy, now: .zero).get()
    #expect(attempt.url.text == "http://h/y")
    #expect(execution.redirects == [Response.Redirect(status: 301, url: "http://h/")])
    #expect(execution.attempts == 1)
  }

  @Test func deadlineIncludesLookupAndEarlierPagesWithoutQueue() throws {
    var execution = try execution(deadline: .seconds(5), elapsed: .seconds(1))
    _ = execution.resolve(policy, now: .seconds(10))
    execution.resolved(now: .seconds(12))

    let attempt = try execution.attempt(policy, now: .seconds(100)).get()

    #expect(attempt.limits.deadline?.left == .seconds(2) && execution.started == .seconds(98))
  }

  /// A retry that is still waiting does not count.
  @Test func countsAttemptsWhenTheyStart() throws {
    var execution = try execution(deadline: .seconds(3))
    let head = ResponseHead(status: 503)
    #expect(execution.startedAttempts == 0)

    _ = try execution.attempt(policy, now: .zero).get()
    _ = execution.receive(head, policy, now: .zero, seconds: 0)
    #expect(!execution.complete(result(head)).isFinal)

    #expect((execution.attempts, execution.startedAttempts) == (2, 1))
    let late = execution.attempt(policy, now: .seconds(3))
    #expect(throws: RequestError(.deadline(.seconds(3)), attempts: 1)) { try late.get() }
  }

  /// No connection is opened to it. An earlier redirect opened one.
  @Test(arguments: [0, 1]) func doesNotCountForbiddenAddressAsAttempt(redirects: Int) throws {
    var execution = try execution()
    let head = ResponseHead(status: 301, headers: ["Location": "/y"])
    for _ in 0..<redirects {
      _ = try execution.attempt(policy, now: .zero).get()
      _ = execution.receive(head, policy, now: .zero, seconds: 0)
      _ = execution.complete(result(head))
    }
    _ = try execution.attempt(policy, now: .zero).get()

    let action = execution.fail(
      RequestError(.addressForbidden(host: "h", why: "its address is loopback")), policy,
      hasDelivered: false, now: .zero)

    #expect(failure(action)?.attempts == redirects)
  }
}
