import TestSupport
import Testing
import WirelineCore

@testable import WirelineHTTP

@Suite struct CassetteTests {
  private let directory: TemporaryDirectory
  private var path: String { directory.path + "/tape.jsonl" }

  init() throws { directory = try TemporaryDirectory() }

  private func exchange(
    _ cassette: Cassette, _ body: String, path: String = "/", headers: HeaderFields = [:]
  ) throws {
    let request = RequestSpecification(url: try RequestURL("http://h" + path), headers: headers)
    let head = ResponseHead(
      status: 200, headers: ["Content-Type": "application/json", "Set-Cookie": "id=secret"])
    let response = Response(
      head: head, url: request.url, body: .delivered, bodyBytes: body.utf8.count)
    try cassette.record(request, response, body: Array(body.utf8))
  }

  private func replay(_ cassette: Cassette, path: String = "/") throws -> String {
    let request = RequestSpecification(url: try RequestURL("http://h" + path))
    let response = try cassette.replay(request, into: .memory(limit: nil))
    guard case .bytes(let bytes) = response.body else { return "" }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func whatWasRecordedComesBackByteForByte() throws {
    let bodies = ["{\"a\": 1}\n", "{\"a\":1}", "text", ""]
    let recording = try Cassette(recordingTo: path)
    for body in bodies { try exchange(recording, body) }

    let tape = try Cassette(replaying: path)

    #expect(try (0..<4).map { _ in try replay(tape) } == bodies)
    // The last answer is the answer from then on.
    #expect(try replay(tape) == "")
    #expect(throws: RequestError.self) { try replay(tape, path: "/other") }
  }

  @Test func largeBodiesLieBesideIt() throws {
    let body = String(repeating: "x", count: 2 << 20)
    try exchange(try Cassette(recordingTo: path), body)

    #expect(try FileBytes.read(path).count < 2000)
    #expect(try replay(try Cassette(replaying: path)) == body)
  }

  @Test func secretsAreNotOnTheTape() throws {
    try exchange(
      try Cassette(recordingTo: path), "x",
      headers: ["Authorization": "Bearer secret", "Cookie": "secret"])

    let text = String(decoding: try FileBytes.read(path), as: UTF8.self)

    #expect(!text.contains("secret"))
    #expect(text.contains("REDACTED"))
  }

  @Test func aTapeReadsNoOtherFile() throws {
    let line =
      #"{"request":{"url":"http://h/"},"response":{"status":200,"body_file":"../../etc/passwd"}}"#
    let file = try AtomicFile(path: path)
    try file.write(Array(line.utf8))
    try file.commit()

    #expect(throws: CassetteError.self) { try Cassette(replaying: path) }
  }

  @Test func noPrefixAndNoMutationOfALineTraps() throws {
    try exchange(try Cassette(recordingTo: path), "{\"a\":1}")
    let line = try FileBytes.read(path)
    var random = SeededGenerator(seed: 4)
    for index in 0..<400 {
      var bytes = Array(line.prefix(index < 200 ? index * line.count / 200 : line.count))
      if index >= 200 {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(
          in: 0...255, using: &random)
      }
      let file = try AtomicFile(path: path)
      try file.write(bytes)
      try file.commit()
      _ = try? Cassette(replaying: path)
    }
  }
}
