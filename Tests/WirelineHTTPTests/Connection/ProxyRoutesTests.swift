import Testing
import WirelineCore
import WirelineRequests

@testable import WirelineHTTP

@Suite struct ProxyRoutesTests {
  @Test(
    arguments: [
      ("", "http://a.example/", true), ("a.example", "http://a.example/", false),
      ("example", "http://a.example/", false), (".example", "http://a.example/", false),
      ("ample", "http://a.example/", true), ("*", "http://a.example/", false),
      ("b, a.example:80", "http://a.example/", false), ("a.example:81", "http://a.example/", true),
      ("127.0.0.1", "http://127.1/", false),
    ])
  func respectsNoProxy(noProxy: String, url: String, isProxied: Bool) throws {
    let routes = try ProxyRoutes(proxy: nil) { name in
      ["http_proxy": "http://proxy:3128", "no_proxy": noProxy][name]
    }

    #expect((try routes.route(for: RequestURL(url)) != .direct) == isProxied)
  }

  /// A CGI client can set HTTP_PROXY.
  @Test func ignoresUpperCaseHTTPProxy() throws {
    let routes = try ProxyRoutes(proxy: nil) { name in
      ["HTTP_PROXY": "http://p:1", "HTTPS_PROXY": "http://p:1"][name]
    }

    #expect(try routes.route(for: RequestURL("http://h/")) == .direct)
    #expect(try routes.route(for: RequestURL("https://h/")) != .direct)
  }

  @Test func optionOverridesEnvironment() throws {
    let none = try ProxyRoutes(proxy: "") { _ in "http://p:1" }
    let socks = try ProxyRoutes(proxy: "socks5://s") { _ in nil }

    #expect(try none.route(for: RequestURL("http://h/")) == .direct)
    #expect(try socks.route(for: RequestURL("http://h/")) == .socks5(host: "s", port: 1080))
    #expect(throws: InvalidURL.self) { try ProxyRoutes(proxy: "https://p") { _ in nil } }
  }
}
