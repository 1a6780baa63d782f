import Testing

@testable import WirelineCore

/// Events and times in, actions out: no clock, no socket.
@Suite struct RequestExecutionTests {
  private func execution(
    _ method: String = "GET", deadline: Duration? = nil
  ) throws -> RequestExecution {
    var policy = ExecutionPolicy()
    policy.deadline = deadline
    let request = RequestSpecification(method: method, url: try RequestURL("http://h/"))
    return RequestExecution(request, policy: policy, now: .zero)
  }

  private func result(_ head: ResponseHead) -> AttemptResult {
    AttemptResult(head: head, bodyBytes: 0, firstByte: .zero)
  }

  @Test func aGoodAnswerIsTheEnd() throws {
    var execution = try execution()
    let head = ResponseHead(status: 200)

    guard case .attempt = execution.next(now: .zero) else {
      Issue.record("no attempt")
      return
    }
    #expect(execution.receive(head, now: .zero, seconds: 0) == .deliver)
    guard case .succeed = execution.complete(result(head), now: .zero) else {
      Issue.record("no success")
      return
    }
    #expect(execution.attempts == 1)
  }

  @Test func serverErrorsAreTriedAgainAndTheLastOneStands() throws {
    var execution = try execution()
    let head = ResponseHead(status: 503)
    var waits: [Duration] = []

    for _ in 0..<3 {
      _ = execution.next(now: .zero)
      #expect(execution.receive(head, now: .zero, seconds: 0) == .discard)
      if case .wait(let wait) = execution.complete(result(head), now: .zero) { waits.append(wait) }
    }
    _ = execution.next(now: .zero)

    #expect(waits == [.seconds(1), .seconds(2), .seconds(4)])
    #expect(execution.receive(head, now: .zero, seconds: 0) == .deliver)
    guard case .succeed = execution.complete(result(head), now: .zero) else {
      Issue.record("the last answer does not stand")
      return
    }
    #expect(execution.attempts == 4)
  }

  @Test func aRedirectIsFollowedWithinTheSameAttempt() throws {
    var execution = try execution()
    let head = ResponseHead(status: 301, headers: ["Location": "/y"])

    _ = execution.next(now: .zero)
    #expect(execution.receive(head, now: .zero, seconds: 0) == .discard)
    guard case .attempt(let attempt) = execution.complete(result(head), now: .zero) else {
      Issue.record("not followed")
      return
    }
    #expect(attempt.url.text == "http://h/y")
    #expect(execution.redirects == [Response.Redirect(status: 301, url: "http://h/")])
    #expect(execution.attempts == 1)
  }

  @Test func theDeadlineCoversAllAttempts() throws {
    var execution = try execution(deadline: .seconds(3))

    guard case .attempt(let attempt) = execution.next(now: .seconds(2)) else {
      Issue.record("no attempt")
      return
    }
    #expect(attempt.limits.deadline?.left == .seconds(1))
    guard case .fail(let error) = execution.next(now: .seconds(3)) else {
      Issue.record("no failure")
      return
    }
    #expect(error.reason == .deadline(.seconds(3)))
  }

  @Test func whatWasDeliveredIsNotFetchedAgain() throws {
    var execution = try execution()
    let error = RequestError(.truncated(received: 5, expected: 9), isRequestSent: true)
    _ = execution.next(now: .zero)

    guard case .wait = execution.fail(error, hasDelivered: false, now: .zero) else {
      Issue.record("not tried again")
      return
    }
    _ = execution.next(now: .zero)
    guard case .fail(let final) = execution.fail(error, hasDelivered: true, now: .zero) else {
      Issue.record("tried again")
      return
    }
    #expect(final.attempts == 2)
  }

  @Test func aPOSTThatWasSentIsNotSentAgain() throws {
    var execution = try execution("POST")
    _ = execution.next(now: .zero)

    let action = execution.fail(
      RequestError(.timeout(.seconds(1), phase: "answer"), isRequestSent: true),
      hasDelivered: false,
      now: .zero)

    guard case .fail = action else {
      Issue.record("sent again")
      return
    }
  }
}
