import TestSupport
import Testing

@Suite struct ConnectionWaitTests {
  @Test func aConnectionThatAsksNothingIsSeen() throws {
    let server = try LoopbackServer(greeting: .idle) { _ in .idle }
    #expect(!server.waitForConnections(1, within: .milliseconds(10)))

    let client = try RawClient(port: server.port)

    #expect(server.waitForConnections(1))
    #expect(!server.waitForConnections(2, within: .milliseconds(10)))
    #expect(server.requestCount == 0)
    server.stop()
    #expect(client.receive() == "")
  }
}
