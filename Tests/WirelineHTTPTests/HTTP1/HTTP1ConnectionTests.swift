import Testing

@testable import WirelineHTTP

/// A connection without sockets.
@Suite struct HTTP1ConnectionTests {
  private let pool = ServedFrames(isHTTP1: true)

  private func respond(_ index: Int, _ status: String, _ text: String) throws {
    let server = try #require(pool.servers.indices.contains(index) ? pool.servers[index] : nil)
    server.write(
      Array("HTTP/1.1 \(status)\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)".utf8))
  }

  /// A request was uploaded completely on a connection that the server then closed. On the next
  /// one the server responds before the upload has ended: another request would become part of the
  /// body.
  @Test func resentUploadDoesNotLeaveConnectionForOthers() throws {
    _ = try pool.send("/warm")
    try respond(0, "200 OK", "ok")
    let put = try pool.send("/put", method: "PUT", body: "body")
    pool.isWritable = false

    pool.servers[0].close()
    try respond(1, "413 Content Too Large", "no")
    pool.isWritable = true
    let next = try pool.send("/next")
    try respond(2, "200 OK", "next")

    #expect(put.outcome == "413 no" && next.outcome == "200 next")
  }

  /// Its request would be sent with the next one, which would get the response to it.
  @Test func closesConnectionAfterResponseToUnsentRequest() throws {
    pool.greeting = "HTTP/1.1 503 Full\r\nContent-Length: 0\r\n\r\n"
    let early = try pool.send("/early")
    pool.greeting = nil
    let next = try pool.send("/next")
    try respond(1, "200 OK", "next")

    #expect(early.outcome == "503 " && next.outcome == "200 next")
  }

  @Test func reusesConnectionAfterResponse() throws {
    let all = try ["/1", "/2"].map { path in
      let received = try pool.send(path)
      try respond(0, "200 OK", path)
      return received
    }

    #expect(all.map(\.outcome) == ["200 /1", "200 /2"])
    #expect(pool.servers.count == 1)
  }
}
