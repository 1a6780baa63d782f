import NIOHTTP2
import TestSupport
import Testing

/// `HostileHTTP2Tests` has servers that violate the protocol.
@Suite(.needs("openssl")) struct HTTP2Tests {
  private let authority: Authority

  init() throws { authority = try Authority() }

  @Test func writesResponseRecord() throws {
    let server = try authority.server { _ in
      [
        .head(status: 103, headers: [("link", "</s.css>")]),
        .head(headers: [("content-type", "application/json"), ("x-a", "1"), ("x-a", "2")]),
        .data(Array(#"{"a":"#.utf8)), .data(Array("1}".utf8)), .trailers([("x-sum", "9")]),
      ]
    }

    let result = try authority.run(stdin: .lines([server.url("/p?q=1")])).expect(exit: 0)

    let record = try #require(result.records(as: .response).first)
    #expect(record["http_version"]?.string == "2")
    #expect(record["status"]?.integer == 200)
    #expect(record["json"]?.text == #"{"a":1}"#)
    #expect(record["headers"]?["x-a"]?.text == #"["1","2"]"#)
    #expect(record["headers"]?["x-sum"] == nil && record["headers"]?["link"] == nil)
    let request = try #require(server.requests.first)
    #expect(
      request[":method"] == "GET" && request.path == "/p?q=1" && request[":scheme"] == "https")
    #expect(request[":authority"] == "127.0.0.1:\(server.port)")
  }

  @Test func printsHTTP2Head() throws {
    let server = try authority.server { _ in [.respond(headers: [("x-a", "1")], body: [0x61])] }

    let result = try authority.run("-i", server.url("/")).expect(exit: 0)

    #expect(result.text == "HTTP/2 200 \r\nx-a: 1\r\n\r\na")
  }

  @Test func multiplexesOneConnection() throws {
    let server = try authority.server { request in [.respond("body of \(request.path)")] }
    let lines = (0..<300).map { server.url("/\($0)") }

    let result = try authority.run("--jobs", "50", "--per-host", "50", stdin: .lines(lines))
      .expect(exit: 0)

    let bodies = result.records(as: .response).map { $0["body"]?.string ?? "" }
    #expect(bodies == (0..<300).map { "body of /\($0)" })
    #expect(server.handshakeCount == 1)
    #expect(server.requests.map(\.stream) == (0..<300).map { 2 * $0 + 1 })
  }

  /// Larger than the server's flow-control window, and than the buffers of a connection.
  @Test func transfersLargeBodies() throws {
    let part = (0..<170_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 11) }
    let body = Array(repeatElement(part, count: 12).joined())
    let server = try authority.server { request in
      request[":method"] == "POST"
        ? [.respond("\(request.body == part)")]
        : [.respond(headers: [("content-length", "\(body.count)")], body: body)]
    }
    try authority.tool.sandbox.write("up", part)

    try authority.run("-o", "down", server.url("/")).expect(exit: 0)
    let up = try authority.run("--data-binary", "@up", server.url("/")).expect(exit: 0)

    #expect(try authority.tool.sandbox.read("down") == body)
    #expect(up.text == "true")
    #expect(server.requests.last?["content-length"] == "170000")
  }

  @Test(arguments: [true, false])
  func usesHTTP11IfServerOrUserWants(byUser: Bool) throws {
    let plain = try LoopbackServer(["/": "plain"])
    let server = try SecureServer(
      try authority.server(), before: plain, offersHTTP2: byUser)

    let result = try authority.run(
      byUser ? "--no-http2" : "--http2", "--format", "jsonl", server.url("/")
    ).expect(exit: 0)

    #expect(result.records(as: .response).first?["http_version"]?.string == "1.1")
  }

  /// Requests wait until the protocol of the server is known.
  @Test func opensParallelHTTP11Connections() throws {
    let plain = try LoopbackServer(["*": Script.ok("ok").afterRequests(8)])
    let server = try SecureServer(try authority.server(), before: plain)

    let result = try authority.run(
      "--per-host", "8", stdin: .lines((0..<8).map { server.url("/\($0)") })
    ).expect(exit: 0)

    #expect(result.records(as: .response).count == 8)
    #expect(plain.peakConnections == 8)
  }

  @Test func reportsRefusedConnectionToAllWaiters() throws {
    let result = try authority.run(
      "--retry", "0", stdin: .lines((0..<8).map { "https://127.0.0.1:1/\($0)" })
    ).expect(exit: 1)

    let codes = result.records(as: .response).map { $0["error"]?["code"]?.string }
    #expect(codes == Array(repeating: "connect", count: 8))
  }

  @Test func fallsBackToHTTP11OnRequest() throws {
    let plain = try LoopbackServer(["/": "plain"])
    let server = try SecureServer(try authority.server(), before: plain) { _ in
      [.reset(.http11Required)]
    }

    let result = try authority.run("--retry", "0", "--format", "jsonl", server.url("/"))
    let record = try #require(result.expect(exit: 0).records(as: .response).first)

    #expect(record["http_version"]?.string == "1.1" && record["body"]?.string == "plain")
    #expect(server.handshakeCount == 2)
  }

  /// The connection is lost while idle, or with the next request on it.
  @Test func replacesLostConnectionWithoutRetry() throws {
    let server = try authority.server { request in
      request.path == "/2" && request.connection == 1 ? [.close] : [.respond("ok")]
    }

    let result = try authority.run(
      "--jobs", "1", "--retry", "0", stdin: .lines(["/1", "/2", "/3"].map { server.url($0) })
    ).expect(exit: 0)

    #expect(result.records(as: .response).map { $0["attempts"]?.integer } == [1, 1, 1])
    #expect(server.handshakeCount == 2)
  }

  /// Random bytes, with and without a valid SETTINGS frame before them.
  @Test(arguments: 0..<12)
  func rejectsInvalidFrames(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let settings: [UInt8] = [0, 0, 0, 4, 0, 0, 0, 0, 0]
    let junk = (0..<Int.random(in: 1...400, using: &generator)).map { _ in
      UInt8.random(in: 0...255, using: &generator)
    }
    let bytes = seed.isMultiple(of: 2) ? settings + junk : junk
    let plain = try LoopbackServer(greeting: .steps(.write(bytes), .close)) { _ in .hangUp }
    let server = try SecureServer(try authority.server(), before: plain, offersHTTP2: true)

    let result = try authority.run("--retry", "0", "--timeout", "2s", server.url("/"))

    #expect([52, 18, 56].contains(result.exit), "\(result.story)")
  }
}
