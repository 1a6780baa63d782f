import TestSupport
import Testing

@Suite(.enabled(if: NameServer.isAllowed, "needs the right to open port 53")) struct NameServerTests
{
  /// A question for the A record of `a.test`, RFC 1035 §4.1.
  private static let question: [UInt8] =
    [7, 9, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1] + Array("a".utf8) + [4] + Array("test".utf8)
    + [0, 0, 1, 0, 1]

  private func ask(_ server: NameServer) throws -> [UInt8] {
    let client = try RawDatagram(address: server.address, port: 53)
    client.send(Self.question)
    return client.receive(within: .milliseconds(200))
  }

  @Test func anAddressIsARecordForTheQuestion() throws {
    let server = try NameServer { $0 == "a.test" ? .address([127, 1, 2, 3]) : .noSuchName }

    let answer = try ask(server)

    #expect(answer.prefix(8) == [7, 9, 0x81, 0x80, 0, 1, 0, 1])
    #expect(answer.dropFirst(12).prefix(12) == Self.question.dropFirst(12))
    #expect(answer.suffix(6) == [0, 4, 127, 1, 2, 3])
    #expect(server.names == ["a.test"])
  }

  @Test(
    arguments: [(NameServer.Reply.noSuchName, 3), (.failure, 2), (.refused, 5)]
      as [(NameServer.Reply, UInt8)])
  func refusalsHaveTheirCodes(reply: NameServer.Reply, code: UInt8) throws {
    let server = try NameServer { _ in reply }

    let answer = try ask(server)

    #expect(answer.dropFirst(2).prefix(6) == [0x81, 0x80 | code, 0, 1, 0, 0])
    #expect(answer.count == Self.question.count)
  }

  @Test func garbageAndSilenceAreAsTheyAre() throws {
    #expect(try ask(try NameServer { _ in .garbage([1, 2]) }) == [1, 2])
    #expect(try ask(try NameServer { _ in .silence }) == [])
  }
}
