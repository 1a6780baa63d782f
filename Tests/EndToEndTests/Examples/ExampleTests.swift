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

  @Test(arguments: examples)
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

  @Test(arguments: manuals)
  func eachExampleOfAManualIsMarked(file: String) {
    let text = TextFile.read("\(Project.root)/\(file)") ?? ""
    let section = text.split(separator: ".Sh EXAMPLES\n").dropFirst().first ?? ""
    let lines = section.prefix(
      upTo: section.firstRange(of: "\n.Sh ")?.lowerBound ?? section.endIndex
    )
    .split(separator: "\n")

    for (index, line) in lines.enumerated() where line.hasPrefix(".Dl") || line.hasPrefix(".Bd") {
      let before = index > 0 ? lines[index - 1] : ""
      let isMarked = before.hasPrefix(#".\" test"#) || before.hasPrefix(".Dl")
      #expect(isMarked, "not marked in \(file): \(line)")
    }
  }
}
