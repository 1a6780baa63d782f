import NIOHTTP2
import TestSupport
import Testing

/// HTTP/2 servers that break off, refuse, go away and lie.
@Suite struct HTTP2FaultTests {
  private let authority: Authority

  init() throws { authority = try Authority() }

  private func server(
    _ answer: @escaping @Sendable (HTTP2Request) -> [HTTP2Step]
  ) throws -> SecureServer {
    try SecureServer(try authority.server(), http2: answer)
  }

  private func ask(_ server: SecureServer, _ arguments: String...) throws -> Record {
    let result = try authority.tool.run(
      ["--cacert", authority.file, "--format", "jsonl"] + arguments + [server.url("/")])
    return try #require(result.records(as: .response).first)
  }

  /// RFC 9113 §8.7: the server has not looked at it, so a POST may go again.
  @Test(arguments: [HTTP2Step.reset(.refusedStream), .goAway(last: nil)])
  func whatWasRefusedIsSentAgain(refusal: HTTP2Step) throws {
    let server = try server { $0.hit == 1 ? [refusal] : [.answer("ok")] }

    let record = try ask(server, "-X", "POST", "--retry", "0")

    #expect(record["body"]?.string == "ok")
    #expect(record["attempts"]?.integer == 1)
    #expect(server.requests.count == 2)
  }

  @Test func refusalsHaveAnEnd() throws {
    let server = try server { _ in [.reset(.refusedStream)] }

    let record = try ask(server, "-X", "POST", "--retry", "2", "--retry-delay", "1ms")

    #expect(record["error"]?["code"]?.string == "truncated")
    #expect(server.requests.count == 6, "each attempt once more")
  }

  @Test func aServerThatWantsHTTP11GetsIt() throws {
    let plain = try LoopbackServer(["/": "plain"])
    let server = try SecureServer(try authority.server(), before: plain) { _ in
      [.reset(.http11Required)]
    }

    let record = try ask(server, "--retry", "0")

    #expect(record["http_version"]?.string == "1.1" && record["body"]?.string == "plain")
    #expect(server.handshakeCount == 2)
  }

  @Test func goingAwayLetsWhatIsUnderWayEnd() throws {
    let server = try server { request in
      request.connection == 1
        ? [.head(), .goAway(last: request.stream), .data(Array("one".utf8), ends: true)]
        : [.answer("two")]
    }

    let result = try authority.run(
      "--jobs", "1", stdin: .lines([server.url("/1"), server.url("/2")])
    ).expect(exit: 0)

    #expect(result.records(as: .response).map { $0["body"]?.string } == ["one", "two"])
    #expect(server.handshakeCount == 2)
  }

  /// The connection is lost while it lies idle, or with the next request on it.
  @Test func aLostConnectionIsReplacedOnceForFree() throws {
    let server = try server { request in
      request.path == "/2" && request.connection == 1 ? [.close] : [.answer("ok")]
    }

    let result = try authority.run(
      "--jobs", "1", "--retry", "0", stdin: .lines(["/1", "/2", "/3"].map { server.url($0) })
    ).expect(exit: 0)

    #expect(result.records(as: .response).map { $0["attempts"]?.integer } == [1, 1, 1])
    #expect(server.handshakeCount == 2)
  }

  enum Break: CaseIterable { case cancel, internalError, close, shortOfItsLength }

  @Test(arguments: Break.allCases)
  func aBodyThatBreaksOffIsTruncated(by fault: Break) throws {
    let server = try server { _ in
      let head = HTTP2Step.head(headers: [("content-length", "10")])
      let part = HTTP2Step.data(Array("part".utf8))
      return switch fault {
      case .cancel: [head, part, .reset(.cancel)]
      case .internalError: [head, part, .reset(.internalError)]
      case .close: [head, part, .close]
      case .shortOfItsLength: [head, .data(Array("part".utf8), ends: true)]
      }
    }

    let record = try ask(server, "--retry", "1", "--retry-delay", "1ms")

    #expect(record["error"]?["code"]?.string == "truncated")
    #expect(record["error"]?["attempts"]?.integer == 2)
    #expect(server.requests.count == 2)
  }

  enum Lie: CaseIterable {
    case tooLong, noStatus, badStatus, twoLengths, badLength, upperCase, badName, reset,
      tooManyFields, bomb, controlCharacter, switching
  }

  @Test(arguments: Lie.allCases)
  func aLieIsAProtocolError(lie: Lie) throws {
    let server = try server { _ in
      let body = HTTP2Step.data(Array("longer".utf8), ends: true)
      return switch lie {
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
        // One field in the table, and a byte for each time that it is there again.
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

    let record = try ask(server, "--retry", "0")

    #expect(record["error"]?["code"]?.string == "protocol", "\(record)")
  }

  /// One stream's silence is nobody else's.
  @Test func aSilentStreamIsEndedAlone() throws {
    let gate = Gate()
    let server = try server { $0.path == "/slow" ? [.gate(gate)] : [.answer("ok")] }
    let lines = ["/1", "/slow", "/2", "/3"].map { server.url($0) }

    let result = try authority.run(
      "--retry", "0", "--timeout", "300ms", stdin: .lines(lines)
    ).expect(exit: 1)
    gate.open()

    let records = result.records(as: .response)
    #expect(records.map { $0["body"]?.string } == ["ok", nil, "ok", "ok"])
    #expect(records[1]["error"]?["code"]?.string == "timeout")
  }

  /// What is no HTTP/2 at all: any bytes, and any part of a true beginning.
  @Test(arguments: 0..<12)
  func bytesThatAreNoFrames(seed: UInt64) throws {
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
