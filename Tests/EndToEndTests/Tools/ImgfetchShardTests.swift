import TestSupport
import Testing

/// Shards of a list.
@Suite struct ImgfetchShardTests: ImgfetchSuite {
  let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  /// Each item is in one shard, and items with the same key share a shard.
  @Test(arguments: ["host", "url", "line"])
  func shardsAreDisjointAndComplete(criterion: String) throws {
    let lines = (0..<60).map { "http://host\($0 % 12).example/\($0 % 30)" }
    var parts: [[Record]] = []
    for shard in ["1/3", "2/3", "3/3"] {
      let options = ["--dry-run", "--summary", "--shard", shard, "--shard-by", criterion]
      let result = try Tool("imgfetch", in: sandbox).run(options, stdin: .lines(lines))
      parts.append(try parsedLines(result.expect(exit: 0)))
      let others = try summary(result)["outcomes"]?["other_shard"]?.integer
      #expect(others == 60 - (parts.last?.count ?? 0))
    }
    #expect(parts.allSatisfy { !$0.isEmpty })
    let refs = parts.flatMap { $0.map(\.ref) }
    #expect(refs.count == 60 && Set(refs).count == 60)
    let keys = parts.map { part in Set(part.map { key($0, criterion) }) }
    #expect(keys.reduce(0) { $0 + $1.count } == Set(keys.joined()).count)
  }

  private func key(_ record: Record, _ criterion: String) -> String {
    let url = record["url"]?.string ?? ""
    switch criterion {
    case "host": return url.split(separator: "/").dropFirst().first.map(String.init) ?? ""
    case "url": return url
    default: return record.ref
    }
  }

  /// Every line that is not blank or a comment belongs to one shard and is counted in the others.
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
      ["--shard", "0/3"], ["--shard", "4/3"], ["--shard", "1/0"], ["--shard", "3"],
      ["--shard", "-1/3"], ["--shard-by", "url"], ["--shard", "1/3", "--shard-by", "x"],
    ])
  func rejectsInvalidShards(options: [String]) throws {
    let result = try Tool("imgfetch", in: sandbox).run(options + ["http://127.0.0.1:1/"])
    result.expect(exit: 2).expect(says: "imgfetch: error")
    #expect(result.stdout.isEmpty)
  }
}
