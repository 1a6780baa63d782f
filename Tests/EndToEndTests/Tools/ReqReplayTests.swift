import TestSupport
import Testing

/// What is recorded is found again.
@Suite struct ReqReplayTests {
  @Test(arguments: [
    ["-F", "a=b"], ["-F", "a=b", "--boundary", "BBB"], ["-F", "f=@body"], ["f@body"],
    ["--json", "@body"], ["--json", #"{"a" : 1}"#], ["-d", "a=b"], ["a=b"],
  ])
  func aBodyIsKnownAgain(words: [String]) throws {
    let server = try LoopbackServer { _ in "answer" }
    let req = try Tool("req")
    try req.sandbox.write("body", "{\"x\": 1,\n \"y\": [ ]}\n")

    try req.run(["--record", "tape", server.url("/")] + words).expect(exit: 0)
    let again = try req.run(["--replay", "tape", server.url("/")] + words).expect(exit: 0)
    let other = try req.run(["--replay", "tape", server.url("/"), "-d", "other"])

    #expect(again.text == "answer" && server.requestCount == 1)
    #expect(try req.sandbox.text("tape").split(separator: "\n").count == 1)
    other.expect(exit: 65)
  }

  /// A password that is sent in base64 is a secret as it stands, too.
  @Test(arguments: [["-u", "me:s3cret-word"], []])
  func aPasswordThatTheAnswerRepeatsIsMasked(words: [String]) throws {
    let server = try LoopbackServer { _ in "you said s3cret-word" }
    let req = try Tool("req")
    let url =
      words.isEmpty ? server.url("/").replacing("//", with: "//me:s3cret-word@") : server.url

    try req.run(["--record", "tape"] + words + [url]).expect(exit: 0)

    #expect(try req.sandbox.text("tape").contains("you said REDACTED"))
  }
}
