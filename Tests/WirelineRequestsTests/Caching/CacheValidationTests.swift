import Testing

@testable import WirelineCore
@testable import WirelineRequests

@Suite struct CacheValidationTests {
  private static let received = CacheSample.start + 100
  private static let changed = CacheSample.date(-50)

  private func validate(
    _ stored: StoredResponse, _ status: Int, _ fields: HeaderFields,
    _ options: CacheOptions = CacheOptions()
  ) throws -> ValidationOutcome {
    CachePolicy(options).validate(
      Revalidation(stored: stored, conditions: stored.conditions),
      by: ResponseHead(status: status, headers: fields), for: try CacheSample.request(),
      requestTime: Self.received - 1, responseTime: Self.received)
  }

  private func name(_ outcome: ValidationOutcome) -> String {
    switch outcome {
    case .freshened: "freshened"
    case .confirmed: "confirmed"
    case .stale: "stale"
    case .replaced: "replaced"
    case .repeatWithoutConditions: "repeat"
    }
  }

  private func freshened(
    _ stored: HeaderFields, by fields: HeaderFields
  ) throws -> CachedResponse {
    let outcome = try validate(CacheSample.stored(stored), 304, fields)
    let response: CachedResponse? = if case .freshened(let found) = outcome { found } else { nil }
    return try #require(response)
  }

  /// RFC 9111 §4.3.4: stored fields, fields of the 304.
  @Test(
    arguments: [
      (["ETag": "\"a\""], ["ETag": "\"a\""], "freshened"),
      (["ETag": "\"a\""], ["ETag": "\"b\""], "repeat"), (["ETag": "\"a\""], [:], "freshened"),
      (["ETag": "W/\"a\""], ["ETag": "W/\"a\""], "freshened"),
      (["ETag": "\"a\""], ["ETag": "W/\"a\""], "freshened"),
      (["ETag": "W/\"a\""], ["ETag": "\"a\""], "confirmed"),
      (["ETag": "W/\"a\""], ["ETag": "W/\"b\""], "repeat"),
      (["ETag": "a"], ["ETag": "a"], "freshened"),
      (["Last-Modified": changed], ["Last-Modified": changed], "freshened"),
      (["Last-Modified": changed], ["Last-Modified": CacheSample.date(-40)], "repeat"),
      (["Last-Modified": changed], [:], "freshened"),
      (["Last-Modified": changed], ["ETag": "\"a\"", "Last-Modified": changed], "confirmed"),
      (["Last-Modified": changed], ["ETag": "W/\"a\"", "Last-Modified": changed], "freshened"),
      (["Last-Modified": changed], ["ETag": "\"a\""], "repeat"),
      (["ETag": "\"a\""], ["Last-Modified": changed], "repeat"), ([:], [:], "replaced"),
      (
        ["ETag": "\"a\"", "Last-Modified": changed],
        ["ETag": "\"b\"", "Last-Modified": changed], "repeat"
      ),
      (
        ["ETag": "\"a\"", "Last-Modified": changed],
        ["ETag": "\"a\"", "Last-Modified": CacheSample.date(-4)], "freshened"
      ),
    ] as [(HeaderFields, HeaderFields, String)])
  func matchesValidators(stored: HeaderFields, response: HeaderFields, expected: String) throws {
    #expect(name(try validate(CacheSample.stored(stored), 304, response)) == expected)
  }

  /// RFC 9111 §3.2: field, stored value, value in the 304, updated value.
  @Test(
    arguments: [
      ("X-Test", "a", "b", "b"), ("X-Test", "a", nil, "a"), ("X-Test", nil, "b", "b"),
      ("Content-Type", "text/plain", "text/html", "text/html"),
      ("Content-Location", "/a", "/b", "/b"), ("Content-MD5", "a", "b", "b"),
      ("Cache-Control", "max-age=1", "max-age=3600", "max-age=3600"),
      ("Expires", "0", CacheSample.date(999), CacheSample.date(999)),
      ("Content-Length", "5", "0", "5"), ("Content-Encoding", "gzip", "br", "gzip"),
      ("Content-Encoding", nil, "br", nil), ("Content-Range", nil, "bytes 0-1/2", nil),
      ("Transfer-Encoding", nil, "chunked", nil), ("Age", "500", nil, nil),
      ("Age", "500", "7", "7"),
      ("Date", CacheSample.date(0), nil, CacheSample.date(100)),
      ("Date", CacheSample.date(0), CacheSample.date(98), CacheSample.date(98)),
      ("Set-Cookie", nil, "a=b", nil), ("Vary", nil, "Foo", "Foo"),
    ] as [(String, String?, String?, String?)])
  func updatesFields(name: String, before: String?, response: String?, after: String?) throws {
    var stored: HeaderFields = ["ETag": "\"a\""]
    if let before { stored.append(name, before) }
    var fields: HeaderFields = ["ETag": "\"a\""]
    if let response { fields.append(name, response) }
    let result = try freshened(stored, by: fields)

    #expect(result.stored.head.headers.values(of: name) == (after.map { [$0] } ?? []))
    #expect(result.stored.requestTime == Self.received - 1)
    #expect(result.stored.responseTime == Self.received)
    #expect(result.source == .revalidated)
    if name == "Set-Cookie" { #expect(result.head.headers[name] == response) }
  }

  @Test func replacesAllLinesOfField() throws {
    let response = try freshened(
      ["ETag": "\"a\"", "X": "1", "x": "2"], by: ["X": "3", "X": "4"])

    #expect(response.head.headers.values(of: "X") == ["3", "4"])
  }

  @Test func updateToVaryAnyMatchesNothing() throws {
    let response = try freshened(["ETag": "\"a\""], by: ["Vary": "*"])

    #expect(CachePolicy.select([response.stored], for: try CacheSample.request()) == nil)
  }

  /// RFC 9111 §4.3.3.
  @Test(
    arguments: [
      (200, nil, "replaced"), (404, 100, "replaced"), (500, nil, "replaced"), (500, 100, "stale"),
      (503, 100, "stale"), (501, 100, "replaced"), (503, 1, "replaced"),
    ] as [(Int, Int?, String)])
  func handlesCompleteResponses(status: Int, staleIfError: Int?, expected: String) throws {
    let stored = CacheSample.stored(["ETag": "\"a\"", "Cache-Control": "max-age=60"])
    let outcome = try validate(stored, status, [:], CacheOptions(staleIfError: staleIfError))

    #expect(name(outcome) == expected)
  }

  /// RFC 9111 §4.3.5: status, fields of the response to HEAD, effect on the stored one.
  @Test(
    arguments: [
      (200, [:], "updated"), (200, ["ETag": "\"a\""], "updated"),
      (200, ["ETag": "\"b\""], "removed"), (200, ["Content-Length": "5"], "updated"),
      (200, ["Content-Length": "6"], "removed"), (200, ["Last-Modified": changed], "removed"),
      (404, ["ETag": "\"b\""], "unchanged"), (410, [:], "unchanged"),
    ] as [(Int, HeaderFields, String)])
  func updatesFromHEAD(status: Int, fields: HeaderFields, expected: String) throws {
    let stored = CacheSample.stored(["ETag": "\"a\"", "Content-Length": "5", "X": "1"])
    var newer = fields
    newer.append("X", "2")
    let result = CachePolicy().freshen(
      stored, byHead: ResponseHead(status: status, headers: newer),
      for: try CacheSample.request(method: "HEAD"), requestTime: Self.received,
      responseTime: Self.received)

    #expect(result?.head.headers["X"] == ["updated": "2", "unchanged": "1"][expected])
    if expected == "updated" { #expect(result?.responseTime == Self.received) }
  }

  /// RFC 9111 §4.4.
  @Test(
    arguments: [
      ("POST", 200, [:], ["/x"]), ("PUT", 201, [:], ["/x"]), ("DELETE", 204, [:], ["/x"]),
      ("PATCH", 200, [:], ["/x"]), ("M-SEARCH", 200, [:], ["/x"]), ("post", 200, [:], ["/x"]),
      ("POST", 303, ["Location": "/y"], ["/x", "/y"]), ("POST", 404, [:], []),
      ("POST", 500, ["Location": "/y"], []), ("GET", 200, ["Location": "/y"], []),
      ("HEAD", 200, [:], []), ("OPTIONS", 200, [:], []), ("TRACE", 200, [:], []),
      ("POST", 201, ["Location": "y", "Content-Location": "/z?q"], ["/x", "/y", "/z?q"]),
      ("POST", 201, ["Location": "http://b.example/y"], ["/x"]),
      ("POST", 201, ["Content-Location": "https://a.example/y"], ["/x"]),
      ("POST", 201, ["Location": "http://a.example:80/y"], ["/x", "/y"]),
      ("POST", 201, ["Location": "http://["], ["/x"]),
    ] as [(String, Int, HeaderFields, [String])])
  func invalidatesTargets(method: String, status: Int, fields: HeaderFields, targets: [String])
    throws
  {
    let urls = CachePolicy.invalidated(
      by: ResponseHead(status: status, headers: fields),
      to: try CacheSample.request(method: method))

    #expect(urls.map(\.target) == targets)
    #expect(urls.allSatisfy { $0.origin == "http://a.example" })
  }

  @Test(
    arguments: [
      ("\"a\"", "\"a\"", true, true), ("W/\"a\"", "\"a\"", false, true),
      ("W/\"a\"", "W/\"a\"", false, true), ("\"a\"", "\"b\"", false, false),
      ("a", "a", false, true), ("w/\"a\"", "\"a\"", false, false), ("\"\"", "\"\"", true, true),
      ("\"", "\"", false, true), (" \"a\" ", "\"a\"", true, true),
    ])
  func comparesEntityTags(one: String, other: String, strongly: Bool, weakly: Bool) {
    #expect(EntityTag(one).matchesStrongly(EntityTag(other)) == strongly)
    #expect(EntityTag(one).matchesWeakly(EntityTag(other)) == weakly)
  }
}
