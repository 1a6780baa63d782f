import TestSupport
import Testing

/// Shards of a list.
@Suite struct ImgfetchShardTests {
  private let sandbox: Sandbox
  private static let png = SampleImage.png(width: 7, height: 5)
  private static let picture = Script.ok(png, type: "image/png")

  init() throws { sandbox = try Sandbox() }

  private func fetch(
    _ arguments: String..., stdin: ToolInput = .empty, environment: [String: String] = [:]
  ) throws -> ToolResult {
    try Tool("imgfetch", in: sandbox).run(
      ["--output-dir", "photos"] + arguments, stdin: stdin, environment: environment)
  }

  /// The records of a plan.
  private func plan(_ result: ToolResult) throws -> [Record] {
    try result.lines.map { line throws(StrictJSONError) in try Record(line) }
  }

  private func summary(_ result: ToolResult) throws -> StrictJSON {
    let line = try #require(result.messageLines.first { $0.hasPrefix(#"{"summary""#) })
    return try #require(StrictJSON(line)["summary"])
  }

  /// Each item is in one shard, and items with the same key share a shard.
  @Test(arguments: ["host", "url", "line"])
  func shardsAreDisjointAndComplete(criterion: String) throws {
    let lines = (0..<60).map { "http://host\($0 % 12).example/\($0 % 30)" }
    var parts: [[Record]] = []
    for shard in ["1/3", "2/3", "3/3"] {
      let options = ["--dry-run", "--summary", "--shard", shard, "--shard-by", criterion]
      let result = try Tool("imgfetch", in: sandbox).run(options, stdin: .lines(lines))
      parts.append(try plan(result.expect(exit: 0)))
      let others = try summary(result)["outcomes"]?["other_shard"]?.integer
      #expect(others == 60 - (parts.last?.count ?? 0))
    }
    #expect(parts.allSatisfy { !$0.isEmpty })
    let refs = parts.flatMap { $0.map(\.ref) }
    #expect(refs.count == 60 && Set(refs).count == 60)
    let keys = parts.map { part in Set(part.map { key($0, criterion) }) }
    #expect(keys.reduce(0) { $0 + $1.count } == Set(keys.joined()).count)
  }

  /// Twenty hosts of very different sizes, in lines of every form, among three processes.
  @Test(arguments: ["imgfetch", "req"]) func balancedShardsHaveSimilarSizes(
    tool: String
  ) throws {
    var lines: [String] = []
    for host in 1...20 {
      for item in 0..<(400 / host) {
        let url = "http://h\(host).example/\(item)"
        lines.append(item % 3 == 0 ? #"{"url":"\#(url)","x":1}"# : url)
      }
    }
    // Lines that must be parsed: a host that was counted, and others.
    lines += ["http://H1.example/x", "http://10.0.0.1/x", "http://h3.example:80/x"]
    let list = try sandbox.write("list", lines.joined(separator: "\n") + "\n")
    var hosts: [Set<Substring>] = []
    var counts: [Int] = []
    for index in 1...3 {
      let result = try Tool(tool, in: sandbox).run(
        ["--build", "--shard", "\(index)/3", "--shard-by", "host-balanced"], stdin: .file(list))
      let urls = try result.expect(exit: 0).lines.map { line in
        try #require(StrictJSON(line)["url"]?.string)
      }
      counts.append(urls.count)
      hosts.append(Set(urls.map { $0.split(separator: "/")[1].split(separator: ":")[0] }))
    }
    #expect(counts.reduce(0, +) == lines.count)
    #expect(hosts.reduce(0) { $0 + $1.count } == 21 && Set(hosts.joined()).count == 21)
    #expect((counts.max() ?? 0) - (counts.min() ?? 0) <= 20, "\(counts)")
  }

  /// Shards of a changed list would not cover the list.
  @Test func balancedShardsRequireUnchangedFile() throws {
    let server = try LoopbackServer { _ in Self.picture }
    let lines = ["http://a.example/", "http://b.example/"]
    let options = ["--output-dir", "photos", "--shard", "1/2", "--shard-by", "host-balanced"]
    let imgfetch = try Tool("imgfetch", in: sandbox)
    try imgfetch.run(options, stdin: .lines(lines)).expect(exit: 2).expect(
      says: "so it must be a file")
    try imgfetch.run(options + lines).expect(exit: 2).expect(says: "one URL per item")
    try imgfetch.run(options + ["--photos"], stdin: .file("/dev/null")).expect(exit: 2)
    let packed = try sandbox.write("list.gz", [0x1F, 0x8B, 8, 0])
    try imgfetch.run(options, stdin: .file(packed)).expect(exit: 2).expect(says: "gzip")

    let journaled = options + ["--journal", "j", "--proxy", server.url("")]
    let list = try sandbox.write("list", lines.joined(separator: "\n"))
    #expect(try imgfetch.run(journaled, stdin: .file(list)).expect(exit: 0).lines.count == 1)
    try sandbox.write("list", "http://a.example/\nhttp://c.example/\n")
    try imgfetch.run(journaled + ["--resume"], stdin: .file(list))
      .expect(exit: 2).expect(says: "belongs to shard 1/2 host-balanced:")
  }

  private func key(_ record: Record, _ criterion: String) -> String {
    let url = record["url"]?.string ?? ""
    switch criterion {
    case "host": return url.split(separator: "/").dropFirst().first.map(String.init) ?? ""
    case "url": return url
    default: return record.ref
    }
  }

  /// Every line that is not blank or a comment belongs to one shard and is counted in the others,
  /// whether it was parsed or not.
  @Test(arguments: ["host", "url", "line"]) func everyLineBelongsToOneShard(by: String) throws {
    let error = #"{"error":{"code":"dns","message":"m","tool":"req","retryable":true},"ref":4}"#
    let lines = (0..<40).flatMap { number in
      [
        "http://h\(number).example/a", "", "# comment", "http://H\(number).example:81/a",
        #"{"url":"http://h\#(number).example/b","x":[1]}"#,
        #"{"url":"http://h\#(number).example/"}"#,
        "{", error, "  ", #""http://h\#(number).example/c""#,
      ]
    }
    var refs: [String] = []
    for shard in 1...3 {
      let options = ["--build", "--summary", "--shard", "\(shard)/3", "--shard-by", by]
      let result = try Tool("imgfetch", in: sandbox).run(options, stdin: .lines(lines))
      let records = try result.lines.map { line throws(StrictJSONError) in try StrictJSON(line) }
      let passed = records.count { $0["error"]?["tool"]?.string == "req" }
      refs += records.filter { $0["error"]?["tool"]?.string != "req" }.map {
        ($0["id"] ?? $0["ref"])?.text ?? ""
      }
      let summary = try summary(result)
      let others = try #require(summary["outcomes"]?["other_shard"]?.integer)
      #expect(others + records.count == 280)
      #expect(summary["items"]?.integer == 280 - passed)
    }
    let expected = lines.indices.filter {
      !lines[$0].allSatisfy { $0 == " " } && !lines[$0].hasPrefix("#") && lines[$0] != error
    }
    #expect(refs.compactMap { Int($0) }.sorted() == expected.map { $0 + 1 })
  }

  @Test func shardsByHostByDefault() throws {
    let server = try LoopbackServer { _ in Self.picture }
    let lines = (1...6).map { server.url("/\($0)") }

    let byHost = try ["1/2", "2/2"].map { try fetch("--shard", $0, stdin: .lines(lines)) }
    let byLine = try fetch("--shard", "2/2", "--shard-by", "line", stdin: .lines(lines))

    #expect(byHost.map { $0.expect(exit: 0).records(as: .image).count }.sorted() == [0, 6])
    #expect(byLine.expect(exit: 0).records(as: .image).map(\.ref) == ["2", "4", "6"])
    #expect(server.requestCount == 6)
  }

  @Test(
    arguments: [
      ("auto", ["SLURM_ARRAY_TASK_ID": "2", "SLURM_ARRAY_TASK_COUNT": "3"], "2"),
      (
        "auto/3",
        [
          "SLURM_ARRAY_TASK_ID": "3", "SLURM_ARRAY_TASK_COUNT": "1", "SLURM_ARRAY_TASK_MIN": "3",
          "SLURM_ARRAY_TASK_MAX": "3",
        ], "3"
      ), ("auto", ["JOB_COMPLETION_INDEX": "0", "JOB_COMPLETIONS": "3"], "1"),
      ("auto/3", ["PBS_ARRAY_INDEX": "1"], "1"),
    ])
  func readsShardFromScheduler(option: String, environment: [String: String], ref: String) throws {
    let lines = (1...3).map { "http://host.example/\($0)" }

    let result = try fetch(
      "--dry-run", "--shard", option, "--shard-by", "line", stdin: .lines(lines),
      environment: environment)

    #expect(try plan(result.expect(exit: 0)).map(\.ref) == [ref])
  }

  @Test(
    arguments: [
      (["--shard", "0/3"], [:]), (["--shard", "4/3"], [:]), (["--shard", "1/0"], [:]),
      (["--shard", "3"], [:]), (["--shard", "-1/3"], [:]), (["--shard-by", "url"], [:]),
      (["--shard", "1/3", "--shard-by", "x"], [:]), (["--shard", "auto"], [:]),
      (["--shard", "auto"], ["SLURM_ARRAY_TASK_ID": "1"]),
      (["--shard", "auto"], ["JOB_COMPLETION_INDEX": "3", "JOB_COMPLETIONS": "3"]),
      (
        ["--shard", "auto"],
        [
          "SLURM_ARRAY_TASK_ID": "3", "SLURM_ARRAY_TASK_COUNT": "1", "SLURM_ARRAY_TASK_MIN": "3",
          "SLURM_ARRAY_TASK_MAX": "3",
        ]
      ),
    ] as [([String], [String: String])])
  func rejectsInvalidShards(options: [String], environment: [String: String]) throws {
    let tool = try Tool("imgfetch", in: sandbox)
    let result = try tool.run(options + ["http://127.0.0.1:1/"], environment: environment)
    result.expect(exit: 2).expect(says: "imgfetch: error")
    #expect(result.stdout.isEmpty)
  }
}
