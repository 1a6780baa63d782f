import TestSupport
import Testing

/// `--record` and `--replay`.
@Suite struct ReqReplayTests {
  @Test func damagedCassetteExits65() throws {
    let req = try Tool("req")
    try req.sandbox.write("tape", "{\"request\":{\"url\":\"http://h/\"},\"respon\n")

    let result = try req("--replay", "tape", "http://h/").expect(exit: 65)

    result.expect(says: "req: error: cassette \"tape\", line 1: ")
    #expect(result.text == "")
  }

  /// The incomplete line of a killed run is removed; a complete one without a line feed is kept.
  @Test(arguments: [("{\"request\":{\"url\":\"http://h/\"},\"respon", 1), (nil, 2)])
  func toleratesIncompleteLineInCassette(rest: String?, count: Int) throws {
    let server = try LoopbackServer { _ in "body" }
    let req = try Tool("req")
    let complete = #"{"request":{"url":"http://h/"},"response":{"status":200,"body":"hand"}}"#
    try req.sandbox.write("tape", rest ?? complete)

    try req("--record", "tape", server.url("/")).expect(exit: 0)

    #expect(try req.sandbox.text("tape").split(separator: "\n").count == count)
    #expect(try req("--replay", "tape", server.url("/")).expect(exit: 0).text == "body")
    if rest == nil {
      #expect(try req("--replay", "tape", "http://h/").expect(exit: 0).text == "hand")
    }
  }

  /// The download of a rejected image is cancelled, except for a recording.
  @Test func recordsCompleteResponseOfRejectedImage() throws {
    let image = SampleImage.png(width: 7, height: 5) + [UInt8](repeating: 7, count: 400_000)
    let server = try LoopbackServer { _ in .ok(image, type: "image/png") }
    let fetch = try Tool("imgfetch")
    func run(_ option: String) throws -> [String?] {
      try fetch("--output-dir", "o", option, "tape", "--min-side", "99", server.url("/"))
        .expect(exit: 65).records(as: .image).map(\.code)
    }

    #expect(try run("--record") == ["image_rejected"])
    #expect(try run("--replay") == ["image_rejected"])
    let body = try Tool("req", in: fetch.sandbox)("--replay", "tape", server.url("/"))
    #expect(body.expect(exit: 0).stdout == image)
  }

  @Test(
    arguments: [
      (nil, 7), (Script.hangUp, 52), (.truncated("abc", declared: 9), 18),
      (.raw("garbage\r\n\r\n"), 1), (.encoded("gzip", [1, 2, 3]), 61),
    ] as [(Script?, Int32)])
  func replaysFailure(script: Script?, status: Int32) throws {
    let server = try script.map { script in try LoopbackServer { _ in script } }
    let url = server?.url("/") ?? "http://127.0.0.1:1/"
    let req = try Tool("req")

    let live = try req("--retry", "0", "--record", "tape", url).expect(exit: status)
    let replayed = try req("--retry", "0", "--replay", "tape", url).expect(exit: status)

    #expect(replayed.messages == live.messages)
    #expect(server.map { $0.requestCount == 1 } ?? true)
  }

  @Test func replaysRetries() throws {
    let server = try LoopbackServer { request in
      switch request.hit {
      case 1: .status(429, "too many", headers: ["Retry-After": "0"])
      case 2: .truncated("abc", declared: 9)
      default: "ok"
      }
    }
    let req = try Tool("req")
    // A body that is printed as it arrives cannot be fetched again.
    try req("--format", "jsonl", "--record", "tape", "--retry-delay", "1ms", server.url("/"))
      .expect(exit: 0)

    let words = ["--format", "jsonl", "--replay", "tape", "--retry-delay", "1h", server.url("/")]
    let all = try req.run(words).expect(exit: 0)
    let one = try req.run(words + ["--retry", "0"]).expect(exit: 22)
    let two = try req.run(words + ["--retry", "1"]).expect(exit: 18)

    #expect(try req.sandbox.text("tape").split(separator: "\n").count == 3)
    let record = try #require(all.records(as: .response).first)
    #expect(record["status"]?.integer == 200 && record["attempts"]?.integer == 3)
    #expect(record["body"]?.string == "ok")
    let refused = try #require(one.records(as: .response).first)
    #expect(refused["status"]?.integer == 429 && refused["body"]?.string == "too many")
    let lost = try #require(two.records(as: .response).first)
    #expect(lost["error"]?["code"]?.string == "truncated")
    #expect(lost["error"]?["attempts"]?.integer == 2)
  }

  /// The cassette contains the attempts with credentials, and challenges as the server sent them.
  @Test func replaysDigestAuthentication() throws {
    let challenge = "Digest realm=\"example-realm\", nonce=\"nonce-of-server\", algorithm=MD5"
    let server = try LoopbackServer { request in
      if request[header: "authorization"] == nil || request.path == "/no" {
        return .status(401, "no", headers: ["WWW-Authenticate": challenge])
      }
      return request.hit == 2 ? .status(503) : .ok("in example-realm")
    }
    let req = try Tool("req")
    let words = ["--digest", "-u", "u:p", "--retry", "1", "--retry-delay", "1ms"]
    try req.run(words + ["--record", "tape", server.url("/")]).expect(exit: 0)
    try req.run(words + ["--record", "tape", server.url("/no")]).expect(exit: 22)

    for words in [words, ["--retry", "1"]] {
      let replayed = try req.run(words + ["--replay", "tape", server.url("/")]).expect(exit: 0)
      #expect(replayed.text == "in example-realm")
      try req.run(words + ["--replay", "tape", server.url("/no")]).expect(exit: 22)
    }

    let tape = try req.sandbox.text("tape")
    #expect(server.requestCount == 5 && tape.split(separator: "\n").count == 3)
    #expect(tape.contains(challenge.replacing("\"", with: "\\\"")))
  }

  private static func line(_ status: Int, attempt: Int = 1) -> String {
    let request = #""request":{"url":"http://h/"}"#
    return #"{\#(request),"response":{"status":\#(status),"attempts":\#(attempt)}}"# + "\n"
  }

  /// In a cassette, a retry belongs to the most recent attempt that could have caused it.
  @Test(arguments: [404, 503]) func replaysRetryAfterOlderFailure(older: Int) throws {
    let req = try Tool("req")
    try req.sandbox.write(
      "tape", Self.line(older) + Self.line(503) + Self.line(200, attempt: 2))

    let replayed = try req(
      "--replay", "tape", "--jobs", "1", "--retry", "1", stdin: "http://h/\nhttp://h/\n")

    #expect(replayed.records(as: .response).map { $0["status"]?.integer } == [older, 200])
  }
}
