import Testing

@testable import WirelineCore
@testable import WirelineRequests

@Suite struct CacheDecisionTests {
  private func kind(_ decision: CacheDecision) -> String {
    switch decision {
    case .bypass: "bypass"
    case .forward: "forward"
    case .revalidate(let revalidation, _):
      revalidation.conditions.isEmpty ? "fetch" : "check"
    case .use(let response, nil): response.source.rawValue
    case .use(let response, _): response.source.rawValue + " + refresh"
    case .unsatisfiable: "504"
    }
  }

  private func decide(
    _ requested: String, _ stored: String, age: Int, _ options: CacheOptions = CacheOptions()
  ) throws -> CacheDecision {
    let response = CacheSample.stored(["Cache-Control": stored, "ETag": "\"a\""])
    return try decide(
      requested.isEmpty ? [:] : ["Cache-Control": requested], [response], age: age, options)
  }

  private func decide(
    _ requested: HeaderFields, _ stored: [StoredResponse], age: Int = 0, method: String = "GET",
    _ options: CacheOptions = CacheOptions()
  ) throws -> CacheDecision {
    CachePolicy(options).decide(
      try CacheSample.request(requested, method: method), stored: stored,
      now: CacheSample.start + age)
  }

  /// Cache-Control of request and response, age in seconds.
  @Test(
    arguments: [
      ("", "max-age=60", 12, "cache"), ("", "max-age=60", 60, "check"),
      ("", "max-age=0", 0, "check"), ("", "max-age=60, must-revalidate", 12, "cache"),
      ("", "max-age=60, must-revalidate", 61, "check"), ("", "max-age=60, no-cache", 1, "check"),
      ("", "max-age=60, no-cache=\"a\"", 1, "cache"), ("", "max-age=60, private", 1, "cache"),
      ("no-cache", "max-age=60", 1, "check"), ("no-cache", "max-age=60, immutable", 1, "check"),
      ("no-store", "max-age=60", 1, "bypass"), ("max-age=0", "max-age=60", 0, "check"),
      ("max-age=5", "max-age=60", 5, "cache"), ("max-age=5", "max-age=60", 6, "check"),
      ("max-age=90", "max-age=60", 61, "check"),
      ("max-age=0", "max-age=60, immutable", 6, "cache"),
      ("max-age=0", "max-age=60, immutable", 61, "check"),
      ("max-age=5, max-stale=2", "max-age=60", 7, "cache"),
      ("max-age=5, max-stale=2", "max-age=60", 8, "check"),
      ("max-stale=10", "max-age=60", 70, "stale"), ("max-stale=10", "max-age=60", 71, "check"),
      ("max-stale", "max-age=60", 9999, "stale"), ("max-stale=x", "max-age=60", 61, "check"),
      ("max-stale", "max-age=60, must-revalidate", 61, "check"),
      ("max-stale", "max-age=60, no-cache", 61, "check"),
      ("min-fresh=48", "max-age=60", 12, "cache"), ("min-fresh=49", "max-age=60", 12, "check"),
      ("min-fresh=x", "max-age=60", 12, "check"),
      ("", "max-age=60, stale-while-revalidate=30", 90, "stale + refresh"),
      ("", "max-age=60, stale-while-revalidate=30", 91, "check"),
      ("", "max-age=60, stale-while-revalidate=30, must-revalidate", 70, "check"),
      ("max-age=65", "max-age=60, stale-while-revalidate=30", 64, "check"),
      ("", "max-age=60, stale-if-error=30", 70, "check"),
      ("only-if-cached", "max-age=60", 12, "cache"), ("only-if-cached", "max-age=60", 61, "504"),
      ("only-if-cached, max-stale=9", "max-age=60", 61, "stale"),
      ("only-if-cached", "max-age=60, stale-while-revalidate=9", 61, "stale"),
      ("only-if-cached, no-cache", "max-age=60", 1, "504"),
    ])
  func decidesByCacheControl(
    requested: String, stored: String, age: Int, expected: String
  ) throws {
    #expect(kind(try decide(requested, stored, age: age)) == expected)
  }

  /// Cache-Control of request and response, age in seconds.
  @Test(
    arguments: [
      ("", "max-age=60", 12, "fresh: max-age=60, age 12 s (RFC 9111 §4.2)"),
      (
        "", "max-age=60, must-revalidate", 61,
        "revalidation: stale by 1 s, must-revalidate (RFC 9111 §5.2.2.2)"
      ),
      ("no-store", "max-age=60", 1, "bypassed: no-store in the request (RFC 9111 §5.2.1.5)"),
      (
        "min-fresh=49", "max-age=60", 12,
        "revalidation: fresh for another 48 s, the request has min-fresh=49 (RFC 9111 §5.2.1.3)"
      ),
      (
        "only-if-cached", "", 61,
        "unavailable: only-if-cached in the request; stale: no freshness information, age 61 s"
          + " (RFC 9111 §5.2.1.7, RFC 9111 §4.2.4)"
      ),
    ])
  func explainsDecision(requested: String, stored: String, age: Int, reason: String) throws {
    #expect(try decide(requested, stored, age: age).reason.description == reason)
  }

  /// Options, Cache-Control of request and response, age.
  @Test(
    arguments: [
      (CacheOptions(isOffline: true), "", "max-age=60", 12, "cache"),
      (CacheOptions(isOffline: true), "", "max-age=60", 9999, "stale"),
      (CacheOptions(isOffline: true), "", "", 9999, "stale"),
      (CacheOptions(isOffline: true), "", "max-age=60, must-revalidate", 61, "504"),
      (CacheOptions(isOffline: true), "", "max-age=60, no-cache", 1, "504"),
      (CacheOptions(isOffline: true), "no-cache", "max-age=60", 1, "504"),
      (CacheOptions(isOffline: true), "no-store", "max-age=60", 1, "504"),
      (CacheOptions(isOffline: true), "max-age=5", "max-age=60", 6, "504"),
      (CacheOptions(isOffline: true), "max-stale=5", "max-age=60", 66, "504"),
      (CacheOptions(isOffline: true), "", "max-age=60, stale-while-revalidate=9", 61, "stale"),
      (CacheOptions(staleIfError: 10, isOffline: true), "", "max-age=60", 70, "stale"),
      (CacheOptions(staleIfError: 10, isOffline: true), "", "max-age=60", 71, "504"),
      (CacheOptions(isOffline: true, isRefresh: true), "", "max-age=60", 1, "504"),
      (CacheOptions(isRefresh: true), "", "max-age=60", 1, "check"),
      (CacheOptions(isRefresh: true), "", "max-age=60, immutable", 1, "check"),
      (CacheOptions(isRefresh: true), "only-if-cached", "max-age=60", 1, "504"),
      (CacheOptions(timeToLive: 300), "", "max-age=1", 299, "cache"),
      (CacheOptions(timeToLive: 300), "", "max-age=1", 300, "check"),
      (CacheOptions(timeToLive: 300), "", "max-age=3600", 301, "check"),
      (CacheOptions(timeToLive: 300), "", "no-cache", 1, "cache"),
      (CacheOptions(timeToLive: 300), "", "must-revalidate, max-age=0", 1, "cache"),
      (
        CacheOptions(timeToLive: 300), "", "max-age=1, stale-while-revalidate=900", 301,
        "check"
      ),
      (CacheOptions(timeToLive: 300), "no-cache", "max-age=1", 1, "check"),
      (CacheOptions(timeToLive: 0), "", "max-age=60", 0, "check"),
    ])
  func decidesByOptions(
    options: CacheOptions, requested: String, stored: String, age: Int, expected: String
  ) throws {
    #expect(kind(try decide(requested, stored, age: age, options)) == expected)
  }

  @Test(
    arguments: [
      ("If-None-Match", "RFC 9111 §4.3.2"), ("If-Modified-Since", "RFC 9111 §4.3.2"),
      ("If-Match", "RFC 9111 §4.3.2"), ("If-Unmodified-Since", "RFC 9111 §4.3.2"),
      ("If-Range", "RFC 9111 §4.3.2"), ("Range", "RFC 9111 §3.3"),
    ])
  func bypassesConditionalRequestsOfTheUser(field: String, source: String) throws {
    let fresh = CacheSample.stored(["Cache-Control": "max-age=60"])
    let decision = try decide([field: "x"], [fresh])

    #expect(kind(decision) == "bypass")
    #expect(decision.reason.source == source)
    #expect(kind(try decide([field: "x"], [fresh], CacheOptions(isOffline: true))) == "504")
  }

  @Test(
    arguments: [
      ("GET", "cache"), ("HEAD", "cache"), ("POST", "bypass"), ("PUT", "bypass"),
      ("OPTIONS", "bypass"), ("get", "bypass"),
    ])
  func bypassesUnsafeMethods(method: String, expected: String) throws {
    let fresh = CacheSample.stored(["Cache-Control": "max-age=60"])

    #expect(kind(try decide([:], [fresh], method: method)) == expected)
  }

  @Test func bypassesRequestWithContent() throws {
    var request = try CacheSample.request()
    request.body = .bytes([1], mediaType: nil)
    let decision = CachePolicy().decide(request, stored: [], now: CacheSample.start)

    #expect(decision == .bypass(.requestBody))
  }

  @Test func missesWithoutStoredResponse() throws {
    #expect(try decide([:], []) == .forward(.nothingStored))
    #expect(kind(try decide([:], [], CacheOptions(isOffline: true))) == "504")
    #expect(kind(try decide(["Cache-Control": "only-if-cached"], [])) == "504")
  }

  @Test func missesOtherVariant() throws {
    let other = CacheSample.stored(
      ["Cache-Control": "max-age=60", "Vary": "Foo"], for: ["Foo": "1"])

    #expect(try decide(["Foo": "2"], [other]) == .forward(.variant(["foo"])))
    #expect(kind(try decide(["Foo": "1"], [other])) == "cache")
  }

  @Test func addsAge() throws {
    let stored = CacheSample.stored(["Cache-Control": "max-age=60", "Age": "30", "X": "y"])
    guard case .use(let response, _) = try decide([:], [stored], age: 5) else {
      Issue.record("not used")
      return
    }

    #expect(response.age == 35)
    #expect(response.head.headers.values(of: "Age") == ["35"])
    #expect(response.head.headers["X"] == "y")
    #expect(response.head.headers["Date"] == CacheSample.date(0))
  }

  /// RFC 9111 §4.3.1.
  @Test(
    arguments: [
      (["ETag": "\"a\""], ["If-None-Match": "\"a\""]),
      (["ETag": "W/\"a\""], ["If-None-Match": "W/\"a\""]),
      (
        ["Last-Modified": "Thu, 01 Jan 1970 00:00:10 GMT"],
        ["If-Modified-Since": "Thu, 01 Jan 1970 00:00:10 GMT"]
      ),
      (
        ["ETag": "a", "Last-Modified": "Thu, 01 Jan 1970 00:00:10 GMT"],
        ["If-None-Match": "a", "If-Modified-Since": "Thu, 01 Jan 1970 00:00:10 GMT"]
      ),
      (["Last-Modified": "yesterday"], [:]), ([:], [:]),
    ] as [(HeaderFields, HeaderFields)])
  func revalidatesWithValidators(stored: HeaderFields, conditions: HeaderFields) throws {
    var fields = stored
    fields.append("Cache-Control", "max-age=1")
    let response = CacheSample.stored(fields)

    #expect(response.conditions == conditions)
    #expect(
      kind(try decide([:], [response], age: 9)) == (conditions.isEmpty ? "fetch" : "check"))
    #expect(kind(try decide([:], [response], age: 9, method: "HEAD")) == "fetch")
  }

  /// RFC 5861 §4: option, Cache-Control of request and response, age.
  @Test(
    arguments: [
      (nil, "", "max-age=60, stale-if-error=30", 90, true),
      (nil, "", "max-age=60, stale-if-error=30", 91, false), (nil, "", "max-age=60", 61, false),
      (nil, "", "max-age=60", 1, false), (nil, "stale-if-error=30", "max-age=60", 90, true),
      (nil, "stale-if-error=30", "max-age=60, stale-if-error=40", 100, true),
      (nil, "", "max-age=60, stale-if-error=x", 61, false), (100, "", "max-age=60", 160, true),
      (100, "", "max-age=60", 161, false), (0, "", "max-age=60, stale-if-error=9", 61, false),
      (0, "", "max-age=60", 1, true), (100, "", "max-age=60, must-revalidate", 61, false),
      (100, "", "max-age=60, must-revalidate", 1, true),
      (100, "", "max-age=60, no-cache", 1, false), (100, "no-cache", "max-age=60", 1, false),
      (100, "max-age=5", "max-age=60", 61, true), (100, "", "", 100, true),
    ] as [(Int?, String, String, Int, Bool)])
  func servesStaleResponseOnError(
    limit: Int?, requested: String, stored: String, age: Int, isServed: Bool
  ) throws {
    let policy = CachePolicy(CacheOptions(staleIfError: limit))
    let response = policy.response(
      insteadOfErrorFor: try CacheSample.request(["Cache-Control": requested]),
      stored: CacheSample.stored(["Cache-Control": stored]), now: CacheSample.start + age)

    #expect((response != nil) == isServed)
    let source = limit == nil ? "RFC 5861 §4" : "--stale-if-error"
    #expect(response.map(\.reason.source) == (isServed ? source : nil))
  }
}
