import TestSupport
import Testing

/// Shards of a list.
@Suite struct ImgfetchShardTests: ImgfetchSuite {
  let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  /// Every line that is not blank or a comment belongs to one shard and is counted in the others.
  /// `ShardTests` have the other criteria.
  @Test(arguments: ["url"]) func everyLineBelongsToOneShard(by: String) throws {
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
      let summary = try result.summary()
      let others = try #require(summary["outcomes"]?["other_shard"]?.integer)
      #expect(others + records.count == 280)
      #expect(summary["items"]?.integer == 280 - passed)
    }
    let expected = lines.indices.filter {
      !lines[$0].allSatisfy { $0 == " " } && !lines[$0].hasPrefix("#") && lines[$0] != error
    }
    #expect(refs.compactMap { Int($0) }.sorted() == expected.map { $0 + 1 })
  }
}
