import TestSupport
import Testing
import WirelineCore
import WirelineHTTP
import WirelineRequests

@Suite struct ProxyTunnelTests {
  private func attempt(_ script: Script) async throws -> (CollectedAttempt, [ServedRequest]) {
    let proxy = try LoopbackServer(readsBodies: false) { _ in script }
    var configuration = HTTPClientConfiguration()
    configuration.proxies = try ProxyRoutes(proxy: "http://u:p@127.0.0.1:\(proxy.port)") { _ in nil
    }
    let attempt = try await HTTPRequestClient(configuration).attempt("https://example.test/x")
    return (attempt, proxy.requests)
  }

  @Test(arguments: [407, 403, 502]) func reportsStatusOfRefusal(status: Int) async throws {
    let (attempt, requests) = try await attempt(.status(status, "no"))

    #expect(attempt.reason == .proxyRefused(status: status))
    #expect(attempt.error?.isRequestSent == false)
    #expect(requests.map(\.method) == ["CONNECT"])
    #expect(requests.map(\.target) == ["example.test:443"])
    #expect(requests.first?[header: "proxy-authorization"] == "Basic dTpw")
  }

  @Test func tunnelsHTTPWithGivenLoginAndFields() async throws {
    let proxy = try LoopbackServer { $0.method == "CONNECT" ? .status(200, "") : .ok("body") }
    var configuration = HTTPClientConfiguration()
    configuration.proxies = try ProxyRoutes(proxy: proxy.url) { _ in nil }
    configuration.proxies.configure(login: "u:p") { proxy in
      proxy.tunnels = true
      proxy.usesHTTP10 = true
      proxy.fields.set("X-A", "b")
    }

    let attempt = try await HTTPRequestClient(configuration).attempt("http://example.test/x")

    #expect(attempt.heads.first?.preceding.map(\.status) == [200])
    #expect(proxy.requests.map(\.target) == ["example.test:80", "/x"])
    #expect(proxy.requests.map { $0[header: "x-a"] } == ["b", nil])
    #expect(proxy.requests.map { $0[header: "proxy-authorization"] } == ["Basic dTpw", nil])
  }

  /// The replies of a proxy that asks for a login, RFC 1928 and RFC 1929.
  @Test(
    arguments: [
      ("u:p", [5, 2, 1, 1], "has rejected the login"), (nil, [5, 2], "requires another login"),
      (nil, [5, 0, 5, 5, 0, 1, 0, 0, 0, 0, 0, 0], "connection refused"),
      ("u:p", [5, 0, 72], "does not speak SOCKS"),
    ] as [(String?, [UInt8], String)])
  func namesRefusalOfSOCKSProxy(login: String?, replies: [UInt8], text: String) async throws {
    let proxy = try LoopbackServer(greeting: .steps(.write(replies), .idle)) { _ in "" }
    var configuration = HTTPClientConfiguration()
    let host = login.map { $0 + "@" } ?? ""
    configuration.proxies = try ProxyRoutes(
      proxy: "socks5://\(host)127.0.0.1:\(proxy.port)"
    ) { _ in nil }

    let attempt = try await HTTPRequestClient(configuration).attempt("http://example.test/x")

    #expect(attempt.reason.map { RequestError($0).message }?.contains(text) == true)
  }

  @Test func rejectsProxyThatClosesOrSendsData() async throws {
    let (closed, _) = try await attempt(.hangUp)
    #expect(
      closed.reason.map { RequestError($0).message }?.contains("closed the connection") == true)

    let (eager, _) = try await attempt(.raw("HTTP/1.1 200 Connected\r\n\r\nHello"))
    #expect(eager.reason == .protocolViolation("the proxy sent data before the client"))
  }
}
