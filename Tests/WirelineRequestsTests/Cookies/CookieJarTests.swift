import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineRequests

@Suite struct CookieJarTests {
  private static let now = 1_700_000_000

  private func jar(
    _ fields: String..., from url: String = "https://www.example.com/a/b", at now: Int = now
  ) throws -> CookieJar {
    var jar = CookieJar()
    for field in fields { jar.store(field, from: try RequestURL(url), now: now) }
    return jar
  }

  private func accepts(_ field: String, from url: String = "https://www.example.com/") throws
    -> Bool
  {
    try !jar(field, from: url).isEmpty
  }

  private func field(_ jar: CookieJar, _ url: String, at now: Int = now) throws -> String? {
    jar.field(for: try RequestURL(url), now: now)
  }

  @Test(
    arguments: [
      ("a=b", "a=b"), (" a = b c ; x", "a=b c"), ("a=", "a="), ("a=b=c", "a=b=c"),
      ("a=\"q\"", "a=\"q\""), ("a=b;;;", "a=b"), ("a=é", "a=é"),
    ])
  func parsesNamesAndValues(text: String, sent: String) throws {
    #expect(try field(try jar(text), "https://www.example.com/a/b") == sent)
  }

  @Test(arguments: ["", "a", "=b", ";a=b", "a=b\u{0}", "a\nb=c", "a=b\tc", "a=b; path=/\u{7F}"])
  func rejectsMalformedCookies(text: String) throws {
    #expect(try !accepts(text))
  }

  @Test func limitsSizes() throws {
    let long = String(repeating: "x", count: 4096)
    #expect(try !accepts("a=\(long)"))
    #expect(try jar("a=\(long.dropLast())").cookies.count == 1)
    #expect(try jar("a=b; path=/\(long)").cookies.first?.path == "/a")
  }

  @Test(
    arguments: [
      // Set-Cookie, requested host, whether the cookie is sent.
      ("a=b", "www.example.com", true), ("a=b", "example.com", false),
      ("a=b", "x.www.example.com", false), ("a=b; domain=example.com", "example.com", true),
      ("a=b; domain=.Example.COM", "www.example.com", true),
      ("a=b; Domain=example.com", "deep.down.example.com", true),
      ("a=b; domain=example.com", "badexample.com", false),
      ("a=b; domain=www.example.com", "x.www.example.com", true),
      ("a=b; domain=x.y; domain=", "www.example.com", true),
    ])
  func matchesDomains(text: String, host: String, isSent: Bool) throws {
    #expect((try field(try jar(text), "https://\(host)/a/") != nil) == isSent)
  }

  @Test(
    arguments: [
      ("www.example.com", "com"), ("www.example.com", "other.com"),
      ("example.com", "www.example.com"),
      ("www.example.com", "ple.com"), ("1.2.3.4", "3.4"), ("1.2.3.4", "2.3.4"),
      ("[2001:db8::1]", "db8::1"), ("localhost", "com"), ("www.example.com", ".."),
      ("www.example.com", "a b"), ("www.example.com", "example.com."),
      ("www.example.co.uk", "co.uk"), ("someone.github.io", "github.io"), ("a.b.ck", "b.ck"),
      // Shorter than the public suffix of the host.
      ("a.eu-west-1.compute.amazonaws.com", "compute.amazonaws.com"),
      ("a.b.kawasaki.jp", "kawasaki.jp"), ("city.kawasaki.jp", "kawasaki.jp"),
      ("bucket.s3.amazonaws.com", "amazonaws.com"), ("www.bbc.co.uk.", "co.uk."),
    ])
  func rejectsForeignDomains(host: String, domain: String) throws {
    #expect(try !accepts("a=b; domain=\(domain)", from: "https://\(host)/"))
  }

  @Test(
    arguments: [
      ("localhost", "localhost"), ("1.2.3.4", "1.2.3.4"), ("[::1]", "::1"), ("com", "com"),
      ("github.io", "github.io"), ("kawasaki.jp", "kawasaki.jp"),
      ("www.example.com", "."),
      ("[2001:db8::1]", "[2001:DB8:0::1]"),
    ])
  func unownedDomainMakesCookieHostOnly(host: String, domain: String) throws {
    let jar = try jar("a=b; domain=\(domain)", from: "https://\(host)/")
    #expect(jar.cookies.first?.isHostOnly == true)
    #expect(try field(jar, "https://\(host)/") == "a=b")
  }

  @Test func comparesInternationalDomains() throws {
    let jar = try jar("a=b; domain=bücher.example", from: "https://www.bücher.example/")
    #expect(try field(jar, "https://xn--bcher-kva.example/") == "a=b")
  }

  @Test(
    arguments: [
      ("a=b", "/a/b", true), ("a=b", "/a", true), ("a=b", "/a/", true), ("a=b", "/ab", false),
      ("a=b", "/", false), ("a=b; path=/", "/", true), ("a=b; path=/a/", "/a", false),
      ("a=b; path=/a/", "/a/x", true), ("a=b; path=a", "/a/x", true), ("a=b; path=", "/", false),
      ("a=b; path=/A", "/a", false),
    ])
  func matchesPaths(text: String, path: String, isSent: Bool) throws {
    #expect((try field(try jar(text), "https://www.example.com\(path)") != nil) == isSent)
  }

  @Test(arguments: zip(["/", "/a", "/a/", "/a/b", "/a/b?c/d"], ["/", "/", "/a", "/a", "/a"]))
  func defaultPathIsFolder(target: String, path: String) throws {
    #expect(try jar("a=b", from: "https://h.example\(target)").cookies.first?.path == path)
  }

  @Test(
    arguments: [
      ("a=b", nil), ("a=b; max-age=10", 10), ("a=b; Max-Age=10; max-age=20", 20),
      ("a=b; max-age=x; max-age=", nil), ("a=b; max-age=+5", nil),
      ("a=b; expires=Tue, 14-Nov-2023 22:13:30 GMT", 10), ("a=b; expires=soon", nil),
      ("a=b; max-age=7; expires=Tue, 14-Nov-2023 22:13:30 GMT", 7),
      ("a=b; max-age=99999999999999999999", Cookie.maximumLifetime),
      ("a=b; max-age=\(Int.max)", Cookie.maximumLifetime),
      ("a=b; expires=1 Jan 9999 0:0:0", Cookie.maximumLifetime),
    ] as [(String, Int?)])
  func computesExpiry(text: String, seconds: Int?) throws {
    #expect(try jar(text).cookies.first?.expiry == seconds.map { Self.now + $0 })
  }

  @Test(arguments: ["max-age=0", "max-age=-1", "expires=Thu, 01-Jan-1970 00:00:01 GMT"])
  func expiredCookieRemovesExistingOne(attribute: String) throws {
    #expect(try jar("a=b; \(attribute)").isEmpty)
    #expect(try jar("a=b", "c=d", "a=; \(attribute)").cookies.map(\.name) == ["c"])
    #expect(try jar("a=b; path=/", "a=; \(attribute)").cookies.count == 1)
  }

  @Test func doesNotSendExpiredCookie() throws {
    let jar = try jar("a=b; max-age=10")
    #expect(try field(jar, "https://www.example.com/a/", at: Self.now + 9) == "a=b")
    #expect(try field(jar, "https://www.example.com/a/", at: Self.now + 10) == nil)
  }

  @Test func sortsByPathLengthThenAge() throws {
    var jar = try jar("new=1; path=/a", at: Self.now + 5)
    for text in ["root=1; path=/", "old=1; path=/a", "deep=1; path=/a/b"] {
      jar.store(text, from: try RequestURL("https://www.example.com/"), now: Self.now)
    }
    #expect(
      try field(jar, "https://www.example.com/a/b", at: Self.now)
        == "deep=1; old=1; new=1; root=1")
  }

  @Test func replacementKeepsOrder() throws {
    var jar = try jar("a=1", "b=2")
    let url = try RequestURL("https://www.example.com/a/b")
    jar.store("a=3; secure; httponly", from: url, now: Self.now + 9)

    #expect(jar.cookies.map(\.value) == ["3", "2"])
    #expect(jar.cookies.map(\.creation) == [Self.now, Self.now])
    #expect(jar.cookies.first?.isHTTPOnly == true)
    #expect(try self.jar("a=1", "a=2; domain=www.example.com").cookies.count == 2)
  }

  @Test func secureCookiesRequireTLS() throws {
    let jar = try jar("a=b; secure; path=/")

    #expect(try field(jar, "http://www.example.com/") == nil)
    #expect(try field(jar, "https://www.example.com/") == "a=b")
    #expect(try !accepts("a=b; secure", from: "http://www.example.com/"))
    let local = try self.jar("a=b; secure", from: "http://localhost:8080/")
    #expect(try field(local, "http://localhost/") == "a=b")
  }

  /// RFC 6265bis §5.7.
  @Test(
    arguments: [
      ("a=x", "http://www.example.com/", true),
      (
        "a=x; domain=example.com",
        "http://x.example.com/", true
      ), ("a=x; path=/login", "http://www.example.com/", true),
      ("b=x", "http://www.example.com/", false), ("a=x", "https://www.example.com/", false),
      ("a=x", "http://other.example/", false),
    ])
  func plainHTTPCannotShadowSecureCookie(text: String, url: String, isRejected: Bool) throws {
    var jar = try jar("a=b; secure; path=/; domain=example.com")
    let before = jar.cookies
    jar.store(text, from: try RequestURL(url), now: Self.now)
    #expect((jar.cookies == before) == isRejected)
  }

  @Test(
    arguments: [
      ("__Secure-a=b; secure", true), ("__Secure-a=b", false), ("__secure-a=b", false),
      ("__Host-a=b; secure; path=/", true), ("__Host-a=b; secure", false),
      ("__Host-a=b; path=/", false), ("__HOST-a=b; secure; path=/; domain=example.com", false),
      ("__Host-a=b; secure; path=/; domain=", true), ("__Other-a=b", true),
    ])
  func enforcesNamePrefixes(text: String, isStored: Bool) throws {
    #expect(try accepts(text) == isStored)
  }

  @Test func limitsCookiesPerDomainAndInTotal() throws {
    var jar = CookieJar()
    for host in 3..<20 {
      let url = try RequestURL("https://h\(host).example/")
      for index in 0..<181 { jar.store("n\(index)=v", from: url, now: Self.now) }
    }
    let perHost = jar.cookies.count { $0.domain == "h19.example" }

    #expect(perHost == CookieJar.maximumPerDomain)
    #expect(jar.cookies.count == CookieJar.maximumCount)
    #expect(!jar.cookies.contains { $0.domain == "h19.example" && $0.name == "n0" })
  }

  @Test func survivesArbitraryFields() throws {
    let sample =
      "id=x; Expires=Sun, 06 Nov 2094 08:49:37 GMT; Max-Age=99; Domain=.example.com; Path=/; Secure"
    let url = try RequestURL("https://www.example.com/a/b")
    var jar = CookieJar()
    for field in SeededGenerator.texts(like: sample) { jar.store(field, from: url, now: Self.now) }
    #expect(jar.cookies.allSatisfy { CookieScope.isHost("www.example.com", inDomain: $0.domain) })
    _ = jar.field(for: url, now: Self.now)
  }
}
