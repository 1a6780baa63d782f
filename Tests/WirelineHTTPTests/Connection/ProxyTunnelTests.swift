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

  @Test func rejectsProxyThatClosesOrSendsData() async throws {
    let (closed, _) = try await attempt(.hangUp)
    #expect(
      closed.reason.map { RequestError($0).message }?.contains("closed the connection") == true)

    let (eager, _) = try await attempt(.raw("HTTP/1.1 200 Connected\r\n\r\nHello"))
    #expect(eager.reason == .protocolViolation("the proxy sent data before the client"))
  }
}
