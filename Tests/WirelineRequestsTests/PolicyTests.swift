import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineRequests

@Suite struct RetryPolicyTests {
  @Test(arguments: zip([1, 2, 3, 6, 100], [1, 2, 4, 30, 30]))
  func doublesDelayUpToMaximum(attempt: Int, seconds: Int) {
    #expect(RetryPolicy().delay(afterAttempt: attempt) == .seconds(seconds))
  }

  @Test(
    arguments: [
      (200, false), (304, false), (400, false), (404, false), (408, true), (425, true),
      (429, true), (500, true), (501, false), (503, true), (505, false), (599, true),
    ])
  func retriesByStatus(status: Int, isRetried: Bool) {
    let decision = RetryPolicy().wait(
      after: .response(status: status, retryAfter: nil), attempts: 1, isIdempotent: true)

    #expect(decision == (isRetried ? .seconds(1) : nil))
  }

  @Test func respectsRetryAfterUpToLimit() {
    let policy = RetryPolicy()
    let decide = { (wait: Int) in
      policy.wait(
        after: .response(status: 503, retryAfter: .seconds(wait)), attempts: 1, isIdempotent: true)
    }

    #expect(decide(0) == .seconds(1), "not shorter than our own delay")
    #expect(decide(300) == .seconds(300))
    #expect(decide(301) == nil)
  }

  @Test func doesNotRepeatSentNonIdempotentRequest() {
    let sent = RequestError(.truncated(received: 0, expected: nil), isRequestSent: true)
    let unsent = RequestError(.connect(address: "h:1", detail: "refused"))

    #expect(
      RetryPolicy().wait(after: .failure(sent), attempts: 1, isIdempotent: false) == nil)
    #expect(
      RetryPolicy().wait(after: .failure(unsent), attempts: 1, isIdempotent: false)
        == .seconds(1))
  }

  @Test func givesUpIfDelayExceedsDeadline() {
    let decision = RetryPolicy().wait(
      after: .response(status: 503, retryAfter: nil), attempts: 1, isIdempotent: true,
      left: .milliseconds(900))

    #expect(decision == nil)
  }

  @Test(
    arguments: [
      ("120", 120), (" 0 ", 0), ("1000000000", 1_000_000_000),
      ("Thu, 01 Jan 1970 00:00:10 GMT", 0), ("Thu, 01 Jan 1970 00:16:50 GMT", 10),
      ("00", 0), ("soon", nil), ("-1", nil), ("", nil), ("1.5", nil), ("1e9", nil), ("0x1", nil),
      ("1 s", nil), ("Fri, 99 Foo 2024 99:99:99 GMT", nil),
      ("99999999999999999999", Int(Int32.max)), ("9223372036854775807", Int(Int32.max)),
    ] as [(String, Int?)])
  func parsesRetryAfter(value: String, seconds: Int?) {
    #expect(RetryAfter.wait(value, now: 1000) == seconds.map { .seconds($0) })
  }
}

@Suite struct RedirectPolicyTests {
  private func decide(
    _ status: Int, _ location: String?, method: String = "GET",
    from: String = "https://a.example/x",
    headers: HeaderFields = [:], policy: RedirectPolicy = RedirectPolicy(), followed: Int = 0
  ) throws -> RedirectPolicy.Decision {
    var request = RequestSpecification(method: method, url: try RequestURL(from), headers: headers)
    if method == "POST" { request.body = .bytes([1], mediaType: "x/y") }
    let fields: HeaderFields = location.map { ["Location": $0] } ?? [:]
    return policy.decide(
      ResponseHead(status: status, headers: fields), for: request, followed: followed)
  }

  private func next(_ decision: RedirectPolicy.Decision) throws -> RequestSpecification {
    let request: RequestSpecification? = if case .follow(let next) = decision { next } else { nil }
    return try #require(request)
  }

  @Test(
    arguments: [
      (301, "GET", "GET"), (301, "POST", "GET"), (302, "POST", "GET"), (303, "POST", "GET"),
      (303, "PUT", "GET"), (303, "HEAD", "HEAD"), (307, "POST", "POST"), (308, "POST", "POST"),
      (302, "DELETE", "DELETE"), (301, "PUT", "PUT"), (303, "DELETE", "GET"),
      (308, "PATCH", "PATCH"),
    ])
  func choosesMethodOfRedirect(status: Int, before: String, after: String) throws {
    let next = try next(decide(status, "/y", method: before))

    #expect(next.method == after)
    #expect(next.url.text == "https://a.example/y")
    #expect((next.body == .none) == (after == "GET" || before != "POST"))
  }

  @Test func removesSecretsForOtherOrigin() throws {
    let headers: HeaderFields = ["Authorization": "Bearer x", "Cookie": "a=b", "X-Own": "1"]

    let other = try next(decide(302, "https://b.example/", headers: headers))
    #expect(other.headers == ["X-Own": "1"])
    #expect(try next(decide(302, "/y", headers: headers)).headers == headers)
  }

  @Test(arguments: [nil, "yelp"])
  func sendsUnnamedSecretsToTrustedHosts(credential: String?) throws {
    var policy = RedirectPolicy()
    policy.trustsOtherHosts = true
    let url = try RequestURL("https://a.example/")
    var request = RequestSpecification(url: url, headers: ["Authorization": "Bearer x"])
    request.credential = credential
    let head = ResponseHead(status: 302, headers: ["Location": "https://b.example/"])

    let next = try next(policy.decide(head, for: request, followed: 0))

    #expect(next.headers.contains("Authorization") == (credential == nil))
  }

  @Test func removesSecretsOnAllowedDowngrade() throws {
    var policy = RedirectPolicy()
    policy.allowsDowngrade = true

    let next = try next(
      decide(302, "http://a.example/", headers: ["Authorization": "x"], policy: policy))
    #expect(next.url.text == "http://a.example/")
    #expect(!next.headers.contains("Authorization"))
  }

  @Test(arguments: [
    "http://a.example/", "file:///etc/passwd", "ftp://h/", "javascript:1", "data:,x", "gopher://h/",
    "ws://h/", "mailto:a@b.example", "https://h:99999/", "https:///x", "https://", "https://[::1/",
    #"https://good\@h/"#,
  ])
  func refusesForbiddenTargets(location: String) throws {
    guard case .refuse(.redirectForbidden) = try decide(302, location) else {
      Issue.record("not refused")
      return
    }
  }

  @Test func enforcesLimits() throws {
    guard case .refuse(.redirectLimit(10)) = try decide(302, "/y", followed: 10),
      case .refuse = try decide(
        302, "https://b.example/", policy: RedirectPolicy(limit: 5, isSameHostOnly: true)),
      case .accept = try decide(302, "/y", policy: RedirectPolicy(limit: 0)),
      case .accept = try decide(302, nil), case .accept = try decide(304, "/y"),
      case .accept = try decide(300, "/y")
    else {
      Issue.record("a limit was not enforced")
      return
    }
  }

  @Test func reachableTriggersExcludeServersThatDoNotRun() throws {
    let refused = RequestError(.connectionRefused(address: "h:80"))
    let unknown = RequestError(.nameNotResolved(host: "h", isTemporary: true, detail: "x"))
    let recorded = RequestError(.recorded(ErrorRecord(refused, tool: "")))
    let unreachable = RequestError(.connect(address: "h:80", detail: "no route to host"))
    for error in [refused, unknown, recorded] {
      #expect(!RetryTriggers.single(isRetryGiven: false).contains(error))
      #expect(RetryTriggers.single(isRetryGiven: true).contains(error) == (error == unknown))
      #expect(RetryTriggers().contains(error))
    }
    #expect(RetryTriggers.single(isRetryGiven: false).contains(unreachable))
    let named = try RetryTriggers(parsing: "connect,dns")
    #expect(named.contains(refused) && named.contains(unknown) && named.contains(recorded))
  }
}
