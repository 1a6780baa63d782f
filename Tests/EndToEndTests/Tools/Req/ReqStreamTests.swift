import TestSupport
import Testing

/// `req < requests.jsonl`: one record per line, including failures.
@Suite struct ReqStreamTests {
  private func run(_ lines: [String], _ arguments: String...) throws -> [Record] {
    let result = try Tool("req").run(arguments, stdin: .lines(lines))
    #expect(result.exit != nil, "\(result.story)")
    return result.records(as: .response)
  }

  @Test func embedsBodiesByType() throws {
    let server = try LoopbackServer([
      "/json": .ok(json: "{ \"a\" : [1.50, \"\\u00e9\"] }"), "/text": "some text",
      "/bytes": .ok([0xff, 0], type: "application/octet-stream"), "/none": .status(204),
      "/broken": .ok(json: "{"),
    ])

    let records = try run(
      ["/json", "/text", "/bytes", "/none", "/broken"].map { #"{"url":"\#(server.url($0))"}"# })

    #expect(records.map { $0["status"]?.integer } == [200, 200, 200, 204, 200])
    #expect(records[0]["json"]?.text == #"{"a":[1.50,"\u00e9"]}"#, "white space goes, no more")
    #expect(records[1]["body"]?.string == "some text")
    #expect(records[2]["body_base64"]?.string == "/wA=")
    #expect(records[3]["body"] == nil && records[3]["bytes"]?.integer == 0)
    #expect(records[4]["body"]?.string == "{", "a body that is no JSON is text")
    #expect(records[1]["headers"]?["content-type"]?.string == "text/plain; charset=utf-8")
    #expect(records[1]["bytes"]?.integer == 9)
    #expect(records[1]["attempts"]?.integer == 1)
  }

  /// `-s` as in curl, for a download and for a stream.
  @Test(arguments: [["-o", "file"], []])
  func showsProgressUnlessSilent(words: [String]) throws {
    let server = try LoopbackServer(["/": "x"])
    let req = try Tool("req")
    func run(_ more: String...) throws -> ToolResult {
      let url = words.isEmpty ? [] : [server.url("/")]
      return try req.run(
        ["--progress", "json"] + words + more + url, stdin: .lines([server.url("/")])
      ).expect(exit: 0)
    }

    let shown = try run()
    #expect(shown.messages.contains(#"{"progress":{"tool":"req","done":1,"failed":0,"#))
    #expect(try run("-s").messages == "")
  }
}
