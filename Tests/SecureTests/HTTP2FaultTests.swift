import NIOHTTP2
import TestSupport
import Testing

/// HTTP/2 servers that refuse or lose requests; `HostileHTTP2Tests` has servers that violate the
/// protocol.
@Suite(.needs("openssl")) struct HTTP2FaultTests {
  private let authority: Authority

  init() throws { authority = try Authority() }

  private func fetch(_ server: SecureServer, _ arguments: String...) throws -> Record {
    let result = try authority.tool.run(
      ["--cacert", authority.file, "--format", "jsonl"] + arguments + [server.url("/")])
    return try #require(result.records(as: .response).first)
  }

  /// RFC 9113 §8.7: the server has not processed the request, so even a POST is resent.
  @Test(arguments: [HTTP2Step.reset(.refusedStream), .goAway])
  func resendsRefusedRequest(refusal: HTTP2Step) throws {
    let server = try authority.server { $0.hit == 1 ? [refusal] : [.respond("ok")] }

    let record = try fetch(server, "-X", "POST", "--retry", "0")

    #expect(record["body"]?.string == "ok")
    #expect(record["attempts"]?.integer == 1)
    #expect(server.requests.count == 2)
  }

  @Test func fallsBackToHTTP11OnRequest() throws {
    let plain = try LoopbackServer(["/": "plain"])
    let server = try SecureServer(try authority.server(), before: plain) { _ in
      [.reset(.http11Required)]
    }

    let record = try fetch(server, "--retry", "0")

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
