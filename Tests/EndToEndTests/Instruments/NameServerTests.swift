import Glibc
import TestSupport
import Testing

@Suite(.enabled(if: NameServer.isAllowed, "needs the right to open port 53")) struct NameServerTests
{
  /// A query for the A record of `a.test` (RFC 1035 §4.1).
  private static let query: [UInt8] =
    [7, 9, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1] + Array("a".utf8) + [4] + Array("test".utf8)
    + [0, 0, 1, 0, 1]

  private func send(
    _ server: NameServer, within limit: Duration = .seconds(10)
  ) throws -> [UInt8] {
    let client = try RawDatagram(address: server.address, port: 53)
    client.send(Self.query)
    return client.receive(within: limit)
  }

  @Test func respondsWithAddress() throws {
    let server = try NameServer { $0 == "a.test" ? .address([127, 1, 2, 3]) : .noSuchName }

    let response = try send(server)

    #expect(response.prefix(8) == [7, 9, 0x81, 0x80, 0, 1, 0, 1])
    #expect(response.dropFirst(12).prefix(12) == Self.query.dropFirst(12))
    #expect(response.suffix(6) == [0, 4, 127, 1, 2, 3])
    #expect(server.names == ["a.test"])
  }

  @Test(
    arguments: [(NameServer.Reply.noSuchName, 3), (.failure, 2), (.refused, 5)]
      as [(NameServer.Reply, UInt8)])
  func respondsWithErrorCode(reply: NameServer.Reply, code: UInt8) throws {
    let server = try NameServer { _ in reply }

    let response = try send(server)

    #expect(response.dropFirst(2).prefix(6) == [0x81, 0x80 | code, 0, 1, 0, 0])
    #expect(response.count == Self.query.count)
  }

  @Test func sendsGarbageOrNothing() throws {
    #expect(try send(try NameServer { _ in .garbage([1, 2]) }) == [1, 2])
    let silent = try NameServer { _ in .silence }
    #expect(try send(silent, within: .milliseconds(200)) == [])
  }
}

/// A UDP client for raw bytes.
private final class RawDatagram: Sendable {
  private let descriptor: Int32

  init(address: String, port: UInt16) throws {
    descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
    guard descriptor >= 0 else { throw SystemError("socket") }
    Descriptor.keepPrivate(descriptor)
    var peer = sockaddr_in()
    peer.sin_family = sa_family_t(AF_INET)
    peer.sin_port = port.bigEndian
    inet_pton(AF_INET, address, &peer.sin_addr)
    let code = withUnsafeBytes(of: &peer) { raw in
      connect(
        descriptor, raw.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t(raw.count))
    }
    guard code == 0 else { throw SystemError("connect") }
  }

  deinit { close(descriptor) }

  func send(_ bytes: [UInt8]) { _ = Descriptor.write(descriptor, bytes) }

  /// Returns a datagram; empty if none arrives in time.
  func receive(within limit: Duration) -> [UInt8] {
    Descriptor.wait(descriptor, within: limit) == .ready ? Descriptor.read(descriptor) : []
  }
}
