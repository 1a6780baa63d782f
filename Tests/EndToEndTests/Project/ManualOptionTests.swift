import TestSupport
import Testing

/// Compares the options in `--help` with the manual pages.
///
/// The page of a tool describes all its options in `.It Fl`. Those that it shares with other tools
/// are in a list that `.ci/shared-options` writes; wireline-options(7) describes them in full.
@Suite struct ManualOptionTests {
  private static let options = Page("wireline-options.7")

  @Test(arguments: RecordShape.tools)
  func everyOptionIsDocumented(tool: String) throws {
    let page = Page("\(tool).1")
    let options = try Self.options(of: tool)

    #expect(!options.isEmpty)
    #expect(options.subtracting(page.own).subtracting(page.shared) == [])
  }

  @Test(arguments: RecordShape.tools)
  func everyDocumentedOptionExists(tool: String) throws {
    let page = Page("\(tool).1")

    #expect(try page.own.union(page.shared).subtracting(Self.options(of: tool)) == [])
  }

  @Test(arguments: RecordShape.tools)
  func sharedOptionsAreDescribedInFull(tool: String) {
    let page = Page("\(tool).1")

    #expect(page.shared.subtracting(Self.options.own) == [])
    #expect(page.shared.intersection(page.own) == [])
  }

  @Test func everySharedOptionBelongsToATool() {
    let shared = RecordShape.tools.reduce(into: Set()) { $0.formUnion(Page("\($1).1").shared) }

    #expect(Self.options.own.subtracting(shared) == [])
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

/// The options that a manual page describes, such as `-h` and `--help`.
private struct Page {
  let own: Set<String>
  /// The options in the list that `.ci/shared-options` writes.
  let shared: Set<String>

  init(_ name: String) {
    let text = TextFile.read("\(Project.root)/man/\(name)") ?? ""
    let lines = text.split(separator: "\n")
    let isList = { (line: Substring) in line.hasPrefix(#".\" Begin of the list"#) }
    let list = lines.drop { !isList($0) }.prefix { $0 != ".El" }
    own = Self.options(in: lines.prefix { !isList($0) } + lines.dropFirst(list.endIndex))
    shared = Self.options(in: list)
  }

  private static func options(in lines: ArraySlice<Substring>) -> Set<String> {
    Set(lines.filter { $0.hasPrefix(".It Fl ") }.flatMap(flags))
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
