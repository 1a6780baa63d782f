import Testing

@testable import WirelineCore
@testable import WirelineRequests

@Suite struct CacheKeyTests {
  private func key(
    _ url: String, _ headers: HeaderFields = [:], method: String = "GET", sorts: Bool = false
  ) throws -> CacheKey {
    CacheKey(try CacheSample.request(headers, method: method, url: url), sortsQuery: sorts)
  }

  @Test(
    arguments: [
      ("http://a.example/", "http://a.example:80/", true),
      ("http://a.example/", "http://A.example", true),
      ("http://a.example/", "https://a.example/", false),
      ("http://a.example/", "http://a.example:8080/", false),
      ("http://a.example/x", "http://a.example/y", false),
      ("http://a.example/?a=1", "http://a.example/?a=2", false),
      ("http://a.example/?a=1", "http://a.example/?a=1#f", true),
      ("http://a.example/?", "http://a.example/", false),
      ("http://a.example/?a=1&b=2", "http://a.example/?b=2&a=1", false),
    ])
  func comparesURLs(one: String, other: String, isSame: Bool) throws {
    #expect((try key(one) == key(other)) == isSame)
  }

  @Test(
    arguments: [
      ("?a=1&b=2", "?b=2&a=1", true), ("?a=1&a=2", "?a=2&a=1", false),
      ("?a=1&b=2&a=3", "?b=2&a=1&a=3", true), ("?a&b", "?b&a", true), ("?a=1", "?a=2", false),
      ("?&a=1", "?a=1&", true), ("?a=1", "", false),
    ])
  func ignoresParameterOrderIfSorted(one: String, other: String, isSame: Bool) throws {
    let one = try key("http://a.example/\(one)", sorts: true)
    let other = try key("http://a.example/\(other)", sorts: true)

    #expect((one == other) == isSame)
  }

  @Test(
    arguments: [
      (["Authorization": "Bearer a"], ["Authorization": "Bearer b"], false),
      (["Authorization": "Bearer a"], [:], false), (["Cookie": "a=1"], [:], false),
      (["Cookie": "a=1"], ["cookie": " a=1"], true), (["X-API-Key": "1"], [:], false),
      (["Cookie": "a"], ["Authorization": "a"], false), (["Accept": "a"], ["Accept": "b"], true),
    ] as [(HeaderFields, HeaderFields, Bool)])
  func separatesCredentials(one: HeaderFields, other: HeaderFields, isSame: Bool) throws {
    let url = "http://a.example/"

    #expect((try key(url, one) == key(url, other)) == isSame)
    #expect(try key(url, one).resource == key(url, other).resource)
  }

  @Test func treatsURLCredentialsLikeAuthorization() throws {
    let inURL = try key("http://user:pass@a.example/")
    let inField = try key("http://a.example/", ["Authorization": "Basic dXNlcjpwYXNz"])

    #expect(inURL.digest == inField.digest)
    #expect(try inURL.digest != key("http://a.example/").digest)
  }

  @Test func HEADSharesKeyOfGET() throws {
    #expect(try key("http://a.example/", method: "HEAD") == key("http://a.example/"))
    #expect(try key("http://a.example/", method: "POST") != key("http://a.example/"))
  }

  /// RFC 9111 §4.1: Vary, first request, later request.
  @Test(
    arguments: [
      ("Foo", ["Foo": "1"], ["Foo": "1"], true), ("Foo", ["Foo": "1"], ["Foo": "2"], false),
      ("Foo", ["Foo": "1"], [:], false), ("Foo", [:], [:], true), ("Foo", [:], ["Foo": ""], false),
      ("foo", ["FOO": "1"], ["Foo": "1"], true), ("Foo", ["Foo": "1,2"], ["Foo": " 1, 2 "], true),
      ("Foo", ["Foo": "1, 2"], ["Foo": "1", "foo": "2"], true),
      ("Foo", ["Foo": "1, 2"], ["Foo": "2, 1"], false),
      ("Foo", ["Foo": "\"1, 2\""], ["Foo": "\"1,2\""], false),
      ("Foo", ["Foo": "a b"], ["Foo": "a  b"], false), ("Foo", ["Foo": "a"], ["Foo": "A"], false),
      ("Foo, Bar", ["Foo": "1", "Bar": "2"], ["Bar": "2", "Foo": "1"], true),
      ("Foo, Bar", ["Foo": "1", "Bar": "2"], ["Foo": "1"], false),
      ("Foo, Bar, Baz", ["Foo": "1", "Baz": "3"], ["Foo": "1", "Baz": "3"], true),
      ("Foo, Bar", ["Foo": "1"], ["Bar": "1"], false), ("", ["Foo": "1"], ["Foo": "2"], true),
      ("Foo", ["Foo": "1", "Other": "2"], ["Foo": "1", "Other": "3"], true),
      ("*", [:], [:], false), ("*, *", [:], [:], false), (", *", [:], [:], false),
      ("Foo, *", ["Foo": "1"], ["Foo": "1"], false), ("*, Foo", ["*": "1"], ["*": "1"], false),
    ] as [(String, HeaderFields, HeaderFields, Bool)])
  func matchesSelectingFields(vary: String, first: HeaderFields, later: HeaderFields, isMatch: Bool)
  {
    let selecting = SelectingFields(response: ["Vary": vary], request: first)

    #expect((selecting?.matches(later) ?? false) == isMatch)
  }

  @Test func combinesVaryFields() {
    let selecting = SelectingFields(response: ["Vary": "Foo", "vary": "Bar"], request: [:])

    #expect(selecting?.names == ["bar", "foo"])
    #expect(SelectingFields(response: ["Vary": "", "vary": "*"], request: [:]) == nil)
    #expect(!SelectingFields.never.matches(["*": ""]))
  }

  @Test func selectsNewestMatch() throws {
    let variants = [
      CacheSample.stored(["Date": CacheSample.date(1), "ETag": "1"]),
      CacheSample.stored(["Date": CacheSample.date(3), "ETag": "3"]),
      CacheSample.stored(["Date": CacheSample.date(2), "ETag": "2"]),
      CacheSample.stored(["Date": CacheSample.date(9), "Vary": "Foo"], for: ["Foo": "1"]),
    ]
    let chosen = CachePolicy.select(variants, for: try CacheSample.request())

    #expect(chosen?.head.headers["ETag"] == "3")
  }
}
