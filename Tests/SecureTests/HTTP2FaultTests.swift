import NIOHTTP2
import TestSupport
import Testing

/// HTTP/2 servers that abort, refuse, go away or violate the protocol.
@Suite(.needs("openssl")) struct HTTP2FaultTests {
  private let authority: Authority

  init() throws { authority = try Authority() }

  private func server(
    _ respond: @escaping @Sendable (HTTP2Request) -> [HTTP2Step]
  ) throws -> SecureServer {
    try SecureServer(try authority.server(), http2: respond)
  }

  private func fetch(_ server: SecureServer, _ arguments: String...) throws -> Record {
    let result = try authority.tool.run(
      ["--cacert", authority.file, "--format", "jsonl"] + arguments + [server.url("/")])
    return try #require(result.records(as: .response).first)
  }

  /// RFC 9113 §8.7: the server has not processed the request, so even a POST is resent.
  @Test(arguments: [HTTP2Step.reset(.refusedStream), .goAway(last: nil)])
  func resendsRefusedRequest(refusal: HTTP2Step) throws {
    let server = try server { $0.hit == 1 ? [refusal] : [.respond("ok")] }

    let record = try fetch(server, "-X", "POST", "--retry", "0")

    #expect(record["body"]?.string == "ok")
    #expect(record["attempts"]?.integer == 1)
    #expect(server.requests.count == 2)
  }

  @Test func givesUpAfterRepeatedRefusals() throws {
    let server = try server { _ in [.reset(.refusedStream)] }

    let record = try fetch(server, "-X", "POST", "--retry", "2", "--retry-delay", "1ms")

    #expect(record["error"]?["code"]?.string == "truncated")
    #expect(server.requests.count == 63, "each attempt is resent 20 times")
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

  @Test func finishesRequestsInFlightAfterGoAway() throws {
    let server = try server { request in
      request.connection == 1
        ? [.head(), .goAway(last: request.stream), .data(Array("one".utf8), ends: true)]
        : [.respond("two")]
    }

    let result = try authority.run(
      "--jobs", "1", stdin: .lines([server.url("/1"), server.url("/2")])
    ).expect(exit: 0)

    #expect(result.records(as: .response).map { $0["body"]?.string } == ["one", "two"])
    #expect(server.handshakeCount == 2)
  }

  /// The connection is lost while idle, or with the next request on it.
  @Test func replacesLostConnectionWithoutRetry() throws {
    let server = try server { request in
      request.path == "/2" && request.connection == 1 ? [.close] : [.respond("ok")]
    }

    let result = try authority.run(
      "--jobs", "1", "--retry", "0", stdin: .lines(["/1", "/2", "/3"].map { server.url($0) })
    ).expect(exit: 0)

    #expect(result.records(as: .response).map { $0["attempts"]?.integer } == [1, 1, 1])
    #expect(server.handshakeCount == 2)
  }

  enum Truncation: CaseIterable { case cancel, internalError, close, shorterThanLength }

  @Test(arguments: Truncation.allCases)
  func reportsTruncatedBody(by truncation: Truncation) throws {
    let server = try server { _ in
      let head = HTTP2Step.head(headers: [("content-length", "10")])
      let part = HTTP2Step.data(Array("part".utf8))
      return switch truncation {
      case .cancel: [head, part, .reset(.cancel)]
      case .internalError: [head, part, .reset(.internalError)]
      case .close: [head, part, .close]
      case .shorterThanLength: [head, .data(Array("part".utf8), ends: true)]
      }
    }

    let record = try fetch(server, "--retry", "1", "--retry-delay", "1ms")

    #expect(record["error"]?["code"]?.string == "truncated")
    #expect(record["error"]?["attempts"]?.integer == 2)
    #expect(server.requests.count == 2)
  }

  enum Violation: CaseIterable {
    case tooLong, noStatus, badStatus, twoLengths, badLength, upperCase, badName, reset,
      tooManyFields, bomb, controlCharacter, switching
  }

  @Test(arguments: Violation.allCases)
  func reportsProtocolViolation(violation: Violation) throws {
    let server = try server { _ in
      let body = HTTP2Step.data(Array("longer".utf8), ends: true)
      return switch violation {
      case .tooLong: [.head(headers: [("content-length", "2")]), body]
      case .noStatus: [.trailers([("x-a", "1")])]
      case .badStatus: [.head(status: 12_345, ends: true)]
      case .twoLengths: [.head(headers: [("content-length", "6"), ("content-length", "5")]), body]
      case .badLength: [.head(headers: [("content-length", "+6")]), body]
      case .upperCase: [.head(headers: [("X-Upper", "1")], ends: true)]
      case .badName: [.head(headers: [("x a", "1")], ends: true)]
      case .reset: [.reset(.protocolError)]
      case .tooManyFields: [.head(headers: (0..<1100).map { ("x-\($0)", "") }, ends: true)]
      case .bomb:
        // One large field in the compression table, repeated with one byte each.
        [
          .head(
            headers: Array(
              repeating: ("x-large", String(repeating: "x", count: 3000)), count: 300),
            ends: true)
        ]
      case .controlCharacter: [.head(headers: [("x-a", "1\r\nx-b: 2")], ends: true)]
      case .switching: [.head(status: 101, ends: true)]
      }
    }

    let record = try fetch(server, "--retry", "0")

    #expect(record["error"]?["code"]?.string == "protocol", "\(record)")
  }

  @Test func timesOutOnlySilentStream() throws {
    let gate = Gate()
    let server = try server { $0.path == "/slow" ? [.gate(gate)] : [.respond("ok")] }
    let lines = ["/1", "/slow", "/2", "/3"].map { server.url($0) }

    let result = try authority.run(
      "--retry", "0", "--timeout", "1s", stdin: .lines(lines)
    ).expect(exit: 1)
    gate.open()

    let records = result.records(as: .response)
    #expect(records.map { $0["body"]?.string } == ["ok", nil, "ok", "ok"])
    #expect(records[1]["error"]?["code"]?.string == "timeout")
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
