import TestSupport
import Testing

/// Compares the options in `--help` with the manual pages.
///
/// A page documents the options of its tool in `.It Fl`. Shared options are documented in
/// wireline(7), and the list under "Shared options" in the page of each tool names them.
@Suite struct ManualOptionTests {
  private static let shared = Page("wireline.7")

  @Test(arguments: RecordShape.tools)
  func everyOptionIsDocumented(tool: String) throws {
    let page = Page("\(tool).1")
    let options = try Self.options(of: tool)

    #expect(!options.isEmpty)
    #expect(options.subtracting(page.documented).subtracting(page.named) == [])
  }

  @Test(arguments: RecordShape.tools)
  func everyDocumentedOptionExists(tool: String) throws {
    let page = Page("\(tool).1")

    #expect(try page.documented.union(page.named).subtracting(Self.options(of: tool)) == [])
  }

  @Test(arguments: RecordShape.tools)
  func sharedOptionsAreDocumentedOnce(tool: String) {
    let page = Page("\(tool).1")

    #expect(page.named.subtracting(Self.shared.documented) == [])
    #expect(page.named.intersection(page.documented) == [])
  }

  @Test func everySharedOptionIsNamedByATool() {
    let named = RecordShape.tools.reduce(into: Set()) { $0.formUnion(Page("\($1).1").named) }

    #expect(Self.shared.documented.subtracting(named) == [])
  }

  /// The options of a tool, those of all its commands included.
  private static func options(of tool: String) throws -> Set<String> {
    let help = try Tool(tool)("--help").expect(exit: 0).lines
    let commands = help.drop { $0 != "Commands:" }.dropFirst().prefix { !$0.isEmpty }
      .compactMap { $0.split(separator: " ").first.map(String.init) }
    let helps = try commands.map { try Tool(tool)($0, "--help").expect(exit: 0).lines }
    return Set((help + helps.flatMap(\.self)).flatMap(options(inHelp:)))
  }

  /// `  -k, --[no-]insecure       Do not …` yields `-k`, `--insecure` and `--no-insecure`.
  private static func options(inHelp line: String) -> [String] {
    let text = line.drop { $0 == " " }
    // Descriptions start further to the right.
    guard text.hasPrefix("-"), line.count - text.count <= 6 else { return [] }
    let words = text.prefix(while: { $0 != "<" }).split(separator: " ").prefix { $0.hasPrefix("-") }
    return words.flatMap { word in
      let name = word.prefix { $0 != "," && $0 != "=" }.split(separator: "[", maxSplits: 1)
      guard name.count == 2, name[1].hasPrefix("no-]") else { return [String(name[0])] }
      return ["--\(name[1].dropFirst(4))", "--no-\(name[1].dropFirst(4))"]
    }
  }
}

/// The options in a manual page, such as `-h` and `--help`.
private struct Page {
  /// Those that the page describes.
  let documented: Set<String>
  /// Those that the page refers to wireline(7) for.
  let named: Set<String>

  init(_ name: String) {
    let text = TextFile.read("\(Project.root)/man/\(name)") ?? ""
    let lines = text.split(separator: "\n")
    let list = lines.drop { $0 != ".Ss Shared options" }.prefix { $0 != ".El" }
    documented = Set(lines.filter { $0.hasPrefix(".It Fl ") }.flatMap(Self.flags))
    named = Set(list.filter { $0.hasPrefix(".Fl ") }.flatMap(Self.flags))
  }

  /// `.It Fl j Ar n , Fl -jobs Ar n` yields `-j` and `--jobs`.
  private static func flags(in line: Substring) -> [String] {
    var isFlag = false
    return line.split(separator: " ").compactMap { word in
      if word == "," { return nil }
      // Macros have two letters.
      let isMacro = word.hasPrefix(".") || word.count == 2 && word.first?.isUppercase == true
      if isMacro { isFlag = word.hasSuffix("Fl") }
      return isMacro || !isFlag ? nil : "-\(word)"
    }
  }
}
