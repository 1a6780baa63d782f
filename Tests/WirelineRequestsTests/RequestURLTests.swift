import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineRequests

@Suite struct RequestURLTests {
  @Test(
    arguments: [
      ("http://example.com", "http://example.com/"),
      ("HTTP://Example.COM/A", "http://example.com/A"),
      ("https://example.com:443/", "https://example.com/"),
      ("http://example.com:8080", "http://example.com:8080/"),
      ("http://example.com?a=b", "http://example.com/?a=b"),
      ("http://example.com/a b?c d#e", "http://example.com/a%20b?c%20d"),
      ("http://example.com/é", "http://example.com/%C3%A9"),
      ("http://example.com/?b=c%20d&e=%2B", "http://example.com/?b=c%20d&e=%2B"),
      ("http://[::1]:8080/x", "http://[::1]:8080/x"), ("http://[0:0::1]/", "http://[::1]/"),
      ("http://user:secret@example.com/", "http://example.com/"),
      ("http://good@bad.example/", "http://bad.example/"),
      ("http://münchen.de/", "http://xn--mnchen-3ya.de/"),
      ("http://MÜNCHEN.de/", "http://xn--mnchen-3ya.de/"),
      ("http://例え.jp/", "http://xn--r8jz45g.jp/"), ("http://faß/", "http://xn--fa-hia/"),
      ("http://他们为什么不说中文/", "http://xn--ihqwcrb4cv8a8dqg056pqjye/"),
      ("http://a_b.example/", "http://a_b.example/"),
    ])
  func parsesURLs(text: String, expected: String) throws {
    #expect(try RequestURL(text).text == expected)
  }

  /// WHATWG URL, IPv4 parser.
  @Test(
    arguments: [
      "127.0.0.1", "127.1", "127.0.1", "0x7f.1", "0x7f000001", "2130706433", "017700000001",
      "0177.0.0.1", "127.0.0.1.", "127.0.0.0x1",
    ])
  func canonicalizesNumericHosts(host: String) throws {
    let url = try RequestURL("http://\(host)/")

    #expect(url.host == "127.0.0.1")
    #expect(url.isLoopback)
  }

  @Test(
    arguments: [
      ("", "empty"), ("htp:/x", "unsupported scheme \"htp\""),
      ("file:///etc/passwd", "unsupported"),
      ("example.com", "scheme is missing"), ("http:/x", "\"//\" is missing"),
      ("http://", "host is empty"),
      ("http:///x", "host is empty"), ("http://h:70000/", "70000"), ("http://h:0/", "\"0\""),
      ("http://h:x/", "\"x\""), (#"http://bad\@good/"#, "backslash"), ("http://a b/", "host"),
      ("http://a%2eb/", "host"), ("http://h\r\nX: y/", "control character"),
      ("http://h/\u{0}", "control character"), ("http://[::1/", "]"), ("http://[::g]/", "IPv6"),
      ("http://1.2.3.4.5/", "IPv4"), ("http://1.2.3.256/", "IPv4"), ("http://a..b/", "empty label"),
      ("http://e\u{FF0E}com/", "not allowed"), ("http://ex\u{200D}ample.com/", "not allowed"),
    ])
  func rejectsInvalidURLs(text: String, reason: String) {
    let error = #expect(throws: InvalidURL.self) { try RequestURL(text) }

    #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "nothing")")
  }

  /// URLs of which other parsers make an address of this machine, or another host.
  @Test(
    arguments: [
      #"127.0.0.1\@good.example/"#, "127.0.0.1:1:80/", "[::1]x:80/", "[::1%25lo]/", "[127.0.0.1]/",
      "%31%32%37.0.0.1/", "127.0.0.1%00.good.example/", "127.0.0.1 /", " 127.0.0.1/",
      "127.0.0.1\t/", "127.0.0.1:0x50/", "127.0.0.1:-1/", "127.0.0.1:+80/", "0x100000000/",
      "127..1/", "<127.0.0.1>/", "127.0.0.1|x/", "①②⑦.⓪.⓪.①/", "127。0。0。1/", "h/a\rb",
    ])
  func rejectsAmbiguousHosts(rest: String) {
    #expect(throws: InvalidURL.self) { try RequestURL("http://" + rest) }
  }

  /// The host follows the last `@` of the authority, which ends at `/`, `?` or `#`.
  @Test(
    arguments: [
      ("good.example@h/", "h"), ("good.example:80@h/", "h"), ("a@b@h/", "h"), ("@h/", "h"),
      (":@h/", "h"), ("good.example%2F@h/", "h"), ("good.example%00@h/", "h"),
      ("127.0.0.1:80@h/", "h"), ("h#@127.0.0.1/", "h"), ("h?@127.0.0.1/", "h"),
      ("h/@127.0.0.1/", "h"), ("h/..;@127.0.0.1/", "h"),
    ])
  func findsHostOfAuthority(rest: String, host: String) throws {
    #expect(try RequestURL("http://" + rest).host == host)
  }

  @Test func omitsPasswordsFromText() throws {
    let url = try RequestURL("http://user:hunter2@example.com/")
    let error = #expect(throws: InvalidURL.self) { try RequestURL("http://u:hunter2@h:99999/") }

    #expect(!url.text.contains("hunter2"))
    #expect(error?.description.contains("hunter2") == false)
    #expect(url.basicCredentials == "Basic dXNlcjpodW50ZXIy")
  }

  /// RFC 3986 §5.4.1 and .2, those with an http result.
  @Test(
    arguments: [
      ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
      ("/g", "http://a/g"), ("//g", "http://g/"), ("?y", "http://a/b/c/d;p?y"),
      ("g?y", "http://a/b/c/g?y"), ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"),
      ("..", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"),
      ("../../g", "http://a/g"), ("../../../g", "http://a/g"), ("/./g", "http://a/g"),
      ("./g/.", "http://a/b/c/g/"), ("g/../h", "http://a/b/c/h"), ("/g#s", "http://a/g"),
      ("/g h", "http://a/g%20h"), ("/é", "http://a/%C3%A9"), ("HTTP://g", "http://g/"),
      ("/b%0d%0aX:%201", "http://a/b%0d%0aX:%201"), (#"/b\c"#, "http://a/b%5Cc"),
      ("/a/%2e%2e/b", "http://a/a/%2e%2e/b"),
    ])
  func resolvesReferences(reference: String, expected: String) throws {
    #expect(try RequestURL("http://a/b/c/d;p?q").resolving(reference).text == expected)
  }

  /// An accepted URL parses to the same text again.
  @Test func survivesArbitraryText() {
    let sample = "https://us%65r:p@exä.0x7f.com:8080/a/../b%zz?q=ü&[]#f"
    for text in SeededGenerator.texts(like: sample) {
      if let url = try? RequestURL(text) { #expect((try? RequestURL(url.text))?.text == url.text) }
    }
  }
}
