import TestSupport
import Testing

/// Runs the examples of README.md and the manual pages, and compares the output that the pages show
/// with what the tools print. `Example` describes how to mark them.
@Suite struct ExampleTests {
  private static let manuals =
    RecordShape.tools.map { "man/\($0).1" } + [
      "man/wireline-records.5", "man/wireline.7", "man/wireline-cookbook.7",
      "man/wireline-options.7", "man/req-curl.7",
    ]

  private static let examples =
    Readme.examples + manuals.flatMap { ExampleReader.manual(text(of: $0), file: $0) }

  private static func text(of file: String) -> String {
    TextFile.read("\(Project.root)/\(file)") ?? ""
  }

  /// The examples that need a missing program.
  private static let leftOut = examples.map { ($0, $0.missing(from: Sandbox.programFolders)) }
    .filter { !$0.1.isEmpty }
    .map { "\($0.0) needs \($0.1.joined(separator: ", "))" }

  @Test(arguments: examples.filter { $0.missing(from: Sandbox.programFolders).isEmpty })
  func exampleWorks(example: Example) throws {
    let sandbox = try Sandbox()
    let world = try ExampleWorld(example.world, in: sandbox)
    let redirection = example.output.isEmpty ? "" : "exec 2>&1\n"

    let result = try sandbox.shell(
      redirection + world.script(example.script), environment: world.environment)

    result.expect(exit: example.exit)
    #expect(example.unknownWords == [])
    for text in example.prints { #expect(result.text.contains(text), "\(result.story)") }
    if example.output.isEmpty { return }
    let printed = result.lines.map(world.documented)
    #expect(printed.count == example.output.count, "\(result.story)")
    for (shown, line) in zip(example.output, printed) {
      #expect(Example.matches(shown, line), "\(example) shows: \(shown)\nprinted: \(line)")
    }
  }

  @Test(.requires(leftOut.isEmpty, leftOut.joined(separator: "; ")))
  func runsAllExamples() {
    #expect(Self.leftOut == [] && Self.examples.count > 80)
  }

  @Test(arguments: manuals)
  func examplesOfManualsAreMarked(file: String) {
    let lines = Self.linesWithCommands(in: file)

    for (index, line) in lines.enumerated() where line.hasPrefix(".Dl") || line.hasPrefix(".Bd") {
      let before = index > 0 ? lines[index - 1] : ""
      let isMarked = [#".\" test"#, #".\" output"#, #".\" no test: "#, ".Dl"]
        .contains { before.hasPrefix($0) }
      #expect(isMarked, "not marked in \(file): \(line)")
    }
  }

  /// The lines with commands to type: all of section 7, "Common uses" and EXAMPLES of other pages.
  private static func linesWithCommands(in file: String) -> [Substring] {
    let lines = text(of: file).split(separator: "\n")
    if file.hasSuffix(".7") { return lines }
    return [".Ss Common uses", ".Sh EXAMPLES"].flatMap { heading in
      lines.drop { $0 != heading }.dropFirst().prefix { !$0.hasPrefix(".S") }
    }
  }
}
