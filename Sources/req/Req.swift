import ArgumentParser
import WirelineCore
import WirelineHTTP

/// `req`: one request from the command line, or a stream of request records.
@main
struct Req: ToolCommand {
  static let toolName = "req"
  static let configuration = CommandConfiguration(
    commandName: "req", abstract: "Execute HTTP requests.", version: ToolVersion.number)
  static let declarations =
    [words, build, fail, compressed] + RecordOptions.declarations
    + JobOptions<ReqDefaults>.declarations + HTTPOptions<ReqDefaults>.declarations
    + CommonOptions.declarations

  @Argument(Self.words) var words: [String]
  @Flag(Self.build) var build: Bool
  @Flag(Self.fail) var fail: Bool?
  @Flag(Self.compressed) var compressed: Bool?
  @OptionGroup(title: "Records") var records: RecordOptions
  @OptionGroup(title: "Requests") var jobs: JobOptions<ReqDefaults>
  @OptionGroup(title: "HTTP") var http: HTTPOptions<ReqDefaults>
  @OptionGroup(title: "Common") var common: CommonOptions

  static let words = OptionDeclaration(
    "request", .operands, "[METHOD] URL; without it, request records or URLs on stdin",
    isConfigurable: false)
  static let build = OptionDeclaration(
    "build", .flag(inverse: nil), "print request records instead of sending them",
    isConfigurable: false)
  static let fail = OptionDeclaration(
    "fail", .flag(inverse: "no-fail"), "count an HTTP status of 400 and above as a failure",
    default: "fail")
  static let compressed = OptionDeclaration(
    "compressed", .flag(inverse: "no-compressed"), "ask for gzip and deflate",
    default: "no-compressed; in a stream compressed")

  func run(_ context: ToolContext) async throws(UsageError) -> ExitStatus {
    if words.isEmpty {
      try context.requireInput(hint: "give a URL, or pipe request records into req")
    }
    let request = try operands()
    let wantsRecords = request == nil || build || context.common.format != .automatic
    let executor = try executor(isStream: wantsRecords, context)
    if let request, !wantsRecords {
      return await SingleRequest(context, executor).run(
        request, limit: http.maxBody?.amount?.bytes, failsOnStatus: fail ?? true)
    }
    let stream = RequestStream(
      context, records,
      input: PipeInput(operands: request.map { [$0.url] } ?? [], context: context),
      method: request?.method ?? "GET",
      limits: RequestStream.BodyLimits(
        embedded: http.policy(isStream: true).maximumBodyBytes,
        inFile: http.maxBody?.amount?.bytes),
      addedHeaders: http.header)
    return await stream.run(executor, isBuild: build, failsOnStatus: fail ?? true)
  }

  /// Method and URL; nil when requests come on stdin.
  private func operands() throws(UsageError) -> (method: String, url: String)? {
    switch words.count {
    case 0: return nil
    case 1: return ("GET", words[0])
    case 2:
      guard RequestSpecification.isMethod(words[0]) else {
        throw UsageError(
          "\"\(words[0])\" is not a method",
          hint: "req [METHOD] URL, such as req POST https://example.com/")
      }
      return (words[0], words[1])
    default:
      throw UsageError(
        "\(words.count) operands, where at most 2 are taken", hint: "req [METHOD] URL")
    }
  }

  /// The composition of the executable.
  private func executor(
    isStream: Bool, _ context: ToolContext
  ) throws(UsageError) -> RequestExecutor {
    var policy = http.policy(isStream: isStream)
    jobs.apply(to: &policy)
    if compressed ?? isStream {
      policy.defaultHeaders.setDefault("Accept-Encoding", RequestExecutor.offeredCodings)
    }
    return try RequestExecutor(http, policy: policy, context: context)
  }
}

/// What `req` does where nobody says otherwise.
enum ReqDefaults: HTTPDefaults {
  static var policy: ExecutionPolicy {
    var policy = ExecutionPolicy()
    policy.defaultHeaders = ["User-Agent": "wireline/\(ToolVersion.number)", "Accept": "*/*"]
    return policy
  }

  static var streamPolicy: ExecutionPolicy? {
    var policy = policy
    policy.jobs = 16
    policy.maximumBodyBytes = 16 << 20
    return policy
  }
}
