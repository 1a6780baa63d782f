import ArgumentParser
import WirelineCore
import WirelineHTTP

/// `imgfetch`: prefetch images.
@main
struct ImgFetch: ToolCommand {
  static let toolName = "imgfetch"
  static let configuration = CommandConfiguration(
    commandName: "imgfetch", abstract: "Prefetch images.", version: ToolVersion.number)
  static let declarations =
    [urls, outputDir, refresh, preset, queueTimeout, build] + ImageInputOptions.declarations
    + ImageRuleOptions.declarations
    + RecordOptions.declarations
    + JobOptions<ImageDefaults>.declarations + HTTPOptions<ImageDefaults>.declarations
    + CommonOptions.declarations

  @Argument(Self.urls) var urls: [String]
  @Option(Self.outputDir) var outputDir: String?
  @Option(Self.preset) var preset: ImagePreset?
  @Option(Self.queueTimeout) var queueTimeout: PositiveTime?
  @Flag(Self.build) var build: Bool
  @Flag(Self.refresh) var refresh: Bool
  @OptionGroup(title: "Input") var input: ImageInputOptions
  @OptionGroup(title: "Images") var rules: ImageRuleOptions
  @OptionGroup(title: "Records") var records: RecordOptions
  @OptionGroup(title: "Requests") var jobs: JobOptions<ImageDefaults>
  @OptionGroup(title: "HTTP") var http: HTTPOptions<ImageDefaults>
  @OptionGroup(title: "Common") var common: CommonOptions

  static let urls = OptionDeclaration(
    "url", .operands, "images to fetch; without it, URLs or records on stdin",
    isConfigurable: false)
  static let outputDir = OptionDeclaration(
    "output-dir", .value("directory"), "where images are stored",
    default: "$XDG_CACHE_HOME/wireline/images", short: "o")
  static let refresh = OptionDeclaration(
    "refresh", .flag(inverse: nil), "ask the server although the image is stored",
    isConfigurable: false)
  static let preset = OptionDeclaration(
    "preset", .value("name"), "jobs, time-outs and retries by a name", default: "default")
  static let queueTimeout = OptionDeclaration(
    "queue-timeout", .value("time"), "give up what has waited for its turn for so long")
  static let build = OptionDeclaration(
    "build", .flag(inverse: nil), "print request records instead of sending them",
    isConfigurable: false)

  func run(_ context: ToolContext) async throws(UsageError) -> ExitStatus {
    let reader = try input.reader()
    guard let source = try input.source(urls, context) else { return .cannotRead }
    let pipe = ToolPipe(
      context, input: source, records: records, names: reader.names,
      columns: FetchRun.columns, takesPlainText: true, form: input.form)
    let run = FetchRun(
      tool: context.tool, reader: reader, skipsMissing: input.skipMissing ?? false)
    if build { return await run.build(pipe) }
    return await run.fetch(pipe, try gateway(context))
  }

  /// The composition of the executable.
  private func gateway(_ context: ToolContext) throws(UsageError) -> ImageGateway {
    var policy = http.policy(isStream: true, base: (preset ?? .default).policy)
    jobs.apply(to: &policy)
    policy.queueTimeout = queueTimeout?.duration
    var options = ImageGateway.Options()
    options.maximumBodyBytes = policy.maximumBodyBytes
    options.rules = rules.rules
    options.refreshes = refresh
    return ImageGateway(
      executor: try RequestExecutor(http, policy: policy, context: context),
      store: ImageStore(directory: try directory(context)), options: options)
  }

  private func directory(_ context: ToolContext) throws(UsageError) -> String {
    if let outputDir {
      if outputDir.isEmpty { throw UsageError("--output-dir is empty") }
      return outputDir.count > 1 && outputDir.hasSuffix("/")
        ? String(outputDir.dropLast()) : outputDir
    }
    do throws(DirectoryUnknown) {
      return try Directories { context.environment[$0] }.path(.cache, "images")
    } catch {
      throw UsageError(error.description, hint: "give --output-dir")
    }
  }
}

/// What `imgfetch` does where nobody says otherwise.
enum ImageDefaults: HTTPDefaults {
  static var policy: ExecutionPolicy {
    var policy = ExecutionPolicy()
    policy.jobs = 16
    policy.deadline = .seconds(300)
    policy.maximumBodyBytes = 100 << 20
    policy.defaultHeaders = ["User-Agent": "wireline/\(ToolVersion.number)"]
    return policy
  }
}
