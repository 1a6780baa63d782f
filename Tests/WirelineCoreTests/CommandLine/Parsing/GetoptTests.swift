import TestSupport
import Testing

@testable import WirelineCore

/// Compares the scanner with Python's `getopt.gnu_getopt`, which follows getopt_long(3).
@Suite(.needs("python3"))
struct GetoptTests {
  /// Options with and without values, operands, and errors. Omits the two differences: abbreviated
  /// names, and `-n=5`, which means 5 here.
  private static let words = [
    "a", "b c", "", "-", "--", "-n", "3", "-n3", "-n-3", "-Mn4", "-Mqv", "-M", "-qvvM", "-t", "-tx",
    "-Mtx", "--limit", "--limit=4", "--limit=", "--limit=-M", "--limit==", "--mark", "--no-mark",
    "--tag", "--tag=é", "--tag=--", "--quiet", "--verbose", "--verbose=1", "--mark=", "--unknown",
    "--unknown=1", "-z", "-Mz", "-é",
  ]

  private static let script = """
    import getopt, json, sys
    names = ["limit=", "mark", "no-mark", "tag=", "quiet", "verbose"]
    letters = {"-n": "--limit", "-M": "--mark", "-t": "--tag", "-q": "--quiet", "-v": "--verbose"}
    for line in sys.stdin:
        try:
            options, operands = getopt.gnu_getopt(json.loads(line), "n:Mt:qv", names)
            print(json.dumps([[letters.get(n, n) + "=" + v for n, v in options], operands]))
        except getopt.GetoptError:
            print("null")
    """

  @Test func agreesOnAThousandCommandLines() throws {
    var generator = SeededGenerator(seed: 20)
    let lines = (0..<1000).map { _ in
      (0..<Int.random(in: 0...8, using: &generator)).map { _ in
        Self.words[Int.random(in: 0..<Self.words.count, using: &generator)]
      }
    }
    let table = OptionTable(SampleTool.options)
    let sandbox = try Sandbox()
    try sandbox.write("compare.py", Self.script)
    try sandbox.write("lines", lines.map { Self.json($0) + "\n" }.joined())

    let replies = try sandbox.shell("PYTHONIOENCODING=utf-8 python3 compare.py <lines")
      .expect(exit: 0).lines

    try #require(replies.count == lines.count)
    var accepted = 0
    for (line, reply) in zip(lines, replies) {
      let scan = ArgumentScan(line, table)
      if reply == "null" {
        #expect(scan.error != nil, "\(line)")
        continue
      }
      let expected = try StrictJSON(reply)
      #expect(scan.error == nil, "\(line)")
      #expect(
        scan.occurrences.map { "--\($0.name)=\($0.value ?? "")" }
          == expected[0]?.elements.map { $0.string ?? "" }, "\(line)")
      #expect(scan.operands == expected[1]?.elements.map { $0.string ?? "" }, "\(line)")
      accepted += 1
    }
    #expect(accepted > 200)
  }

  private static func json(_ words: [String]) -> String {
    var writer = JSONWriter()
    writer.beginObject()
    writer.field("words", words)
    writer.endObject()
    return String(String(decoding: writer.bytes, as: UTF8.self).dropFirst(9).dropLast())
  }
}
