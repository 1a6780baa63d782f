import TestSupport
import Testing
import WirelineCore
import WirelineRequests

@testable import WirelineHTTP

@Suite struct CassetteTests {
  private let directory: TemporaryDirectory
  private var path: String { directory.path + "/tape.jsonl" }

  init() throws { directory = try TemporaryDirectory() }

  private func exchange(
    _ cassette: Cassette, _ body: String, path: String = "/", headers: HeaderFields = [:],
    echo: String = ""
  ) throws {
    let request = RequestSpecification(url: try RequestURL("http://h" + path), headers: headers)
    let head = ResponseHead(
      status: 200,
      headers: ["Content-Type": "application/json", "Set-Cookie": "id=secret", "X-Echo": echo])
    let response = Response(
      head: head, url: request.url, body: .delivered, bodyBytes: body.utf8.count)
    try cassette.record(request, response, body: Array(body.utf8))
  }

  private func replay(_ cassette: Cassette, path: String = "/") throws -> String {
    let request = RequestSpecification(url: try RequestURL("http://h" + path))
    let response = try cassette.replay(
      request, ExecutionPolicy(), into: .memory(limit: nil))
    guard case .bytes(let bytes) = response.body else { return "" }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func replaysRecordedBodies() throws {
    let bodies = ["{\"a\": 1}\n", "{\"a\":1}", "text", ""]
    let recording = try Cassette(recordingTo: path)
    for body in bodies { try exchange(recording, body) }

    let tape = try Cassette(replaying: path)

    #expect(try (0..<4).map { _ in try replay(tape) } == bodies)
    // The last response repeats.
    #expect(try replay(tape) == "")
    #expect(throws: RequestError.self) { try replay(tape, path: "/other") }
  }

  @Test(arguments: ["9223372036854775807", "-9223372036854775808", "1e18"])
  func acceptsHugeAttemptNumber(attempts: String) throws {
    for outcome in [#""response":{"status":200"#, #""error":{"code":"timeout","message":"m""#] {
      let line =
        #"{"request":{"url":"http://h/"},"# + outcome + #","attempts":"# + attempts + "}}\n"
      try directory.write("tape.jsonl", line + line)

      _ = try? replay(try Cassette(replaying: path))
    }
  }

  @Test func redactsSecrets() throws {
    try exchange(
      try Cassette(recordingTo: path), "x",
      headers: ["Authorization": "Bearer secret", "Cookie": "secret"])

    let text = String(decoding: try FileBytes.read(path), as: UTF8.self)

    #expect(!text.contains("secret"))
    #expect(text.contains("REDACTED"))
  }

  /// Secrets added by credentials, in the request's fields, and in its URL.
  @Test func redactsSecretsRepeatedByResponse() throws {
    let cassette = try Cassette(recordingTo: path)
    let url = try RequestURL("http://h/?api_key=parameterSECRET")
    cassette.willSend(
      RequestAttempt(
        RequestSpecification(url: url, headers: ["Authorization": "Bearer filledInSECRET"])),
      in: AttemptContext(ref: nil, attempt: 1))

    try exchange(
      cassette, #"{"a":"filledInSECRET ownSECRET parameterSECRET"}"#,
      path: "/?api_key=parameterSECRET", headers: ["X-Api-Key": "ownSECRET"],
      echo: "Bearer filledInSECRET, ownSECRET")

    let text = String(decoding: try FileBytes.read(path), as: UTF8.self)
    #expect(!text.contains("SECRET"))
    #expect(text.contains(#""x-echo":"Bearer REDACTED, REDACTED""#))
    #expect(text.contains(#"{"a":"REDACTED REDACTED REDACTED"}"#))
  }

  @Test func recordsBinaryBodyUnchanged() throws {
    let secret = Array("binarySECRET".utf8)
    let body = [0xFF] + secret
    let request = RequestSpecification(
      url: try RequestURL("http://h/"), headers: ["X-Api-Key": "binarySECRET"])
    let response = Response(
      head: ResponseHead(status: 200), url: request.url, body: .delivered, bodyBytes: body.count)
    try Cassette(recordingTo: path).record(request, response, body: body)

    let replayed = try Cassette(replaying: path).replay(
      request, ExecutionPolicy(), into: .memory(limit: nil))

    guard case .bytes(body) = replayed.body else {
      Issue.record("\(replayed.body)")
      return
    }
  }

  /// `token` may be a page number.
  @Test func distinguishesRequestsBySecretParameter() throws {
    let recording = try Cassette(recordingTo: path)
    for page in ["one", "two"] { try exchange(recording, page, path: "/?token=\(page)&n=1") }

    let tape = try Cassette(replaying: path)

    #expect(try replay(tape, path: "/?token=two&n=1") == "two")
    #expect(try replay(tape, path: "/?token=one&n=1") == "one")
    #expect(throws: RequestError.self) { try replay(tape, path: "/?token=three&n=1") }
    let text = String(decoding: try FileBytes.read(path), as: UTF8.self)
    #expect(!text.contains("token=one") && !text.contains("token=two"))
    #expect(text.contains(#/token=REDACTED-[0-9a-f]{8}&n=1/#))
  }

  @Test func rejectsPathOutsideCassette() throws {
    let line =
      #"{"request":{"url":"http://h/"},"response":{"status":200,"body_file":"../../etc/passwd"}}"#
    try directory.write("tape.jsonl", line)

    #expect(throws: CassetteError.self) { try Cassette(replaying: path) }
  }

  @Test func survivesDamagedCassette() throws {
    try exchange(try Cassette(recordingTo: path), "{\"a\":1}")
    let line = try directory.text("tape.jsonl")
    for bytes in SeededGenerator.inputs(like: line, count: 200) {
      try directory.write("tape.jsonl", bytes)
      _ = try? Cassette(replaying: path)
    }
  }
}
