@testable import WirelineCore
@testable import WirelineRequests

/// A tool with every group of options and one option of each form.
struct SampleTool: SynchronousToolCommand {
  static let command = Command(
    "imgfetch", abstract: "A tool for tests.", operands: "[SOURCE] [NAME…]",
    mainOptions: ["limit", "tag", "header"], hints: ["level": "levels are sizes"],
    sharedOptions: { SharedOptions.declarationsOfAllTools }
  ) { SampleTool() }
  static let options = command.options

  @Operand("source", "Action to run", isConfigurable: true) var source: String?
  @Operand("name", "Names to process", isConfigurable: true) var names: [String]
  @Option("limit", "n", "Number of repetitions", default: "50", short: "n") var limit: WholeNumber?
  @Flag("mark", "Mark the item", short: "M") var mark: Bool?
  @Option("tag", "text", "Tag to add", short: "t") var tag: [String]
  @Option("level", "size", "Maximum level", default: "none") var level: Limit<ByteSize>?
  @OptionGroup("Records") var records = RecordOptions()
  @OptionGroup("Records") var envelope = EnvelopeOptions()
  @OptionGroup("Requests") var jobs = JobOptions<SampleDefaults>()
  @OptionGroup("HTTP") var http = HTTPOptions<SampleDefaults>()
  @OptionGroup("Common") var common = CommonOptions()

  var exclusiveOptions: [[OptionDeclaration]] { [[$limit, $level]] + http.exclusiveOptions }

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

/// Defaults that differ between a single request and a stream.
enum SampleDefaults: HTTPDefaults {
  static var policy: ExecutionPolicy { ExecutionPolicy() }
  static var headers: HeaderFields { [:] }

  static var streamPolicy: ExecutionPolicy? {
    var policy = policy
    policy.jobs = 16
    policy.maximumBodyBytes = 16 << 20
    return policy
  }
}
