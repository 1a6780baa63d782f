import TestSupport
import Testing

/// The promises of README.md besides its examples.
@Suite struct ReadmeTests {
  @Test func blocksAreMarked() {
    let fences = Readme.lines.indices.filter { Readme.lines[$0].hasPrefix("```") }
    for start in stride(from: 0, to: fences.count, by: 2).map({ fences[$0] }) {
      let mark = start > 0 ? Readme.lines[start - 1] : ""
      let isMarked = ["<!-- test", "<!-- no test: "].contains { mark.hasPrefix($0) }
      #expect(isMarked, "not marked: \(Readme.lines[start + 1])")
    }
  }

  /// `--version`, the changelog, this page and the manual name the same version.
  @Test func versionsAgree() throws {
    let named = try Sandbox().shell(
      """
      cd '\(Project.root)'; sed -n 's/^## \\[\\(.*\\)\\].*/\\1/p' CHANGELOG.md | head -n 1
      grep -ohE '(releases/|wireline[-_/])[0-9][0-9.]*[0-9]' README.md man/* | sed 's/.*[-_/]//'
      """
    ).expect(exit: 0).lines

    #expect(named.count > 3 && Set(named).count == 1, "\(named)")
    for tool in RecordShape.tools {
      let version = try Tool(tool)("--version").expect(exit: 0).expectSilence().text
      #expect(version == "\(tool) \(named.first ?? "") (wireline)\n")
    }
  }

  @Test func demoPrintsSameTranscripts() throws {
    let sandbox = try Sandbox()
    let run = Tool(path: "\(Project.root)/Tests/Demo/run", in: sandbox)

    let demo = try run(Project.binaries, "\(sandbox.work)/demo").expect(exit: 0)

    for example in Readme.examples where example.world == .demo {
      let block = Readme.lines[example.line...].dropFirst().prefix { $0 != "```" }
      let transcript = block.map { "  \($0)\n" }.joined()
      #expect(demo.text.contains(transcript), "\(example) differs from the demo:\n\(demo.text)")
    }
  }

  /// The lines that are visible at the start contain a record.
  @Test func pictureBeginsWithOutput() throws {
    let picture = try #require(TextFile.read("\(Project.root)/Tests/Demo/demo.svg"))
    let first = picture.matches(of: /@keyframes (l\d+)\{0%\{visibility:hidden\}0\.00%/).map(\.1)

    #expect(
      picture.split(separator: "\n").contains { line in
        line.contains("&quot;error&quot;:") && first.contains { line.contains("id=\"\($0)\"") }
      })
  }

  /// Each time relative to another tool is in a row of the linked results.
  @Test func benchmarkFiguresAreMeasured() throws {
    let link = try #require(
      Readme.lines.compactMap { $0.firstMatch(of: /\]\((.*results[^)]*)\)/) }.first)
    let results = TextFile.read("\(Project.root)/\(link.1)")?.split(separator: "\n") ?? []
    let rows = Readme.lines.drop { !$0.hasPrefix("| task |") }.dropFirst(2)
      .prefix { $0.hasPrefix("|") }

    #expect(rows.count > 5)
    for row in rows {
      let tail = row.split(separator: "|").last.map { "|\($0)|" } ?? ""
      let head = row.dropLast(tail.count)
      #expect(results.contains { $0.hasPrefix(head) && $0.contains(tail) }, "\(row)")
    }
  }
}

/// 500 URLs, of which 71 fail: 36 once, the others always.
@Suite struct RetryRecipeTests {
  private static let failing = (1...500).filter { $0 % 7 == 0 }
  private static let gone = failing.filter { $0 % 2 == 0 }

  private let server: LoopbackServer
  private let sandbox: Sandbox

  init() throws {
    server = try LoopbackServer { request in
      let number = Int(request.path.dropFirst()) ?? 0
      if Self.gone.contains(number) { return .status(404, "gone") }
      guard Self.failing.contains(number) else { return .ok(request.path) }
      return .sequence(.status(503, "later"), .ok(request.path))
    }
    sandbox = try Sandbox()
    try sandbox.write("urls.txt", (1...500).map { server.url("/\($0)\n") }.joined())
  }

  @Test(arguments: [
    ("req --retry-errors < old.jsonl", 36, 0), ("req --retry-errors=all < old.jsonl", 71, 1),
    ("req --retry-errors=http_status < old.jsonl", 71, 1),
    ("req --journal j --resume --retry-errors < urls.txt", 36, 1),
    ("req --journal j --resume --retry-errors=all < urls.txt", 71, 1),
  ])
  func sendsFailuresAgainAndKeepsOtherRecords(again: String, sent: Int, exit: Int32) throws {
    try sandbox.shell("req --retry 0 --journal j < urls.txt > old.jsonl").expect(exit: 1)
    let old = try sandbox.text("old.jsonl").split(separator: "\n").map(String.init)
    #expect(server.requestCount == 500)
    #expect(old.count { $0.hasPrefix(#"{"error":"#) } == 71)

    let new = try sandbox.shell(again).expect(exit: exit).records(as: .response)

    #expect(server.requestCount == 500 + sent)
    #expect(new.map(\.ref) == (1...500).map(String.init))
    #expect(new.filter(\.isError).map { Int($0.ref) ?? 0 } == Self.gone)
    #expect(
      new.map { $0["status"]?.integer } == (1...500).map { Self.gone.contains($0) ? 404 : 200 })
    let changed = zip(1..., zip(new, old)).filter { $1.0.line != $1.1 }.map(\.0)
    #expect(Set(changed).isSubset(of: Self.failing))
  }
}

enum Readme {
  static let lines = (TextFile.read("\(Project.root)/README.md") ?? "")
    .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)

  static let examples = ExampleReader.markdown(lines.joined(separator: "\n"), file: "README.md")
}
