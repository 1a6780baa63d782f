import Glibc
import TestSupport
import Testing

/// The first signal finishes the work in progress; the second exits immediately.
@Suite struct SignalContractTests {
  @Test(arguments: ToolUnderTest.networked, [(SIGINT, 130), (SIGTERM, 143)] as [(Int32, Int32)])
  func finishesRequestsInFlightAfterFirstSignal(
    tool: ToolUnderTest, signal: (number: Int32, exit: Int32)
  ) throws {
    let gate = try Gate()
    let trial = try Trial(tool) { request in
      tool.item(request) == 1 ? tool.answer(request) : tool.answer(request).behind(gate)
    }
    let server = try #require(trial.server)
    let live = try trial.start("--jobs", "2", "--per-host", "2")
    live.write((1...20).map { trial.line($0) + "\n" }.joined())
    #expect(live.readLine() != nil)
    #expect(server.waitForRequests(3))

    live.send(signal.number)
    #expect(!server.waitForRequests(4, within: .milliseconds(300)), "both jobs are busy")
    gate.open()
    let result = try live.wait()

    let records = result.expect(exit: signal.exit).records(as: tool.shape)
    let finished = refs(records.filter { !$0.isError && $0.ref != "1" })
    // Requests in flight are finished. The quota of yelp-query may delay an item, so that a later
    // one is sent first.
    let received = server.requests.map { "\(tool.item($0))" }
    #expect(finished.sorted() == received.filter { $0 != "1" }.sorted())
    #expect(server.requestCount == 3, "no other request starts")
    #expect(finished.count == 2)
    #expect(records.filter(\.isError).allSatisfy { $0.code == "cancelled" })
  }

  @Test(arguments: ToolUnderTest.streaming)
  func exitsWhileWaitingForInput(tool: ToolUnderTest) throws {
    let trial = try Trial(tool)
    let live = try trial.start()
    live.write(trial.line(1) + "\n")
    #expect(live.readLine() != nil)

    live.send(SIGINT)

    try live.wait().expect(exit: 130).records(as: tool.shape)
  }
}
