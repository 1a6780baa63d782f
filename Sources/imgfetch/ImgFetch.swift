import WirelineCore
import WirelineHTTP
import WirelineImages
import WirelineRequests

/// `imgfetch`: prefetch images.
@main
struct ImgFetch: AsyncToolCommand {
  static func main() { command.main() }

  static let command = Command(
    "imgfetch", abstract: "Prefetch images.", operands: "[URL…]",
    mainOptions: [
      "output-dir", "input", "layout", "preset", "jobs", "per-host", "rate", "retry", "timeout",
      "validate", "allow", "min-width", "max-body", "refresh", "offline", "journal", "resume",
      "shard",
      "contact-sheet", "dry-run", "status", "remove", "clear", "format", "quiet", "verbose",
    ],
    sharedOptions: { SharedOptions.declarations }
  ) { ImgFetch() }

  @Operand("url", "images to fetch; without it, URLs or records on stdin") var urls: [String]
  @Option(
    "output-dir", "directory", "where images are stored",
    default: "$XDG_CACHE_HOME/wireline/images", short: "o")
  var outputDir: String?
  @Option(
    "preset", "name", "jobs, time-outs and retries by a name", default: "default",
    values: .choices("presets", ImagePreset.self))
  var preset: ImagePreset?
  @Option("queue-timeout", "time", "give up what has waited for its turn for so long")
  var queueTimeout: PositiveTime?
  @Flag("build", "print request records instead of sending them") var build: Bool
  @Flag("parse", "store the images of response records that req printed") var parse: Bool
  @Flag("refresh", "ask the server although the image is stored") var refresh: Bool
  @Flag(
    "offline", "take images from the store and never from the network", scope: .shared,
    isConfigurable: true)
  var offline: Bool
  @OptionGroup("Input") var input = ImageInputOptions()
  @OptionGroup("Images") var rules = ImageRuleOptions()
  @OptionGroup("Store") var store = ImageStoreOptions()
  @OptionGroup("Batch") var batch = BatchOptions()
  @OptionGroup("Batch") var fetching = FetchOptions()
  @OptionGroup("In the place of a fetch") var storeJobs = ImageStoreJobs()
  @OptionGroup("Records") var records = RecordOptions()
  @OptionGroup("Records") var fileAccess = FileAccessOptions()
  @OptionGroup("Requests") var jobs = JobOptions<ImageDefaults>()
  @OptionGroup("HTTP") var http = HTTPOptions<ImageDefaults>()
  @OptionGroup("Common") var common = CommonOptions()

  var exclusiveOptions: [[OptionDeclaration]] {
    let modes = [$build, $parse, fetching.$dryRun] + storeJobs.all
    let pairs =
      (modes.filter { $0.name != $parse.name }).map { [$0, fetching.$contactSheet] }
      + modes.map { [$0, batch.$journal] }
    return [modes, [$offline, $refresh], [$offline, fetching.$dryRun]] + pairs
      + input.exclusiveOptions + http.exclusiveOptions
  }

  func run(_ context: ToolContext) async throws(UsageError) -> ExitStatus {
    let job = storeJobs.job
    try check(job, context)
    try records.check()
    if let job, job != .remove {
      let store = try imageStore(context, isForReading: false)
      return ImageStoreRun(store: store, context: context).run(job)
    }
    let reader = input.reader()
    // Of responses there are no parts, whatever the configuration says.
    var part = parse ? nil : try batch.part(context)
    guard let source = try input.source(urls, context) else { return .cannotRead }
    try part?.count(source, ImageInputOptions.members(reader), separator: input.separator)
    let pipe = ToolPipe(
      context, input: source, records: records,
      names: parse ? ResponseRecord.names : reader.names,
      columns: build
        ? [] : fetching.dryRun || job == .remove ? FetchRun.actionColumns : FetchRun.columns,
      takesPlainText: !parse,
      form: input.form(
        part, reader, maximumLineBytes: records.pipeOptions.maximumLineBytes))
    let run = FetchRun(
      tool: context.tool, reader: reader, skipsMissing: input.skipMissing ?? false,
      shard: part)
    if build { return await run.build(pipe, complete: built(context)) }
    let refusal = Refusal(
      run: run, pipe: pipe, isParsing: parse, isStream: source.shape == .stream, context: context)
    if job == nil, outputDir == nil, let error = missingDirectory(context) {
      let record = ErrorRecord(code: .write, message: error.message, tool: context.tool)
      return await refusal.end(record, hint: error.hint, .usage)
    }
    let store = try imageStore(context, isForReading: fetching.dryRun)
    if job == .remove {
      guard store.isThere else { return ImageStoreRun(store: store, context: context).missing() }
      return FetchEnding(context).end(await run.remove(pipe, store)) {
        () throws(ImageIndexFailure) in try store.close()
      }
    }
    let gateway = try gateway(store, context)
    if fetching.dryRun {
      return FetchEnding(context).end(await run.plan(pipe, gateway)) {
        () throws(ImageIndexFailure) in try store.close()
      }
    }
    let files = try fileAccess.files(
      maximumBytes: http.policy(isStream: true, base: (preset ?? .default).policy)
        .maximumBodyBytes)
    var fetch = run
    switch try batch.open(context, part, retrying: records.pipeOptions.retried) {
    case .none: break
    case .open(let ledger): fetch.ledger = ledger
    case .unavailable(let error):
      let record = ErrorRecord(error, tool: context.tool)
      return await refusal.end(record, hint: error.hint, ExitStatus(error))
    }
    return await self.fetch(fetch, pipe, gateway, files, context)
  }

  /// Why there is no directory for the images; nil if there is one.
  private func missingDirectory(_ context: ToolContext) -> UsageError? {
    do throws(UsageError) {
      _ = try directory(context)
      return nil
    } catch {
      return error
    }
  }

  private func fetch(
    _ run: FetchRun, _ pipe: ToolPipe, _ gateway: ImageGateway, _ files: RecordFiles,
    _ context: ToolContext
  ) async -> ExitStatus {
    var run = run
    let ending = FetchEnding(
      context, isLimited: store.maxStore != nil || store.expireAfter != nil)
    run.isStored = { gateway.isStored($0) }
    do throws(FileError) {
      run.sheet = try fetching.sheet()
    } catch {
      return ending.fail(error)
    }
    let status = await (parse ? run.parse(pipe, gateway, files) : run.fetch(pipe, gateway))
    let isWhole = context.shutdown.received == nil && status != .cannotRead
    return ending.end(status, run) { () throws(ImageIndexFailure) in
      ending.tell(try gateway.finish(isWhole: isWhole))
    }
  }

  private func check(
    _ job: ImageStoreJobs.Job?, _ context: ToolContext
  ) throws(UsageError) {
    try batch.check(beside: [
      NamedFile("--contact-sheet", fetching.contactSheet), NamedFile("--record", http.record),
      NamedFile("--replay", http.replay), list,
    ])
    let isShardGiven = BatchOptions.isShardGiven(context)
    if parse, !urls.isEmpty || isShardGiven {
      throw UsageError("--parse takes no URLs and no --shard")
    }
    guard let job else { return }
    if job != .remove, !urls.isEmpty || input.input != nil || isShardGiven {
      throw UsageError("jobs on the store but --remove take no URLs and no --shard")
    }
  }

  /// The file that the items come from.
  private var list: NamedFile {
    if let file = input.input, file != "-" { return NamedFile("--input", file) }
    return NamedFile("stdin", urls.isEmpty ? "/dev/stdin" : nil)
  }
}

/// The end of a run that can do no item. Each item has an error record, as an engine that ignores
/// the exit status would lose it otherwise.
private struct Refusal {
  let run: FetchRun
  let pipe: ToolPipe
  let isParsing: Bool
  let isStream: Bool
  let context: ToolContext

  func end(_ record: ErrorRecord, hint: String?, _ status: ExitStatus) async -> ExitStatus {
    // The message of a single item is the pipe's.
    if isStream { context.diagnostics.error(record.message) }
    let ending = await run.refuse(pipe, record, isParsing: isParsing)
    if let hint { context.diagnostics.hint(hint) }
    return context.shutdown.received == nil ? status : ending
  }
}

extension ImgFetch {
  func impliedValues(given: (String) -> String?) -> [String: String] {
    let preset = given($preset.name).flatMap { ImagePreset(rawValue: $0) } ?? .default
    var policy = preset.policy
    let retries = given("retry-policy").flatMap { RetryPolicy.Preset(rawValue: $0) }
    if let retries { policy.retry.apply(retries) }
    var values = [
      "jobs": "\(policy.jobs)", "per-host": "\(policy.jobsPerHost)",
      "timeout": TimeAmount(policy.limits.silenceTimeout).text,
      "retry": "\(policy.retry.limit)", "retry-delay": TimeAmount(policy.retry.delay).text,
      "retry-max-delay": TimeAmount(policy.retry.maximumDelay).text,
      store.$memory.name: preset.memory.text,
      store.$memoryInFlight.name: ByteSize(bytes: preset.bytesInFlight).text,
    ]
    if let name = preset.retries?.rawValue { values["retry-policy"] = name }
    return values
  }
}
