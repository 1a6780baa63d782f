import TestSupport
import Testing
import WirelineCore
import WirelineHTTP
import WirelineRequests

/// https through a proxy that never lets it get as far as TLS.
@Suite struct ProxyTunnelTests {
  private func attempt(_ answer: Script) async throws -> (CollectedAttempt, [ServedRequest]) {
    let proxy = try LoopbackServer(readsBodies: false) { _ in answer }
    var configuration = HTTPClientConfiguration()
    configuration.proxies = try ProxyRoutes(proxy: "http://u:p@127.0.0.1:\(proxy.port)") { _ in nil
    }
    let attempt = try await HTTPRequestClient(configuration).attempt("https://example.test/x")
    return (attempt, proxy.requests)
  }

  @Test(arguments: [407, 403, 502]) func aRefusalKeepsItsStatus(status: Int) async throws {
    let (attempt, requests) = try await attempt(.status(status, "no"))

    #expect(attempt.reason == .proxyRefused(status: status))
    #expect(attempt.error?.isRequestSent == false)
    #expect(requests.map(\.method) == ["CONNECT"])
    #expect(requests.map(\.target) == ["example.test:443"])
    #expect(requests.first?[header: "proxy-authorization"] == "Basic dTpw")
  }

  @Test func aProxyThatHangsUpOrSpeaksFirst() async throws {
    let (gone, _) = try await attempt(.hangUp)
    #expect(gone.reason.map { RequestError($0).message }?.contains("hung up") == true)

    let (eager, _) = try await attempt(.raw("HTTP/1.1 200 Connected\r\n\r\nHello"))
    #expect(eager.reason == .protocolViolation("the proxy spoke before the tunnel stood"))
  }
}
