import Testing

@testable import WirelineCore
@testable import WirelineRequests

@Suite struct CacheStoringTests {
  private func stored(
    _ status: Int, _ fields: HeaderFields, requested: HeaderFields = [:], method: String = "GET",
    _ options: CacheOptions = CacheOptions()
  ) throws -> StoredResponse? {
    CachePolicy(options).storable(
      ResponseHead(status: status, headers: fields),
      for: try CacheSample.request(requested, method: method), requestTime: CacheSample.start,
      responseTime: CacheSample.start)
  }

  /// RFC 9111 §3.
  @Test(
    arguments: [
      (200, ["Cache-Control": "max-age=60"], true), (200, [:], true),
      (200, ["Cache-Control": "no-store"], false),
      (200, ["Cache-Control": "max-age=60, no-store"], false),
      (200, ["Cache-Control": "no-cache"], false),
      (200, ["Cache-Control": "no-cache", "ETag": "\"a\""], true),
      (200, ["Cache-Control": "no-cache", "Last-Modified": CacheSample.date(-9)], true),
      (200, ["Cache-Control": "no-cache=\"a\""], true),
      (200, ["Cache-Control": "private"], true), (200, ["Vary": "Foo"], true),
      (200, ["Vary": "*"], false), (200, ["Vary": "Foo, *"], false), (201, [:], false),
      (201, ["Cache-Control": "max-age=60"], true), (202, ["ETag": "\"a\""], false),
      (203, [:], true), (204, [:], true), (206, ["Cache-Control": "max-age=60"], false),
      (299, ["Cache-Control": "max-age=60"], true), (300, [:], true), (301, [:], true),
      (302, [:], false), (302, ["Expires": CacheSample.date(60)], true),
      (303, ["Cache-Control": "max-age=60"], true), (304, ["Cache-Control": "max-age=60"], false),
      (307, ["Cache-Control": "max-age=60"], true), (308, [:], true), (400, [:], false),
      (400, ["Cache-Control": "max-age=60"], true), (403, [:], false),
      (403, ["Last-Modified": CacheSample.date(-9)], false),
      (403, ["Cache-Control": "private"], true), (403, ["Cache-Control": "public"], true),
      (403, ["Cache-Control": "s-maxage=60"], false), (404, [:], true), (405, [:], true),
      (410, [:], true), (414, [:], true), (501, [:], true), (500, [:], false), (503, [:], false),
      (503, ["Cache-Control": "max-age=60"], true), (599, ["Cache-Control": "max-age=60"], true),
      (100, ["Cache-Control": "max-age=60"], false),
      (200, ["Cache-Control": "must-understand, no-store, max-age=60"], true),
      (599, ["Cache-Control": "must-understand, max-age=60"], false),
      (599, ["Cache-Control": "must-understand, no-store, max-age=60"], false),
    ] as [(Int, HeaderFields, Bool)])
  func decidesByResponse(status: Int, fields: HeaderFields, expected: Bool) throws {
    #expect((try stored(status, fields) != nil) == expected)
  }

  @Test(
    arguments: [
      (["Authorization": "Bearer x"], "GET", true), (["Cookie": "a=b"], "GET", true),
      (["Cache-Control": "no-store"], "GET", false), (["Cache-Control": "no-cache"], "GET", true),
      (["Range": "bytes=0-1"], "GET", false), (["If-None-Match": "\"a\""], "GET", false),
      ([:], "HEAD", false), ([:], "POST", false), ([:], "PUT", false),
    ] as [(HeaderFields, String, Bool)])
  func decidesByRequest(requested: HeaderFields, method: String, expected: Bool) throws {
    let stored = try stored(
      200, ["Cache-Control": "max-age=60"], requested: requested, method: method)

    #expect((stored != nil) == expected)
  }

  @Test(
    arguments: [
      (200, "no-cache", CacheOptions(timeToLive: 60), true),
      (200, "no-store", CacheOptions(timeToLive: 60), false),
      (500, "x", CacheOptions(timeToLive: 60), false),
    ])
  func decidesByTimeToLive(
    status: Int, control: String, options: CacheOptions, expected: Bool
  ) throws {
    #expect((try stored(status, ["Cache-Control": control], options) != nil) == expected)
  }

  /// RFC 9111 §3.1.
  @Test func omitsConnectionAndSecretFields() throws {
    let fields: HeaderFields = [
      "Cache-Control": "max-age=60, no-cache=\"Gone, also\"", "Connection": "a, B", "a": "1",
      "b": "2", "c": "3", "Set-Cookie": "s=1", "set-cookie2": "s", "Gone": "1", "Also": "1",
      "Keep-Alive": "1", "Transfer-Encoding": "chunked", "TE": "x", "Upgrade": "x",
      "Proxy-Authenticate": "x", "Proxy-Authentication-Info": "x", "Proxy-Authorization": "x",
      "Proxy-Connection": "x", "Trailer": "x", "Content-Type": "text/plain",
    ]
    let stored = try #require(try stored(200, fields))

    #expect(
      stored.head.headers.fields.map(\.name) == ["Cache-Control", "c", "Content-Type", "Date"])
    #expect(stored.head.headers["Date"] == CacheSample.date(0))
  }
}
