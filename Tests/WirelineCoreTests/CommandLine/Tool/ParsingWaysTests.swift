import ArgumentParser
import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineRequests

/// The fast way and ArgumentParser's own come to the same tool.
@Suite struct ParsingWaysTests {
  /// The properties by both ways, as text; nil where a way does not lead to a tool.
  private func bothWays<Tool: ParsableTool>(
    _ tool: Tool.Type, _ arguments: [String]
  ) -> (fast: String?, parsed: String?)? {
    let scan = ArgumentScan(
      arguments, OptionTable(Tool.declarations, aliases: Tool.optionAliases))
    guard scan.fault == nil else { return nil }
    let parser = ToolParser(Tool.self, scan, Settings(entries: []))
    let parsed: Tool?
    do throws(UsageError) { parsed = try parser.parsed() } catch { parsed = nil }
    return (parser.decoded().map { "\($0)" }, parsed.map { "\($0)" })
  }

  /// Every option by the fast way: its property is called as the option is.
  @Test func everyOptionHasAFastWay() throws {
    let values = [
      "log-format": "json", "progress": "json", "color": "always", "format": "csv",
      "header": "a: b", "retry-errors": "dns", "retry-policy": "none",
      "rate": "7/s", "rate-per-host": "7/s",
    ]
    var arguments: [String] = []
    for option in SampleTool.declarations where !option.isOperand {
      let value = option.valueName == nil ? "" : "=\(values[option.name] ?? "7")"
      arguments.append("--\(option.name)\(value)")
    }

    let all = try #require(bothWays(SampleTool.self, arguments))
    let none = try #require(bothWays(SampleTool.self, []))

    #expect(all.fast != nil)
    #expect(all.fast == all.parsed)
    #expect(none.fast != nil)
    #expect(none.fast == none.parsed)
    #expect(all.fast?.contains("nil") == true, "the operand only")
    #expect(all.fast?.split(separator: "nil").count == 2)
  }

  /// Words that are right, and some that are not.
  private static let words = [
    "go", "x", "-", "--", "-n3", "-n", "3", "--limit=-1", "--limit", "--mark", "--no-mark", "-m",
    "-mn4", "--tag=a", "--tag", "--tag=-b", "--tag=", "-T", "a: b", "-Ta:b", "-T=c", "-qqv", "-v",
    "--retry-errors", "--retry-errors=dns", "--retry-errors=no", "--unordered", "--ordered",
    "--level=none", "--level=", "--level=x", "--gauge=1K", "--stop-on-error", "--window=0", "é",
  ]

  @Test(arguments: 0..<8)
  func hundredsOfCommandLinesComeOutTheSame(round: Int) {
    var generator = SeededGenerator(seed: UInt64(round))
    for _ in 0..<50 {
      let arguments = (0..<Int.random(in: 0...6, using: &generator)).map { _ in
        Self.words[Int.random(in: 0..<Self.words.count, using: &generator)]
      }
      guard let (fast, parsed) = bothWays(FormsTool.self, arguments) else { continue }

      #expect(fast == parsed, "\(arguments)")
    }
  }

  @Test(
    arguments: zip(
      ["jobs", "perHost", "noConfig", "baseURL", "httpVersion", ""],
      ["jobs", "per-host", "no-config", "base-url", "http-version", ""]))
  func aPropertyIsCalledAsItsOption(property: String, option: String) {
    #expect(ScannedValues.optionName(property) == option)
  }

  @Test func aPropertyWithAnotherNameIsParsedAllTheSame() throws {
    let run = try SampleRun(["--out", "x"], tool: RenamedTool.self)

    #expect((run.status, run.output) == (.success, "x"))
  }
}

/// One option of each form, and few more, because ArgumentParser's time goes with their number.
private struct FormsTool: SynchronousToolCommand {
  static let toolName = "imgfetch"
  static let optionAliases = ["T": "tag", "gauge": "level"]
  static let declarations =
    [
      SampleTool.source, SampleTool.names, SampleTool.limit, SampleTool.mark, SampleTool.tag,
      SampleTool.level, CommonOptions.quiet, CommonOptions.verbose,
    ] + RecordOptions.declarations

  @Argument(SampleTool.source) var source: String?
  @Argument(SampleTool.names) var names: [String]
  @Option(SampleTool.limit) var limit: WholeNumber?
  @Flag(SampleTool.mark) var mark: Bool?
  @Option(SampleTool.tag) var tag: [String]
  @Option(SampleTool.level) var level: Limit<ByteSize>?
  @Flag(CommonOptions.quiet) var quiet: Int
  @Flag(CommonOptions.verbose) var verbose: Int
  @OptionGroup var records: RecordOptions

  var common: CommonOptions { CommonOptions() }

  func run(_ context: ToolContext) throws(UsageError) -> ExitStatus { .success }
}

/// Its property is not called as its option is, so the fast way does not find it.
private struct RenamedTool: SynchronousToolCommand {
  static let toolName = "req"
  static let declarations = [out] + CommonOptions.declarations
  static let out = OptionDeclaration("out", .value("file"), "where to")

  @Option(Self.out) var destination: String?
  @OptionGroup var common: CommonOptions

  func run(_ context: ToolContext) throws(UsageError) -> ExitStatus {
    DescriptorOutput.write(
      Array((destination ?? "-").utf8), to: context.streams.output.descriptor)
    return .success
  }
}
