import NIOCore
import Testing
import WirelineRequests

@testable import WirelineHTTP

/// A connection with the library's frames, without sockets.
@Suite struct HTTP2ConnectionTests {
  private let pool = ServedFrames()

  private func server(_ index: Int = 0) throws -> Server {
    try #require(pool.servers.indices.contains(index) ? pool.servers[index] : nil)
  }

  /// Starts requests, of which the server has received all.
  private func start(_ paths: String..., method: String = "GET") throws -> [Received] {
    let all = try paths.map {
      try pool.send($0, method: method, body: method == "POST" ? "body" : nil)
    }
    try server().write(Server.settings)
    return all
  }

  private func serve(_ server: Server, _ text: String = "ok") throws {
    for stream in try server.requests() {
      server.write(Server.head(stream), Server.data(stream, text))
    }
  }

  @Test func sharesTheConnection() throws {
    let all = try start("/1", "/2", "/3")

    #expect(try server().requests() == [1, 3, 5])
    for stream: UInt32 in [5, 1, 3] {
      try server().write(Server.head(stream), Server.data(stream, "\(stream)"))
    }

    #expect(all.map(\.outcome) == ["200 1", "200 3", "200 5"])
    #expect(pool.servers.count == 1)
  }

  /// The second request is sent again on a new connection. Its timeout begins there, and data that
  /// arrives extends it (H1: the timer of the first connection referred to it).
  @Test(arguments: [false, true]) func resentRequestHasItsOwnTimeout(isSilent: Bool) throws {
    let first = try pool.send("/1", timeout: .seconds(2))
    try server().write(Server.settings)
    let second = try pool.send("/2", timeout: .seconds(2))
    try server().write(Server.head(1), Server.data(1, "ok"))
    pool.advance(by: .seconds(1))

    try server().close()
    try server(1).write(Server.settings)
    #expect(try server(1).requests() == [1])
    pool.advance(by: .milliseconds(1500))
    #expect(first.outcome == "200 ok" && second.outcome == "open")

    if !isSilent {
      try server(1).write(Server.head(1))
      for _ in 1...6 {
        try server(1).write(Server.data(1, ".", ends: false))
        pool.advance(by: .seconds(1))
      }
      try server(1).write(Server.data(1, "end"))
    }
    pool.advance(by: .seconds(3))
    #expect(second.outcome == (isSilent ? "no response within 2 s" : "200 ......end"))
  }

  @Test func endsSilentStreamOnly() throws {
    let silent = try pool.send("/silent", timeout: .seconds(2))
    let slow = try pool.send("/slow", timeout: .seconds(9))
    try server().write(Server.settings)

    pool.advance(by: .seconds(3))

    #expect(silent.outcome == "no response within 2 s" && slow.outcome == "open")
    #expect(try server().frames().contains(Server.reset(1, 8)))
    try server().write(Server.head(3), Server.data(3, "slow"))
    #expect(slow.outcome == "200 slow")
    // The connection may be dead: the next request opens another one.
    _ = try pool.send("/next")
    #expect(pool.servers.count == 2)
  }

  /// A stream error, RFC 9113 §5.4.2: upper case in a field name, a second head, an interim
  /// response that ends the stream, and DATA before a head.
  @Test(
    arguments: [
      [Server.Frame(type: 1, flags: 5, stream: 1, payload: [0x88, 0x40, 1, 0x58, 1, 0x31])],
      [Server.head(1), Server.head(1)],
      [Server.Frame(type: 1, flags: 5, stream: 1, payload: [0x48, 3, 0x31, 0x30, 0x33])],
      [Server.data(1, "early")],
    ])
  func invalidStreamLeavesOthersAlone(frames: [Server.Frame]) throws {
    let all = try start("/bad", "/2", "/3")
    try server().write(Server.head(3))

    for frame in frames { try server().write(frame) }

    #expect(all[0].outcome.hasPrefix("the response is not valid HTTP"), "\(all[0].outcome)")
    try server().write(Server.data(3, "two"), Server.head(5), Server.data(5, "three"))
    #expect(all.dropFirst().map(\.outcome) == ["200 two", "200 three"])
    #expect(pool.servers.count == 1)
  }

  /// DATA after END_STREAM ends the connection, but not the requests of others (M5).
  @Test func resendsAfterFrameOnEndedStream() throws {
    let all = try start("/bad", "/2", "/3")

    try server().write(Server.head(1), Server.data(1, "ok"), Server.head(3))
    try server().write(Server.data(1, "more"))

    #expect(all.map(\.outcome) == ["200 ok", "open", "open"])
    try server(1).write(Server.settings)
    // One after the other: each may be the cause.
    try serve(server(1))
    try serve(server(1))
    #expect(all.map(\.outcome) == ["200 ok", "200 ok", "200 ok"])
    #expect(all[1].heads.count == 2)
  }

  /// An invalid header block does not show which stream it belonged to: each request is repeated
  /// alone, until one fails.
  @Test func findsRequestThatEndsTheConnection() throws {
    let all = try start("/1", "/bad", "/3")
    let invalid = Server.Frame(type: 1, flags: 4, stream: 3, payload: [0x80])

    try server().write(invalid)
    #expect(all.map(\.outcome) == ["open", "open", "open"])

    try server(1).write(Server.settings)
    try serve(server(1))
    #expect(try server(1).requests() == [3])
    try server(1).write(invalid)
    try server(2).write(Server.settings)
    try serve(server(2))

    #expect(all[0].outcome == "200 ok" && all[2].outcome == "200 ok")
    #expect(all[1].outcome.hasPrefix("the response is not valid HTTP"))
    #expect(pool.servers.count == 3)
  }

  @Test func doesNotRepeatPost() throws {
    let all = try start("/1", "/2", method: "POST")

    try server().write([0, 0, 1, 1, 4, 0, 0, 0, 3, 0x80])

    #expect(
      all.map(\.outcome)
        == Array(
          repeating: "the server closed the connection without a response", count: 2))
    #expect(pool.servers.count == 1)
  }

  /// RFC 9113 §6.8: streams above the last one were not processed, even those of a POST.
  @Test(arguments: [UInt32(0), 1, 3]) func resendsStreamsAboveGoAway(last: UInt32) throws {
    let all = try start("/1", "/2", method: "POST")

    try server().write(Server.goAway(last))
    for stream: UInt32 in [1, 3] where stream <= last {
      try server().write(Server.head(stream), Server.data(stream, "old"))
    }
    if last < 3 {
      try server(1).write(Server.settings)
      try serve(server(1), "new")
    }

    let expected = [UInt32(1), 3].map { $0 <= last ? "200 old" : "200 new" }
    #expect(all.map(\.outcome) == expected)
  }

  /// A server that processes two streams at a time, and refuses others instead of announcing it
  /// (L15).
  @Test func refusedRequestsWaitForOthers() throws {
    let all = try (1...40).map { try pool.send("/\($0)", method: "POST") }
    try server().write(Server.settings)
    var open: [UInt32] = []
    var refusals = 0
    while all.contains(where: { $0.outcome == "open" }) {
      for stream in try server().requests() {
        if open.count < 2 {
          open.append(stream)
        } else {
          refusals += 1
          try server().write(Server.reset(stream, 7))
        }
      }
      guard !open.isEmpty else { break }
      let next = open.removeFirst()
      try server().write(Server.head(next), Server.data(next, "ok"))
    }

    #expect(all.allSatisfy { $0.outcome == "200 ok" })
    #expect(refusals < 80, "\(refusals)")
    #expect(pool.servers.count == 1)
  }

  @Test func givesUpIfAllStreamsAreRefused() throws {
    let all = try start("/1", method: "POST")
    var count = 0
    while all[0].outcome == "open", count < 100 {
      for stream in try server().requests() {
        count += 1
        try server().write(Server.reset(stream, 7))
      }
    }
    #expect(count == 21)
    #expect(all[0].outcome == "the server reset the stream without a response: REFUSED_STREAM")
  }

  /// 256 KiB in frames of 16 KiB, like HTTP/1.1 (M8); more is an error of this request only.
  @Test(arguments: [(16, true), (17, false), (70, false)])
  func acceptsLargeHeaderSections(frames: Int, isValid: Bool) throws {
    let all = try start("/large")
    // A literal field without indexing, `x: aaa…`, per frame.
    let field = [0x00, 1, 0x78, 0x7F, 0x81, 0x7E] + [UInt8](repeating: 0x61, count: 16_256)

    // The second connection shows that this request is the cause.
    for index in 0...(isValid ? 0 : 1) {
      let server = try server(index)
      if index > 0 { server.write(Server.settings) }
      server.write(Server.Frame(type: 1, flags: 0, stream: 1, payload: [0x88]))
      for number in 1...frames {
        let flags = number == frames ? Server.Frame.endHeaders : 0
        server.write(Server.Frame(type: 9, flags: flags, stream: 1, payload: field))
      }
      server.write(Server.data(1, "ok"))
    }

    #expect((all[0].outcome == "200 ok") == isValid, "\(all[0].outcome)")
    #expect(all[0].outcome != "open")
  }
}
