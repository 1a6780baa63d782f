import TestSupport
import Testing

/// Runs each scenario of `Tests/Terminal/run`: tools on a pseudo-terminal with an emulated screen.
@Suite(.needs("python3", "less", "bash"), .requires(TerminalScript.hasEmulator, "needs pyte"))
struct TerminalScreenTests {
  @Test(arguments: TerminalScript.scenarios)
  func screenIsCorrect(scenario: String) throws {
    let result = try Sandbox().shell(
      "'\(TerminalScript.path)' --bin '\(Project.binaries)' \(scenario)")

    #expect(result.exit == 0, "\(result.text)")
    #expect(result.text == "ok \(scenario)\n")
  }

  @Test func scenariosAreListed() throws {
    let result = try Sandbox().shell("'\(TerminalScript.path)' --list").expect(exit: 0)

    #expect(result.lines == TerminalScript.scenarios)
    #expect(TerminalScript.scenarios.count > 10)
  }
}

private enum TerminalScript {
  static let path = "\(Project.root)/Tests/Terminal/run"

  static let hasEmulator =
    TextFile.read("\(Project.root)/.build/python/pyte/__init__.py") != nil

  /// The functions marked as scenarios, with dashes in their names.
  static let scenarios: [String] = {
    let lines = (TextFile.read(path) ?? "").split(
      separator: "\n", omittingEmptySubsequences: false)
    return zip(lines, lines.dropFirst()).compactMap { line, next in
      guard line == "@scenario", next.hasPrefix("def ") else { return nil }
      return String(next.dropFirst(4).prefix { $0 != "(" }.map { $0 == "_" ? "-" : $0 })
    }
  }()
}
