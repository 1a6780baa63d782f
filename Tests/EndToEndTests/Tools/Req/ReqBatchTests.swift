import TestSupport
import Testing

/// `req` streams with a journal and with shards.
@Suite struct ReqBatchTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private func req(_ arguments: String..., stdin: ToolInput = .empty) throws -> ToolResult {
    try Tool("req", in: sandbox).run(["--journal", "run.journal"] + arguments, stdin: stdin)
  }

  @Test func resumePrintsFinishedRecordsAgain() throws {
    let server = try LoopbackServer { .ok(json: #"{"path":"\#($0.path)"}"#) }
    let lines = [
      server.url("/a"), #"{"id":"x","url":"\#(server.url("/b"))","n":[1]}"#,
      #"{"url":"\#(server.url("/c"))","method":"POST","json":{"k":1}}"#, "bad",
    ]
    let first = try req("--copy", "n", stdin: .lines(lines)).expect(exit: 1)
    #expect(first.lines.count == 4 && server.requestCount == 3)

    let second = try req("--copy", "n", "--resume", "--summary", stdin: .lines(lines))

    #expect(second.expect(exit: 1).text == first.text)
    #expect(server.requestCount == 3)
    second.expect(says: #""resumed":3"#)
    #expect(sandbox.directory.permissions("work/run.journal") == 0o600)
    // Without --resume all requests are sent again.
    try req(stdin: .lines(lines)).expect(exit: 1)
    #expect(server.requestCount == 6)
  }

  /// A request with another method or body is another item.
  @Test func changedRequestIsSentAgain() throws {
    let server = try LoopbackServer { _ in "ok" }
    func line(_ rest: String) -> String { #"{"id":1,"url":"\#(server.url("/a"))"\#(rest)}"# }
    let lines = ["", #","method":"PUT""#, #","method":"PUT","body":"1""#].map(line)
    for line in lines { try req("--resume", stdin: .lines([line])).expect(exit: 0) }
    #expect(server.requestCount == 3)
    for line in lines { try req("--resume", stdin: .lines([line])).expect(exit: 0) }
    #expect(server.requestCount == 3)
  }

  @Test func missingBodyFileIsFetchedAgain() throws {
    let server = try LoopbackServer { _ in "ok" }
    let line = #"{"url":"\#(server.url("/a"))","output":"a.txt"}"#
    for _ in 1...2 { try req("--resume", stdin: .lines([line])).expect(exit: 0) }
    #expect(server.requestCount == 1)
    try sandbox.shell("rm a.txt").expect(exit: 0)
    try req("--resume", stdin: .lines([line])).expect(exit: 0)
    #expect(server.requestCount == 2 && sandbox.exists("a.txt"))
  }

  /// One host is one shard.
  @Test func noticesEmptyShard() throws {
    let lines = (1...9).map { "http://h.example/\($0)" }
    let results = try [1, 2].map { shard in
      try Tool("req", in: sandbox)(
        "--build", "--shard", "\(shard)/2", stdin: .lines(lines)
      ).expect(exit: 0)
    }

    #expect(Set(results.map(\.lines.count)) == [0, 9])
    for result in results {
      let notice = "req: all 9 items belong to other shards, see --shard-by\n"
      #expect(result.messages == (result.lines.isEmpty ? notice : ""))
    }
  }

  /// A shard in the configuration does not apply to a single request or to responses.
  @Test func configuredShardAppliesToStreamsOnly() throws {
    try sandbox.directory.write(
      "home/config/wireline/config.json", #"{"req":{"shard":"2/2","shard_by":"line"}}"#)
    let server = try LoopbackServer { _ in "ok" }
    let tool = try Tool("req", in: sandbox)
    #expect(try tool.run([server.url("/a")]).expect(exit: 0).text == "ok")
    let lines = ["/a", "/b"].map { server.url($0) }
    let stream = try tool.run([], stdin: .lines(lines)).expect(exit: 0)
    #expect(stream.records(as: .response).map(\.ref) == ["2"])
    try tool.run(["--parse"], stdin: .lines(stream.lines)).expect(exit: 0)
    #expect(server.requestCount == 2)
  }

  /// Secrets on the command line or in a URL are not written to the journal.
  @Test func journalContainsNoSecrets() throws {
    let server = try LoopbackServer { _ in "ok" }
    let url = server.url("/a").replacing("://", with: "://ann:hush7@")
    try req("-H", "Authorization: Bearer t0psecret", stdin: .lines([server.url("/b"), url]))
      .expect(exit: 0)
    let text = try sandbox.text("run.journal")
    #expect(!text.contains("t0psecret") && !text.contains("hush7") && text.contains("/b"))
  }
}
