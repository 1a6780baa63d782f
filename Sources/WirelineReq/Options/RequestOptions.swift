package import WirelineCore
package import WirelineRequests

/// The options of `req`, except those of services and of all tools.
package struct RequestOptions: Sendable {
  @Operand(
    "words", "[METHOD] URL [ITEM…]; without a URL, request records or URLs are read from stdin",
    values: .requestWords)
  package var words: [String]
  @Flag("build", "Print request records instead of sending them") package var build: Bool
  @Flag("parse", "Read response records, check their bodies or select values")
  package var parse: Bool
  @Flag("to-curl", "Print the equivalent curl command")
  package var toCurl: Bool
  @Flag(
    "dry-run", "Print the requests that would be sent, secrets masked")
  package var dryRun: Bool
  @Flag(
    "compressed", "Request a compressed response: gzip, brotli or zstd",
    default: "no-compressed; in a stream compressed")
  package var compressed: Bool?
  @OptionGroup("Request") package var composition = CompositionOptions()
  @OptionGroup("Authentication") var authentication = AuthenticationOptions()
  @OptionGroup("Cookies and netrc") var cookies = CookieOptions()
  @OptionGroup("Response") var response = ResponseOptions()
  @OptionGroup("Checks") var checks = CheckOptions()
  @OptionGroup("Pages") var paging = PageOptions()
  @OptionGroup("Batch") var batch = BatchOptions()
  @OptionGroup("Records") var records = RecordOptions()
  @OptionGroup("Records") var fileAccess = FileAccessOptions()
  @OptionGroup("Requests") var jobs = JobOptions<ReqDefaults>()
  @OptionGroup("HTTP") package var http = HTTPOptions<ReqDefaults>()
  @OptionGroup("Cache") var cacheUse = CacheUseOptions()
  @OptionGroup("Cache") var cacheCommands = CacheCommandOptions()
  @OptionGroup("Retries") var retries = RetryOptions()
  @OptionGroup("Connection") package var connection = ConnectionOptions()

  package init() {}

  package var exclusiveOptions: [[OptionDeclaration]] {
    [jobFlags.map(\.option)] + authentication.exclusiveOptions + response.exclusiveOptions
      + connection.exclusiveOptions
      + http.exclusiveOptions + cacheUse.exclusiveOptions
  }

  /// The flags that select a job other than sending requests.
  private var jobFlags: [(option: OptionDeclaration, isSet: Bool)] {
    [
      ($build, build), ($parse, parse), ($toCurl, toCurl), ($dryRun, dryRun),
      (cacheCommands.$cacheExplain, cacheCommands.cacheExplain),
      (cacheCommands.$cacheStatus, cacheCommands.cacheStatus),
      (cacheCommands.$cacheClear, cacheCommands.cacheClear),
    ]
  }

  package func values(
    of option: OptionDeclaration, given: Set<String>
  ) -> ValueCompletion? {
    switch option.name {
    case "fields": .list(WordList(plain: ResponseRecord.fields + ["error"]))
    case $words.name where given.contains($parse.name): .nothing
    default: nil
    }
  }
}

extension RequestOptions {
  /// Whether an option prints header fields.
  var printsHeads: Bool { response.include || composition.head || response.dumpHeader == "-" }

  /// Whether an option needs the heads of all responses.
  var needsHeads: Bool {
    printsHeads || response.dumpHeader != nil || response.writeOut != nil
  }

  /// Whether URLs with files are fetched at the same time. Their heads would mix, and so would
  /// their files with `--no-clobber`, which chooses names before the transfer.
  var runsInParallel: Bool {
    response.parallel && !response.failEarly && !response.noClobber && !printsHeads
      && response.dumpHeader == nil
  }

  func events(isStream: Bool) -> EventSettings {
    let policy = http.policy(isStream: isStream)
    return EventSettings(
      check: checks.check, limit: policy.maximumBodyBytes,
      documentLimit: http.maxBody == nil && !isStream
        ? Self.documentBytes : policy.maximumBodyBytes,
      reconnections: retries.reconnect?.value ?? 0, delay: policy.retry.delay,
      deadline: policy.deadline)
  }

  /// The maximum size of a body that a single request keeps in memory, without `--max-body`.
  private static let documentBytes = 256 << 20

  /// The work that the options ask for.
  enum Job: Equatable {
    case cacheCommand
    case parse
    case stream
    /// The request of the command line for each row of a table.
    case rows
    case single
  }

  var job: Job {
    if cacheCommands.isCommand { return .cacheCommand }
    if composition.rows != nil { return .rows }
    if parse { return .parse }
    let readsInput =
      (words.isEmpty || words == ["-"]) && composition.call == nil
      && composition.url.isEmpty
    return readsInput ? .stream : .single
  }

  /// Rejects options that do not apply to the job or contradict each other.
  ///
  /// - Parameters:
  ///   - isGiven: whether the command line itself gives an option. Variables and the configuration
  ///     file may set options that a job does not use.
  ///   - printsRecords: whether `--format` asks for records.
  func check(isGiven: (String) -> Bool, printsRecords: Bool) throws(UsageError) {
    if paging.maxPages != nil, paging.paginate == nil {
      throw UsageError("--max-pages needs --paginate")
    }
    if retries.reconnect != nil, !checks.check.selectsValues || paging.paginate != nil || parse {
      throw UsageError("--reconnect needs --each or --select, without --paginate")
    }
    try checkBatch(isGiven)
    if composition.env != nil, isGiven("no-config") {
      throw UsageError("--env cannot be used with --no-config")
    }
    if connection.key != nil, connection.cert == nil { throw UsageError("--key needs --cert") }
    if let proto = connection.proto, !proto.names.contains("https"), http.maxRedirects?.value != 0 {
      throw UsageError(
        "--proto without https needs --max-redirects 0", hint: "a redirect may lead to https")
    }
    try records.check(readsInput: [.stream, .rows].contains(job))
    switch job {
    case .cacheCommand: break
    case .parse: try checkParse(isGiven)
    case .stream, .rows: try checkStream(isGiven)
    case .single: try checkSingle(isGiven, printsRecords: printsRecords || build || dryRun)
    }
  }

  private func checkBatch(_ isGiven: (String) -> Bool) throws(UsageError) {
    if batch.journal != nil, let flag = jobFlags.first(where: \.isSet) {
      throw UsageError("--journal cannot be used with --\(flag.option.name)")
    }
    guard batch.journal != nil || batch.resume else { return }
    try batch.check(beside: [
      NamedFile(http.record, of: "--record"), NamedFile(http.replay, of: "--replay"),
      NamedFile(composition.rows, of: "--rows"),
      NamedFile(cookies.cookieJar, of: "--cookie-jar"), NamedFile("/dev/stdin", of: "stdin"),
    ])
  }

  private func checkParse(_ isGiven: (String) -> Bool) throws(UsageError) {
    if response.savesFile { throw UsageError("--parse cannot write to a file") }
    if isGiven("shard") { throw UsageError("--shard cannot be used with --parse") }
    if !words.isEmpty, words != ["-"] {
      throw UsageError("--parse reads response records and accepts no URL")
    }
  }

  private func checkStream(_ isGiven: (String) -> Bool) throws(UsageError) {
    if isGiven("output-dir") {
      throw UsageError(
        "--output-dir applies to a single request",
        hint: "name the file of each response in the field \"output\" of its record")
    }
    if authentication.sessionName != nil {
      throw UsageError("--session applies to a single request")
    }
    let option =
      (parse ? $parse : toCurl ? $toCurl : nil) ?? (response.savesFile ? response.target : nil)
    if let option, job == .rows {
      throw UsageError("--\(option.name) cannot be used with --rows")
    }
    if let option = job == .rows ? nil : composition.describingOption ?? option {
      throw UsageError(
        "missing URL: --\(option.name) describes a single request",
        hint: "type req [METHOD] URL [ITEM…], or put the setting into the request records")
    }
    try response.checkRecord(isGiven, "applies to a single request")
  }

  private func checkSingle(
    _ isGiven: (String) -> Bool, printsRecords: Bool
  ) throws(UsageError) {
    if batch.journal != nil || isGiven("shard") {
      throw UsageError(
        "--journal and --shard need a stream of requests",
        hint: "pipe the URL or the request record into req")
    }
    if printsRecords, response.continueAt != nil {
      throw UsageError("--continue-at cannot be used to print records")
    }
    if build, isGiven("limit-rate") {
      throw UsageError("--limit-rate cannot be used with --build, which sends no request")
    }
    // A dry run prints what the real run would send.
    if printsRecords, !dryRun, !toCurl {
      try response.checkRecord(isGiven, "cannot be used to print records")
    }
    if !printsRecords, isGiven("fields") {
      throw UsageError(
        "--fields selects fields of records, and a body is printed",
        hint: "add --format jsonl to print the response as a record")
    }
    if isGiven("tolerate") {
      throw UsageError(
        "--tolerate applies to a stream, and this is a single request",
        hint: "pass the URL on stdin: echo URL | req --tolerate all")
    }
  }
}

/// The defaults of `req`.
package enum ReqDefaults: HTTPDefaults {
  package static var policy: ExecutionPolicy { ExecutionPolicy() }

  package static var headers: HeaderFields {
    ["User-Agent": "wireline/\(ToolVersion.number)", "Accept": "*/*"]
  }

  package static var streamPolicy: ExecutionPolicy? {
    var policy = policy
    policy.jobs = 16
    policy.maximumBodyBytes = 16 << 20
    return policy
  }
}

/// The options for inspecting, clearing and limiting the response cache.
struct CacheCommandOptions: Sendable {
  @Option("cache-limit", "size", "Maximum size of the cache", default: "1G")
  var cacheLimit: ByteSize?
  @Flag("cache-explain", "Print why a cached response would or would not be used")
  var cacheExplain: Bool
  @Flag("cache-status", "Print the size of the cache") var cacheStatus: Bool
  @Flag("cache-clear", "Empty the cache, or remove the responses of the given URLs")
  var cacheClear: Bool

  var isCommand: Bool { cacheExplain || cacheStatus || cacheClear }
}
