import Testing

@testable import WirelineCore
@testable import WirelineRequests

@Suite struct ChallengedRequestTests {
  private let login = ChallengeLogin("u:p", allowsBasic: false)

  private func attempt(_ url: String = "http://h/") throws -> RequestAttempt {
    RequestAttempt(RequestSpecification(url: try RequestURL(url)))
  }

  private func challenge(_ nonce: String, _ more: String = "") -> ResponseHead {
    ResponseHead(
      status: 401,
      headers: ["WWW-Authenticate": "Digest realm=\"r\", nonce=\"\(nonce)\", qop=auth\(more)"])
  }

  @Test func countsRepeatedNonce() throws {
    let attempt = try attempt()
    let requests = (0..<3).map { _ in ChallengedRequest(login) }
    #expect(requests.allSatisfy { $0.field(for: attempt) == nil })

    for (index, request) in requests.enumerated() {
      #expect(request.answers(challenge("n1"), from: attempt.url))
      #expect(request.field(for: attempt)?.contains("nc=0000000\(index + 1)") == true)
    }
  }

  @Test func answersOnceAndStaleNonceOnce() throws {
    let attempt = try attempt()
    let request = ChallengedRequest(login)
    _ = request.field(for: attempt)
    #expect(request.answers(challenge("n1"), from: attempt.url))
    _ = request.field(for: attempt)
    #expect(request.answers(challenge("n2", ", stale=true"), from: attempt.url))
    #expect(request.field(for: attempt)?.contains("nonce=\"n2\"") == true)
    #expect(!request.answers(challenge("n3", ", stale=true"), from: attempt.url))

    // The next request asks first, and the nonce keeps its count.
    let next = ChallengedRequest(login)
    #expect(next.field(for: attempt) == nil)
    #expect(next.answers(challenge("n2"), from: attempt.url))
    #expect(next.field(for: attempt)?.contains("nc=00000002") == true)
    #expect(!next.answers(challenge("n2"), from: attempt.url))
  }

  @Test(arguments: [false, true]) func servesOriginOfUserOnly(trustsOtherHosts: Bool) throws {
    var execution = RequestExecution(
      RequestSpecification(url: try RequestURL("http://h/")),
      authorization: ChallengedRequest(login))
    var policy = ExecutionPolicy()
    policy.redirect.trustsOtherHosts = trustsOtherHosts
    let redirect = ResponseHead(status: 302, headers: ["Location": "http://other/"])

    for (head, isAuthorized) in [(challenge("n1"), false), (redirect, true)] {
      let attempt = try execution.attempt(policy, now: .zero).get()
      #expect(attempt.headers.contains("Authorization") == isAuthorized)
      #expect(execution.receive(head, policy, now: .zero, seconds: 0) == .discard)
      _ = execution.complete(AttemptResult(head: head, bodyBytes: 0, firstByte: .zero))
    }
    let other = try execution.attempt(policy, now: .zero).get()

    #expect(other.url.host == "other" && !other.headers.contains("Authorization"))
    #expect(execution.authorizationField == nil)
    let use = execution.receive(challenge("n2"), policy, now: .zero, seconds: 0)
    #expect(use == (trustsOtherHosts ? .discard : .deliver))
  }

  @Test func repeatsChallengedRequestWithinAttempt() throws {
    let specification = RequestSpecification(url: try RequestURL("http://h/x"))
    var execution = RequestExecution(
      specification, authorization: ChallengedRequest(login))
    let policy = ExecutionPolicy()
    let head = challenge("n1")
    let result = AttemptResult(head: head, bodyBytes: 0, firstByte: .zero)

    let first = try execution.attempt(policy, now: .zero).get()
    #expect(first.headers["Authorization"] == nil)
    #expect(execution.receive(head, policy, now: .zero, seconds: 0) == .discard)
    #expect(!execution.complete(result).isFinal)
    let second = try execution.attempt(policy, now: .zero).get()
    #expect(second.headers["Authorization"]?.contains("uri=\"/x\"") == true)
    #expect(second.headers["Authorization"] == execution.authorizationField)
    #expect(execution.attempts == 1)
    #expect(execution.receive(head, policy, now: .zero, seconds: 0) == .deliver)
    #expect(execution.complete(result).isFinal)
  }

  @Test(arguments: [200, 302, 401]) func sendsBodyOnceAsked(status: Int) throws {
    let url = try RequestURL("http://h/x")
    let specification = RequestSpecification(
      method: "PUT", url: url, body: .bytes([1], mediaType: nil))
    var execution = RequestExecution(specification, authorization: ChallengedRequest(login))
    let policy = ExecutionPolicy()
    let head = status == 401 ? challenge("n1") : ResponseHead(status: status)
    let result = AttemptResult(head: head, bodyBytes: 0, firstByte: .zero)

    let first = try execution.attempt(policy, now: .zero).get()
    #expect(first.body == .bytes([], mediaType: nil))
    #expect(execution.receive(head, policy, now: .zero, seconds: 0) == .discard)
    #expect(!execution.complete(result).isFinal)
    let second = try execution.attempt(policy, now: .zero).get()
    #expect(second.body == specification.body)
    #expect(
      execution.receive(ResponseHead(status: 200), policy, now: .zero, seconds: 0) == .deliver)
  }

  /// The other parts are those of the challenge, which a server repeats.
  @Test func hidesSecretPartsOfDigest() {
    let secrets = SentSecrets()
    secrets.note([
      "Authorization": """
      Digest username="Mufasa of Pride", realm="long-realm", nonce="server-nonce", \
      uri="/some/path", response="8ca523f5e9506fed", cnonce="f2/wE4q74E6z", algorithm=MD5, \
      opaque="opaque-text"
      """
    ])

    let rest = "Mufasa of Pride long-realm server-nonce /some/path algorithm=MD5 opaque-text"
    #expect(secrets.masked(rest) == rest)
    #expect(secrets.masked("8ca523f5e9506fed f2/wE4q74E6z") == "REDACTED REDACTED")
  }
}
