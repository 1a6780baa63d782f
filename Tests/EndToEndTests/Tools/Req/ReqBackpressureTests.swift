import TestSupport
import Testing

/// Streams with large responses and a slow reader.
@Suite struct ReqBackpressureTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private static let count = 80
  private static let body = [UInt8](repeating: 0x61, count: 3 << 19)

  private func lines(_ server: LoopbackServer) -> String {
    (1...Self.count).map { server.url("/\($0)\n") }.joined()
  }

  private func responses(first: Script) -> [String: Script] {
    var scripts = ["/1": first]
    for number in 2...Self.count { scripts["/\(number)"] = .ok(Self.body, type: "text/plain") }
    return scripts
  }

  /// Expects one line per request; other tests check their content.
  private func expectAll(_ tool: LiveTool) {
    for number in 1...Self.count {
      #expect(tool.readLine()?.hasPrefix(#"{"ref":\#(number),"#) == true)
    }
  }

  @Test func stopsSendingRequestsIfOutputIsNotRead() throws {
    let server = try LoopbackServer(responses(first: .ok(Self.body, type: "text/plain")))
    let tool = try Tool("req", in: sandbox).start(["--jobs", "4"])
    tool.write(lines(server))
    tool.closeInput()

    #expect(server.waitForRequests(4))
    // Four more requests may be in flight; without a limit, all would be sent in this time.
    #expect(!server.waitForRequests(16, within: .milliseconds(500)))
    expectAll(tool)
    try tool.finish().expect(exit: 0)
    #expect(server.requestCount == Self.count)
  }

  /// The first response is slow and the others wait for it, up to a limit.
  @Test func boundsResponsesThatWaitForEarlierOne() throws {
    let gate = try Gate()
    let server = try LoopbackServer(
      responses(first: .ok(Self.body, type: "text/plain").behind(gate)))
    let tool = try Tool("req", in: sandbox).start(["--jobs", "4"])
    tool.write(lines(server))
    tool.closeInput()

    #expect(server.waitForRequests(32))
    #expect(!server.waitForRequests(48, within: .milliseconds(500)))
    gate.open()
    expectAll(tool)
    try tool.finish().expect(exit: 0)
  }
}
