import ArgumentParser

@testable import WirelineCore
@testable import WirelineRequests

/// A tool with every group of options and one of each form of its own.
struct SampleTool: SynchronousToolCommand {
  static let toolName = "imgfetch"
  static let configuration = CommandConfiguration(
    commandName: toolName, abstract: "A tool for tests.", version: ToolVersion.number)
  static let optionAliases = ["H": "header", "max-filesize": "max-body"]
  static let optionHints = ["level": "levels are sizes"]
  static let declarations =
    [source, names, limit, mark, tag, level] + RecordOptions.declarations
    + EnvelopeOptions.declarations + JobOptions<SampleDefaults>.declarations
    + HTTPOptions<SampleDefaults>.declarations + CommonOptions.declarations

  @Argument(Self.source) var source: String?
  @Argument(Self.names) var names: [String]
  @Option(Self.limit) var limit: WholeNumber?
  @Flag(Self.mark) var mark: Bool?
  @Option(Self.tag) var tag: [String]
  @Option(Self.level) var level: Limit<ByteSize>?
  @OptionGroup var records: RecordOptions
  @OptionGroup var envelope: EnvelopeOptions
  @OptionGroup var jobs: JobOptions<SampleDefaults>
  @OptionGroup(title: "HTTP") var http: HTTPOptions<SampleDefaults>
  @OptionGroup var common: CommonOptions

  static let source = OptionDeclaration("source", .operand, "what to do")
  static let names = OptionDeclaration("name", .operands, "what to do it with")
  static let limit = OptionDeclaration(
    "limit", .value("n"), "how often", default: "50", short: "n")
  static let mark = OptionDeclaration("mark", .flag(inverse: "no-mark"), "mark it", short: "m")
  static let tag = OptionDeclaration("tag", .list("text"), "tag it")
  static let level = OptionDeclaration("level", .value("size"), "how high", default: "none")

  func run(_ context: ToolContext) throws(UsageError) -> ExitStatus {
    switch source {
    case "fail": return .failure
    case "usage": throw UsageError("not like that", hint: "like this")
    case "unreadable": throw UsageError("cannot read \"x\"", status: .cannotRead)
    case nil: try context.requireInput(hint: "name a source")
    case let source?:
      let text = "\(source) \(names) \(limit?.value ?? -1) \(jobs.jobs?.value ?? -1)\n"
      DescriptorOutput.write(Array(text.utf8), to: context.streams.output.descriptor)
    }
    return .success
  }
}
