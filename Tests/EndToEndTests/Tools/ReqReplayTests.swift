import TestSupport
import Testing

/// `--record` and `--replay`.
@Suite struct ReqReplayTests {
  @Test(arguments: [
    ["-F", "a=b"], ["-F", "a=b", "--boundary", "BBB"], ["-F", "f=@body"], ["f@body"],
    ["--json", "@body"], ["--json", #"{"a" : 1}"#], ["-d", "a=b"], ["a=b"],
  ])
  func matchesRecordedBody(words: [String]) throws {
    let server = try LoopbackServer { _ in "body" }
    let req = try Tool("req")
    try req.sandbox.write("body", "{\"x\": 1,\n \"y\": [ ]}\n")

    try req.run(["--record", "tape", server.url("/")] + words).expect(exit: 0)
    let again = try req.run(["--replay", "tape", server.url("/")] + words).expect(exit: 0)
    let other = try req.run(["--replay", "tape", server.url("/"), "-d", "other"])

    #expect(again.text == "body" && server.requestCount == 1)
    #expect(try req.sandbox.text("tape").split(separator: "\n").count == 1)
    other.expect(exit: 65)
  }

  /// A password that is sent in base64 is masked in plain text too.
  @Test(arguments: [["-u", "me:s3cret-word"], []])
  func masksPasswordInRecordedResponse(words: [String]) throws {
    let server = try LoopbackServer { _ in "you said s3cret-word" }
    let req = try Tool("req")
    let url =
      words.isEmpty ? server.url("/").replacing("//", with: "//me:s3cret-word@") : server.url

    try req.run(["--record", "tape"] + words + [url]).expect(exit: 0)

    #expect(try req.sandbox.text("tape").contains("you said REDACTED"))
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
      try fetch("--output-dir", "o", option, "tape", "--min-width", "99", server.url("/"))
        .expect(exit: 65).records(as: .image).map(\.code)
    }

    #expect(try run("--record") == ["image_rejected"])
    #expect(try run("--replay") == ["image_rejected"])
    let body = try Tool("req", in: fetch.sandbox)("--replay", "tape", server.url("/"))
    #expect(body.expect(exit: 0).stdout == image)
  }
}
