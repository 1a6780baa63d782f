import NIOCore
import Testing
import WirelineRequests

@testable import WirelineHTTP

/// Requests that wait for a stream, and those that must not be sent again.
@Suite struct HTTP2WaitTests {
  private let pool = ServedFrames()

  private func server(_ index: Int = 0) throws -> Server {
    try #require(pool.servers.indices.contains(index) ? pool.servers[index] : nil)
  }

  /// Starts two requests, of which the server refuses the second.
  private func refuseSecond(timeout: Duration = .seconds(30)) throws -> [Received] {
    let all = try ["/1", "/2"].map { try pool.send($0, timeout: timeout) }
    try server().write(Server.settings)
    _ = try server().requests()
    try server().write(Server.reset(3, 7))
    #expect(try server().requests() == [])
    return all
  }

  @Test func waitingRequestsGoFirst() throws {
    let all = try refuseSecond()
    let third = try pool.send("/3")
    #expect(try server().requests() == [])

    try server().write(Server.head(1), Server.data(1, "one"))

    // In their order; after a full round one more stream may be open.
    #expect(try server().requests() == [5, 7])
    try server().write(Server.head(5), Server.data(5, "two"))
    try server().write(Server.head(7), Server.data(7, "three"))
    #expect((all + [third]).map(\.outcome) == ["200 one", "200 two", "200 three"])
  }

  @Test func waitingRequestsLeaveConnectionThatGoesAway() throws {
    let all = try refuseSecond()

    try server().write(Server.goAway(3))

    try server(1).write(Server.settings)
    #expect(try server(1).requests() == [1])
    try server(1).write(Server.head(1), Server.data(1, "two"))
    try server().write(Server.head(1), Server.data(1, "one"))
    #expect(all.map(\.outcome) == ["200 one", "200 two"])
  }

  /// The other stream makes progress, but never ends.
  @Test func limitsWaitForStream() throws {
    let all = try refuseSecond(timeout: .seconds(2))
    try server().write(Server.head(1))

    for _ in 1...6 {
      try server().write(Server.data(1, ".", ends: false))
      pool.advance(by: .seconds(1))
    }

    #expect(all.map(\.outcome) == ["open", "no free stream within 2 s"])
  }

  @Test func connectionThatCannotCarryRequestServesNoOther() throws {
    let first = try pool.send("/1")
    try server().write(Server.settings)

    let bad = try pool.send("/bad", method: "CONNECT")

    #expect(bad.outcome.contains("HTTP/2 cannot carry the request"), "\(bad.outcome)")
    try server().write(Server.head(1), Server.data(1, "one"))
    #expect(first.outcome == "200 one")
    _ = try pool.send("/2")
    #expect(pool.servers.count == 2, "the library still counts the stream")
  }

  /// The server has begun to answer, whatever it claims later.
  @Test(arguments: [Server.reset(1, 7), Server.goAway(0)])
  func doesNotRepeatAnsweredPost(refusal: Server.Frame) throws {
    let post = try pool.send("/1", method: "POST", body: "body")
    try server().write(Server.settings)

    try server().write(Server.head(1))
    try server().write(refusal)

    #expect(post.outcome == "the response ended after 0 bytes")
    #expect(try server().requests() == [1] && pool.servers.count == 1)
  }

  /// A head that asks for another request has been used.
  @Test func doesNotRepeatChallenge() throws {
    let all = try ["/1", "/2"].map { try pool.send($0) }
    try server().write(Server.settings)
    // 401: a literal value for the indexed name `:status`.
    try server().write(
      Server.Frame(type: 1, flags: 4, stream: 1, payload: [0x48, 3, 0x34, 0x30, 0x31]))

    try server().close()

    #expect(all[0].outcome.hasPrefix("the response ended"), "\(all[0].outcome)")
    #expect(all[1].outcome == "open")
    #expect(all[0].heads.map(\.status) == [401])
  }

  /// A server that serves four requests per connection.
  @Test func followsManyGoAways() throws {
    let all = try (1...40).map { try pool.send("/\($0)") }
    for index in 0..<20 where pool.servers.indices.contains(index) {
      let server = pool.servers[index]
      server.write(Server.settings)
      let served = try server.requests().prefix(4)
      for stream in served { server.write(Server.head(stream), Server.data(stream, "ok")) }
      server.write(Server.goAway(served.last ?? 0))
    }

    #expect(all.allSatisfy { $0.outcome == "200 ok" }, "\(all.map(\.outcome))")
  }
}
