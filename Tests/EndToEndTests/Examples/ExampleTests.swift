import TestSupport
import Testing

/// What README.md and the man pages show is run as it stands. How to mark one: see `Example`.
@Suite struct ExampleTests {
  private static let manuals =
    (RecordShape.tools.map { "man/\($0).1" } + ["man/wireline-records.5", "man/wireline.7"])
    .filter { Project.path(ifExists: $0) != nil }

  private static let examples =
    read("README.md", ExampleReader.markdown) + manuals.flatMap { read($0, ExampleReader.manual) }

  private static func read(
    _ file: String, _ reader: (String, String) -> [Example]
  ) -> [Example] {
    reader(TextFile.read("\(Project.root)/\(file)") ?? "", file)
  }

  /// Those that a program is missing for, and which.
  private static let leftOut = examples.map { ($0, $0.missing(from: Sandbox.programFolders)) }
    .filter { !$0.1.isEmpty }
    .map { "\($0.0) needs \($0.1.joined(separator: ", "))" }

  @Test(arguments: examples.filter { $0.missing(from: Sandbox.programFolders).isEmpty })
  func exampleDoesWhatItPromises(example: Example) throws {
    let sandbox = try Sandbox()
    let world = try ExampleWorld(example.world, in: sandbox)

    let result = try sandbox.shell(
      world.script(example.script), environment: world.environment, timeout: .seconds(60))

    result.expect(exit: example.exit)
    #expect(example.unknownWords == [])
    for text in example.prints { #expect(result.text.contains(text), "\(result.story)") }
  }

  @Test func readmeHasATestedExample() {
    #expect(Self.examples.contains { $0.file == "README.md" })
  }

  @Test(.requires(leftOut.isEmpty, leftOut.joined(separator: "; ")))
  func noExampleIsLeftOut() {
    #expect(Self.leftOut == [])
  }

  @Test(arguments: manuals)
  func eachExampleOfAManualIsMarked(file: String) {
    let lines = Self.shown(in: file).split(separator: "\n")

    for (index, line) in lines.enumerated() where line.hasPrefix(".Dl") || line.hasPrefix(".Bd") {
      let before = index > 0 ? lines[index - 1] : ""
      let isMarked = [#".\" test"#, #".\" no test: "#, ".Dl"].contains { before.hasPrefix($0) }
      #expect(isMarked, "not marked in \(file): \(line)")
    }
  }

  /// What a page shows to be typed: all of section 7, EXAMPLES of the others.
  private static func shown(in file: String) -> Substring {
    let text = TextFile.read("\(Project.root)/\(file)") ?? ""
    if file.hasSuffix(".7") { return text[...] }
    let section = text.split(separator: ".Sh EXAMPLES\n").dropFirst().first ?? ""
    return section[..<(section.firstRange(of: "\n.Sh ")?.lowerBound ?? section.endIndex)]
  }
}
