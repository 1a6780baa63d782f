import Testing

@testable import WirelineCore

@Suite struct HelpLineTests {
  private static let agent = OptionDeclaration("user-agent", .value("text"), "who asks")
  private static let header = OptionDeclaration("header", .list("name: value"), "a field")
  private static let insecure = OptionDeclaration(
    "insecure", .flag(inverse: "no-insecure"), "trust all")
  private static let cache = OptionDeclaration("cache", .flag(inverse: nil), "keep it")
  private static let own = OptionDeclaration("output", .value("file"), "where to", short: "o")
  private static let codes = OptionDeclaration(
    "retry-errors", .optionalValue("codes", bare: "all"), "again")

  private static let column = String(repeating: " ", count: 26)

  static let lines: [(OptionDeclaration, String, String)] = [
    (agent, "  --user-agent <text>     who asks", "  -K, --user-agent <text> who asks"),
    (header, "  --header <name: value>  a field", "  -K, --header <name: value>\n\(column)a field"),
    (insecure, "  --insecure/--no-insecure", "  -K, --insecure/--no-insecure"),
    (cache, "  --cache                 keep it", "  -K, --cache             keep it"),
    (own, "  -o, --output <file>     where to", "  -K, --output <file>     where to"),
    (codes, "  --retry-errors <codes>  again", "  -K, --retry-errors[=<codes>]\n\(column)again"),
    (codes, "  --retry-errors <codes>", "  -K, --retry-errors[=<codes>]"),
  ]

  @Test(arguments: lines)
  func aLineGetsAllLetters(option: OptionDeclaration, line: String, expected: String) {
    #expect(HelpLine(line[...], of: option)?.text(letters: ["K"]) == expected)
  }

  @Test(
    arguments: [
      (cache, "  --cache-ttl <time>      the same"), (cache, "--cache"), (cache, ""),
      (cache, "\(column)--cache is on"), (agent, "  --user-agent"), (own, "  --output <file>"),
    ])
  func otherLinesAreNone(option: OptionDeclaration, line: String) {
    #expect(HelpLine(line[...], of: option) == nil)
  }
}
