import Glibc
import TestSupport
import Testing

/// Shared, locked and unusable journals.
@Suite struct JournalSharingTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private static let tools: [(tool: String, arguments: [String])] = [
    ("req", []), ("imgfetch", ["--output-dir", "photos"]),
  ]

  private static func response(_ tool: String) -> Script {
    tool == "req" ? "ok" : .ok(SampleImage.png(width: 7, height: 5), type: "image/png")
  }

  private static func shape(_ tool: String) -> RecordShape { tool == "req" ? .response : .image }

  /// Takes the lock that a process holds while it writes.
  private func lock(_ name: String) throws -> Int32 {
    let file = try Descriptor.open("\(sandbox.work)/\(name)", O_RDWR)
    #expect(flock(file, LOCK_EX) == 0)
    return file
  }

  @Test(arguments: Self.tools) func processesShareAJournal(
    tool: String, arguments: [String]
  ) throws {
    let gate = try Gate()
    let server = try LoopbackServer { request in
      request.number > 20 ? Self.response(tool).behind(gate) : Self.response(tool)
    }
    let lines = (1...60).map { #"{"id":\#($0),"url":"\#(server.url("/\($0)"))"}"# }
    let options = arguments + ["--journal", "run.journal"]
    // All three run at the same time, each with its own items.
    let live = try (0..<3).map { number in
      try Tool(tool, in: sandbox).start(
        options, stdin: .lines(Array(lines[(20 * number)..<(20 * number + 20)])))
    }
    #expect(server.waitForRequests(21))
    gate.open()
    var records: [String] = []
    for process in live { records += try process.wait().expect(exit: 0).lines }
    #expect(server.requestCount == 60)

    let resumed = try Tool(tool, in: sandbox).run(
      options + ["--resume"], stdin: .lines(lines)
    ).expect(exit: 0)

    #expect(resumed.lines.sorted() == records.sorted() && records.count == 60)
    #expect(server.requestCount == 60)
  }

  @Test(arguments: Self.tools) func lockedJournalReportsEachItem(
    tool: String, arguments: [String]
  ) throws {
    let server = try LoopbackServer { _ in Self.response(tool) }
    let options = arguments + ["--journal", "run.journal"]
    let lines = [server.url("/a"), #"{"id":"b","url":"\#(server.url("/b"))"}"#]
    try Tool(tool, in: sandbox).run(options, stdin: .empty).expect(exit: 0)
    let file = try lock("run.journal")

    let result = try Tool(tool, in: sandbox).run(
      options + ["--wait", "10ms", "--resume", "--retry-errors"], stdin: .lines(lines))

    result.expect(exit: 75).expect(says: "run.journal", "in use", "--wait")
    let records = result.records(as: Self.shape(tool))
    #expect(records.map(\.code) == ["locked", "locked"] && records.map(\.ref) == ["1", #""b""#])
    #expect(records.allSatisfy { $0["error"]?["retryable"]?.boolean == true })
    #expect(records.first?["input"]?.string == server.url("/a") && server.requestCount == 0)

    // The records can be the input of a later run, which may wait for the lock.
    let waiting = try Tool(tool, in: sandbox).start(
      options + ["--wait", "30s", "--retry-errors"], stdin: .lines(result.lines))
    #expect(waiting.waitUntilOpen("run.journal"))
    close(file)
    let again = try waiting.wait().expect(exit: 0).records(as: Self.shape(tool))
    #expect(again.map(\.code) == [nil, nil] && server.requestCount == 2)
  }

  @Test(arguments: Self.tools) func unusableJournalReportsEachItem(
    tool: String, arguments: [String]
  ) throws {
    let server = try LoopbackServer.forbidden()
    try sandbox.write("notes", "my notes\n")
    let lines = ["/a", "/b", "/c"].map { server.url($0) }
    for (journal, status) in [("none/j", 23), (".", 23), ("notes", 65)] as [(String, Int32)] {
      let result = try Tool(tool, in: sandbox).run(
        arguments + ["--journal", journal, "--resume"], stdin: .lines(lines))
      let records = result.expect(exit: status).records(as: Self.shape(tool))
      #expect(records.map(\.code) == ["write", "write", "write"])
      #expect(records.allSatisfy { $0["error"]?["retryable"]?.boolean == true })
    }
    #expect(try sandbox.text("notes") == "my notes\n")
  }

  /// The runs of other shards print records for their own items.
  @Test(arguments: Self.tools) func otherShardsHaveNoRecords(
    tool: String, arguments: [String]
  ) throws {
    let result = try Tool(tool, in: sandbox).run(
      arguments + ["--journal", "none/j", "--shard", "2/2", "--shard-by", "line"],
      stdin: .lines((1...4).map { "http://h.example/\($0)" }))
    #expect(result.expect(exit: 23).records(as: Self.shape(tool)).map(\.ref) == ["2", "4"])
  }

  @Test(arguments: Self.tools) func journalBelongsToOneShard(
    tool: String, arguments: [String]
  ) throws {
    func run(_ shard: [String]) throws -> ToolResult {
      try Tool(tool, in: sandbox).run(
        arguments + ["--journal", "j", "--resume"] + shard, stdin: .lines(["x"]))
    }
    try run(["--shard", "1/2"]).expect(exit: 1)
    for other in [["--shard", "2/2"], ["--shard", "1/2", "--shard-by", "url"], []] {
      try run(other).expect(exit: 2).expect(says: "shard 1/2 host")
    }
  }
}
