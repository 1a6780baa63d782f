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
      ("127.0.0.1", "http://127.1/", false), ("127.0.0.0/8", "http://127.0.0.1/", false),
      ("10.0.0.0/8", "http://127.0.0.1/", true), (".a.example", "http://a.example/", false),
      ("A.EXAMPLE", "http://a.example/", false), ("b a.example", "http://a.example/", false),
      ("a.example.other", "http://a.example/", true), (",,", "http://a.example/", true),
    ])
  func respectsNoProxy(noProxy: String, url: String, isProxied: Bool) throws {
    let routes = try ProxyRoutes(proxy: nil) { name in
      ["http_proxy": "http://proxy:3128", "no_proxy": noProxy][name]
    }

    #expect((try routes.route(for: RequestURL(url)) != .direct) == isProxied)
  }

  @Test(
    arguments: [
      (["http_proxy": "p:1"], true), (["http_proxy": "http://u:p@p:1/"], true),
      (["http_proxy": "HTTP://p:1"], true), (["all_proxy": "p:1"], true),
      (["ALL_PROXY": "http://p:1"], true), (["https_proxy": "p:1"], false),
      (["http_proxy": ""], false), (["http_proxy": "", "all_proxy": "p:1"], false),
      (["http_proxy": "p:1", "NO_PROXY": "h"], false),
      // https://httpoxy.org: a CGI client can set this one.
      (["HTTP_PROXY": "http://p:1"], false),
    ])
  func readsVariables(environment: [String: String], isProxied: Bool) throws {
    let routes = try ProxyRoutes(proxy: nil) { environment[$0] }

    #expect((try routes.route(for: RequestURL("http://h/")) != .direct) == isProxied)
  }

  @Test func readsUpperCaseHTTPSProxy() throws {
    let routes = try ProxyRoutes(proxy: nil) { ["HTTPS_PROXY": "http://p:1"][$0] }

    #expect(try routes.route(for: RequestURL("https://h/")) != .direct)
  }

  @Test func optionOverridesEnvironment() throws {
    let none = try ProxyRoutes(proxy: "") { _ in "http://p:1" }

    #expect(try none.route(for: RequestURL("http://h/")) == .direct)
    #expect(throws: InvalidURL.self) { try ProxyRoutes(proxy: "https://p") { _ in nil } }
  }

  @Test(arguments: [("s", 1080), ("s:80", 80), ("u:p@s:443", 443), ("s:1", 1)])
  func readsPortOfSOCKS(rest: String, port: Int) throws {
    let route = try ProxyRoutes(proxy: "socks5h://\(rest)") { _ in nil }
      .route(for: RequestURL("http://h/"))

    #expect(route == .socks5(host: "s", port: port, login: rest.contains("@") ? "u:p" : nil))
  }
}
