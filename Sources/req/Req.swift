import WirelineCore
import WirelineHTTP
import WirelineRequests

/// `req`: one request from the command line, or a stream of request records.
@main
struct Req: AsyncToolCommand {
  static func main() { command.main() }

  static let command = Command(
    "req", abstract: "Execute HTTP requests.", operands: "[METHOD] URL [ITEM…]",
    mainOptions: [
      "request", "header", "data", "json", "form", "user", "output", "remote-name", "include",
      "build", "parse", "to-curl", "dry-run", "select", "each", "jobs", "max-time", "retry",
      "cache",
      "insecure", "format", "quiet", "verbose",
    ],
    hints: ["jobs": "-j is --jobs here; there is nothing like curl's --junk-session-cookies"],
    sharedOptions: { SharedOptions.declarations }
  ) { Req() }

  @Operand(
    "words", "[METHOD] URL [ITEM…]; without it, request records or URLs on stdin",
    values: .requestWords)
  var words: [String]
  @Flag("build", "print request records instead of sending them") var build: Bool
  @Flag("parse", "read response records, and print what is asked of their bodies") var parse: Bool
  @Flag("to-curl", "print the curl command instead of sending the request") var toCurl: Bool
  @Flag(
    "dry-run", "print request records with all that would be sent, secrets masked, and send nothing"
  )
  var dryRun: Bool
  @Flag("fail", "count an HTTP status of 400 and above as a failure", default: "fail")
  var fail: Bool?
  @Flag("compressed", "ask for gzip and deflate", default: "no-compressed; in a stream compressed")
  var compressed: Bool?
  @OptionGroup("Request") var composition = CompositionOptions()
  @OptionGroup("Cookies and netrc") var cookies = CookieOptions()
  @OptionGroup("Credentials") var secrets = CredentialOptions()
  @OptionGroup("Answer") var answer = AnswerOptions()
  @OptionGroup("Checks") var checks = CheckOptions()
  @OptionGroup("Pages") var paging = PageOptions()
  @OptionGroup("Batch") var batch = BatchOptions()
  @OptionGroup("Records") var records = RecordOptions()
  @OptionGroup("Records") var fileAccess = FileAccessOptions()
  @OptionGroup("Requests") var jobs = JobOptions<ReqDefaults>()
  @OptionGroup("HTTP") var http = HTTPOptions<ReqDefaults>()
  @OptionGroup("Cache") var cacheUse = CacheUseOptions()
  @OptionGroup("Cache") var caching = CacheOptionGroup()
  @OptionGroup("Retries") var retries = RetryOptions()
  @OptionGroup("Connection") var connection = ConnectionOptions()
  @OptionGroup("Common") var common = CommonOptions()

  var exclusiveOptions: [[OptionDeclaration]] {
    [
      [
        $build, $parse, $toCurl, $dryRun, caching.$cacheExplain, caching.$cacheStatus,
        caching.$cacheClear,
      ]
    ] + composition.exclusiveOptions + answer.exclusiveOptions + http.exclusiveOptions
      + cacheUse.exclusiveOptions
  }

  /// How long a run waits at its end for responses that the cache requests for later runs.
  private static let patience = Duration.seconds(5)

  func run(_ context: ToolContext) async throws(UsageError) -> ExitStatus {
    try checkJobs()
    try checkBatch(context)
    if composition.env != nil, context.isGiven("no-config") {
      throw UsageError("--env is in the configuration file, which --no-config leaves out")
    }
    try records.check()
    if caching.isQuestion {
      let executor = try executor(isStream: false, try cookies.store(context.diagnostics), context)
      return try caching.answer(
        cacheUse, try asked(context), executor, place: connection.place, context)
    }
    if parse {
      if !words.isEmpty { throw UsageError("--parse reads response records, and takes no URL") }
      try context.requireInput(hint: "pipe response records into req --parse")
      let files = try fileAccess.files(
        maximumBytes: http.policy(isStream: true).maximumBodyBytes)
      return await ParseStream(context, records, check: checks.check, files: files)
        .run(failsOnStatus: fail ?? true)
    }
    // What is missing is told before anything is read.
    guard
      try secrets.source(
        context, baseURL: composition.baseUrl, other: NoCredentials(), isReplay: http.replay != nil)
        != nil
    else { return .unauthorized }
    if words.isEmpty || words == ["-"], composition.call == nil {
      try checkStream()
      try context.requireInput(hint: "give a URL, or pipe request records into req")
      return try await stream(nil, context)
    }
    try checkSingle(context)
    try checkTolerance(context)
    let composer = try composition.composer(words, context.environment)
    var request: RequestSpecification
    do throws(CompositionFault) {
      request = try composer.specification()
    } catch {
      return try end(error, context)
    }
    try defaults(context).addHeaders(to: &request)
    return try await run(request, context)
  }

  /// What is to be done with the one request of the command line.
  private func run(
    _ composed: RequestSpecification, _ context: ToolContext
  ) async throws(UsageError) -> ExitStatus {
    var request = composed
    if composition.compressBody {
      do throws(RequestError) {
        request = try BodyCompression.compressed(request)
      } catch {
        let record = ErrorRecord(error, tool: context.tool)
        context.diagnostics.error(record.message)
        return ExitStatus(record)
      }
    }
    if toCurl {
      let whole = try executor(isStream: false, nil, context).complete(request)
      return PrintedText.print(curlCommand(whole).text + "\n", context)
    }
    if build || dryRun || context.common.format != .automatic {
      request.output = try answer.path(for: request.url)
      return try await stream(request, context)
    }
    try answer.check(isCompressed: compressed ?? false)
    let cookies = try cookies.store(context.diagnostics)
    let executor = try executor(isStream: false, cookies, context)
    let status = try await SingleRequest(
      context, executor, answer, checks.check, pages: try paging.pages(),
      isHead: composition.head
    ).run(request, limit: http.maxBody?.amount?.bytes, failsOnStatus: fail ?? true)
    await executor.settle(within: Self.patience)
    return saved(cookies, status, context)
  }

  private func saved(
    _ store: CookieStore?, _ status: ExitStatus, _ context: ToolContext
  ) -> ExitStatus {
    if build || dryRun { return status }
    do throws(FileError) {
      try cookies.save(store)
      return status
    } catch {
      context.diagnostics.error(error.description)
      return .cannotWrite
    }
  }

  /// The URLs that a question about the cache is about.
  private func asked(_ context: ToolContext) throws(UsageError) -> [RequestURL] {
    var urls: [RequestURL] = []
    for word in words {
      do throws(InvalidURL) {
        urls.append(try RequestURL(URLShorthand.expanded(word)))
      } catch {
        throw UsageError(error.description)
      }
    }
    if urls.isEmpty, caching.cacheExplain { throw UsageError("--cache-explain needs a URL") }
    return urls
  }

  /// Refuses options that a job of its own leaves without effect.
  private func checkJobs() throws(UsageError) {
    if parse, answer.output != nil || answer.remoteName || answer.continueAt != nil {
      throw UsageError("--parse writes no file")
    }
    _ = try paging.pages()
    let job = [
      ($build, build), ($parse, parse), ($toCurl, toCurl), ($dryRun, dryRun),
      (caching.$cacheExplain, caching.cacheExplain), (caching.$cacheStatus, caching.cacheStatus),
      (caching.$cacheClear, caching.cacheClear),
    ].first(where: \.1)?.0.name
    if batch.journal != nil, let job {
      throw UsageError("--journal cannot be used with --\(job)")
    }
  }

  /// Refuses a journal or a shard where there is no list. A shard that the configuration names has
  /// no effect there.
  private func checkBatch(_ context: ToolContext) throws(UsageError) {
    if parse, BatchOptions.isShardGiven(context) {
      throw UsageError("--shard cannot be used with --parse")
    }
    guard batch.journal != nil || batch.resume else { return }
    try batch.check(beside: [
      NamedFile("--record", http.record), NamedFile("--replay", http.replay),
      NamedFile("--cookie-jar", cookies.cookieJar), NamedFile("stdin", "/dev/stdin"),
    ])
  }

  /// What makes one request makes no sense where records say what to ask.
  private func checkStream() throws(UsageError) {
    let composing =
      !composition.data.isEmpty || !composition.dataBinary.isEmpty
      || !composition.dataRaw.isEmpty || !composition.json.isEmpty || !composition.form.isEmpty
    if composing || toCurl || answer.output != nil || answer.remoteName
      || answer.continueAt != nil || !composition.`var`.isEmpty || composition.boundary != nil
    {
      throw UsageError(
        "there is no URL", hint: "req [METHOD] URL [ITEM…]; a stream says it in its records")
    }
  }

  /// Without a record there are no members to choose. A variable, or the configuration file, says
  /// it for such runs as have some.
  private func checkSingle(_ context: ToolContext) throws(UsageError) {
    if batch.journal != nil || BatchOptions.isShardGiven(context) {
      throw UsageError(
        "--journal and --shard need a stream of requests",
        hint: "pipe the URL or the request record into req")
    }
    if build || dryRun || context.common.format != .automatic {
      guard answer.continueAt == nil else {
        throw UsageError("--continue-at takes a download up, and makes no record")
      }
      return
    }
    if context.isGiven("fields") {
      throw UsageError(
        "--fields chooses members of records, and this is a body",
        hint: "--format jsonl prints the answer as a record")
    }
  }

  /// One request has a status of its own. A variable, or the configuration file, sets the tolerance
  /// of streams.
  private func checkTolerance(_ context: ToolContext) throws(UsageError) {
    guard context.isGiven("tolerate") else { return }
    throw UsageError(
      "--tolerate counts the failed items of a stream, and this is one request",
      hint: "give the URL on stdin: echo URL | req --tolerate all")
  }

  /// A request that could not be put together.
  private func end(
    _ fault: CompositionFault, _ context: ToolContext
  ) throws(UsageError) -> ExitStatus {
    switch fault {
    case .usage(let message): throw UsageError(message)
    case .url(let fault):
      context.diagnostics.error(fault.description, hint: fault.hint)
      return .malformedURL
    case .file(let error):
      context.diagnostics.error(error.description)
      return .cannotRead
    }
  }

  /// Records in, or the one request, and records out.
  private func stream(
    _ request: RequestSpecification?, _ context: ToolContext
  ) async throws(UsageError) -> ExitStatus {
    var records = records
    // A variable or the configuration file sets it for streams.
    if request != nil { records.tolerate = nil }
    let cookies = try cookies.store(context.diagnostics)
    // A dry run tells what the run without it would send: one request, or those of a stream.
    let isSingle = dryRun && request != nil && context.common.format == .automatic
    let executor = try executor(isStream: !isSingle, cookies, context)
    let defaults = try defaults(context)
    let retried = records.pipeOptions.retried
    var members = RequestStream.Batch(part: request == nil ? try batch.part(context) : nil)
    try members.part?.count(
      RequestStream.input(request, context), RequestStream.members, separator: 0x0A)
    var unavailable: JournalError?
    switch try batch.open(context, members.part, retrying: retried, isFinal: { !$0.isRetryable }) {
    case .none: break
    case .open(let ledger): members.ledger = ledger
    case .unavailable(let error): unavailable = error
    }
    let stream = RequestStream(
      context, records, composed: request,
      limits: RequestStream.BodyLimits(
        embedded: http.policy(isStream: true).maximumBodyBytes,
        inFile: http.maxBody?.amount?.bytes),
      check: checks.check, printsRequests: build || dryRun, pages: try paging.pages(),
      defaults: defaults,
      files: try fileAccess.files(maximumBytes: http.maxBody?.amount?.bytes),
      compressesBodies: composition.compressBody, hidesErrorBodies: answer.noErrorBody,
      showsProgress: !answer.silent, batch: members)
    if let unavailable {
      context.diagnostics.error(unavailable.description, hint: unavailable.hint)
      let record = ErrorRecord(unavailable, tool: context.tool)
      let status = await stream.run(executor, .refuse(record), failsOnStatus: true)
      return context.shutdown.received == nil ? ExitStatus(unavailable) : status
    }
    let mode: RequestStream.Mode =
      dryRun
      ? .print { Secrets.redacted(executor.sent($0)) }
      : build ? .print(try built(request, context)) : .execute
    var status = await stream.run(executor, mode, failsOnStatus: fail ?? true)
    await executor.settle(within: Self.patience)
    if let error = members.ledger?.finish() {
      context.diagnostics.error(error.description)
      status = status.orWorse(ExitStatus(error))
    }
    return saved(cookies, status, context)
  }
}

/// The defaults of `req`.
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
