import TestSupport
import Testing

/// Hostile names in responses.
@Suite struct YelpNameTests {
  private static let red = "\u{1B}[38;2;211;35;35m"
  private static let hostile = [
    "a\u{1B}[31mred", "b\u{7}bell", "c\nnext\tline", "d\u{202E}txt", "e\u{9B}2J", "f\u{7F}",
  ]

  /// A server whose businesses have these names.
  private func named(_ names: [String], _ words: String...) throws -> ToolResult {
    let businesses = names.enumerated().map { index, name in
      #"{"id":"\#(index)","name":\#(StrictJSON.quoted(name)),"rating":4.3,"review_count":7}"#
    }
    let body = #"{"businesses":[\#(businesses.joined(separator: ","))],"total":\#(names.count)}"#
    let server = try LoopbackServer(["*": .ok(json: body)])
    return try Tool("yelp-query").run(
      ["search", "--base-url", server.url("/v3"), "--location", "x"] + words,
      environment: ["YELP_API_KEY": "k"]
    ).expect(exit: 0)
  }

  @Test(arguments: ["always", "never"])
  func escapesControlCharacters(color: String) throws {
    let result = try named(Self.hostile, "--format", "table", "--color", color)

    let text = result.text.replacing(Self.red, with: "").replacing("\u{1B}[0m", with: "")
    let isControl = { (scalar: Unicode.Scalar) in
      scalar.value < 0x20 && scalar != "\n" || 0x7F...0x9F ~= scalar.value || scalar == "\u{202E}"
    }
    #expect(!text.unicodeScalars.contains(where: isControl), "\(text.debugDescription)")
    #expect(result.lines.count == 7 && text.contains("c\\nnext\\tline"))
  }

  @Test func keepsOneRowPerName() throws {
    let tsv = try named(Self.hostile, "--format", "tsv", "--fields", "name,rating")

    #expect(tsv.lines.count == 7)
    #expect(tsv.lines[3] == "c\\nnext\\tline\t4.3")
  }
}
