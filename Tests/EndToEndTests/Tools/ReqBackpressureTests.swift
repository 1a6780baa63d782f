import TestSupport
import Testing

/// A stream whose answers are large, and whose reader takes its time.
@Suite struct ReqBackpressureTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private static let count = 80
  private static let body = [UInt8](repeating: 0x61, count: 3 << 19)

  private func lines(_ server: LoopbackServer) -> String {
    (1...Self.count).map { server.url("/\($0)\n") }.joined()
  }

  private func answers(first: Script) -> [String: Script] {
    var scripts = ["/1": first]
    for number in 2...Self.count { scripts["/\(number)"] = .ok(Self.body, type: "text/plain") }
    return scripts
  }

  /// The lines are all there; what they are has been looked at elsewhere.
  private func expectAll(_ tool: LiveTool) {
    for number in 1...Self.count {
      #expect(tool.readLine()?.hasPrefix(#"{"ref":\#(number),"#) == true)
    }
  }

  @Test func whatNobodyReadsIsNotAskedFor() throws {
    let server = try LoopbackServer(answers(first: .ok(Self.body, type: "text/plain")))
    let tool = try Tool("req", in: sandbox).start(["--jobs", "4"])
    tool.write(lines(server))
    tool.closeInput()

    #expect(server.waitForRequests(4))
    // Four more may have been under way; without a limit all come in this time.
    #expect(!server.waitForRequests(16, within: .milliseconds(500)))
    expectAll(tool)
    try tool.finish().expect(exit: 0)
    #expect(server.requestCount == Self.count)
  }

  /// The first is slow: the others wait for it here, but not all of them.
  @Test func whatWaitsForAnEarlierOneIsBounded() throws {
    let gate = Gate()
    let server = try LoopbackServer(
      answers(first: .ok(Self.body, type: "text/plain").behind(gate)))
    let tool = try Tool("req", in: sandbox).start(["--jobs", "4"])
    tool.write(lines(server))
    tool.closeInput()

    #expect(server.waitForRequests(32))
    #expect(!server.waitForRequests(48, within: .milliseconds(500)))
    gate.open()
    expectAll(tool)
    try tool.finish().expect(exit: 0)
  }

  /// The first has to be asked again, behind all the others: it goes first.
  @Test func whatTheOthersWaitForGoesFirst() throws {
    let server = try LoopbackServer(
      answers(first: .sequence(.status(503), .ok(Self.body, type: "text/plain"))))
    let tool = try Tool("req", in: sandbox).start(["--jobs", "4", "--retry-delay", "700ms"])
    tool.write(lines(server))
    tool.closeInput()

    expectAll(tool)
    try tool.finish().expect(exit: 0)
    let again = try #require(server.targets.lastIndex(of: "/1"))
    #expect((2..<48).contains(again))
  }
}
