import Glibc
import Testing

@testable import WirelineHTTP

@Suite struct PooledConnectionTests {
  enum Event: CaseIterable {
    case none, data, end, dataAndEnd
  }

  /// HTTP/2 servers may send PING or SETTINGS on an idle connection (RFC 9113 §6).
  @Test(arguments: Event.allCases, [false, true])
  func endOrUnexpectedDataMakesConnectionUnusable(event: Event, allowsData: Bool) throws {
    var ends: [Int32] = [-1, -1]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    defer { for end in ends { close(end) } }
    if event == .data || event == .dataAndEnd { #expect(write(ends[1], "x", 1) == 1) }
    if event == .end || event == .dataAndEnd { shutdown(ends[1], Int32(SHUT_WR)) }

    var events = PooledConnection.unexpectedEvents(of: ends[0], allowsData: allowsData)

    #expect((poll(&events, 1, 0) == 0) == (event == .none || event == .data && allowsData))
  }
}
