internal import Glibc
package import WirelineCore
internal import WirelineRequests

/// Runs `req`: checks its options, then sends, prints or parses requests and responses.
package struct RequestRunner {
  private let options: RequestOptions
  private let context: ToolContext
  private let backend: any RequestBackend

  /// The maximum wait at the end for background revalidations of the cache.
  private static let settlingTime = Duration.seconds(5)

  package init(
    _ options: RequestOptions, context: ToolContext, backend: any RequestBackend
  ) {
    self.options = options
    self.context = context
    self.backend = backend
  }

  package func run() async throws(UsageError) -> ExitStatus {
    if let path = options.response.stderrFile {
      try redirectMessages(to: path, context.streams)
    }
    try options.check(isGiven: context.isGiven, printsRecords: printsRecords)
    switch options.job {
    case .cacheCommand: return try runCacheCommand()
    case .parse: return try await parse()
    case .stream:
      try context.requireInput(hint: "give a URL, or pipe request records into req")
      return try await stream([], credentials())
    case .rows:
      let rows = try RequestRows(options, context) { options throws(UsageError) in
        try RequestRunner(options, context: context, backend: backend).composed().requests
      }
      return try await stream([], rows: rows, credentials())
    case .single: return try await runSingle(credentials())
    }
  }

  /// Writes messages to a file from now on.
  private func redirectMessages(
    to path: String, _ streams: StandardStreams
  ) throws(UsageError) {
    let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC
    let descriptor = path == "-" ? streams.output.descriptor : open(path, flags, 0o644)
    guard descriptor >= 0, dup2(descriptor, streams.error.descriptor) >= 0 else {
      throw UsageError(FileError(path: path, operation: "open", code: errno))
    }
  }

  private var printsRecords: Bool { context.common.format != .automatic }

  private func credentials() throws(UsageError) -> any CredentialSource {
    try backend.credentials(
      other: options.authentication.credentials(
        // A given login is for the first host, and netrc for no other either.
        other: options.authentication.isGiven
          ? NoCredentials()
          : options.cookies.credentials(
            context.environment, isForChallenges: options.authentication.answersChallenges),
        context.shutdown))
  }

  /// - Parameter url: the URL of a single request, which may contain a login.
  private func setup(
    isStream: Bool, url: RequestURL? = nil, credentials: any CredentialSource,
    cookies: CookieStore?
  ) throws(UsageError) -> ExecutorSetup {
    let proto = options.connection.proto
    var credentials = credentials
    if let proto { credentials = ProtocolCheck(protocols: proto, other: credentials) }
    var setup = try options.executorSetup(
      isStream: isStream, url: url, encodings: backend.encodings, credentials: credentials,
      cookies: cookies, context: context)
    // Other redirects keep the protocol, or lead to https, which is allowed if they are followed.
    if proto?.names.contains("http") == false { setup.policy.redirect.allowsDowngrade = false }
    return setup
  }

  /// Checks the options of the connection, for a run that sends nothing.
  private func check(_ setup: ExecutorSetup) throws(UsageError) { _ = try backend.executor(setup) }

  private func runCacheCommand() throws(UsageError) -> ExitStatus {
    let setup = try setup(
      isStream: false, credentials: try credentials(),
      cookies: try options.cookies.store(context.diagnostics))
    try check(setup)
    return try CacheCommands(options: options, context: context, fields: setup.fields).run()
  }

  private func parse() async throws(UsageError) -> ExitStatus {
    try context.requireInput(hint: "pipe response records into req --parse")
    let files = try options.fileAccess.files(
      maximumBytes: options.http.policy(isStream: true).maximumBodyBytes)
    return await ParseStream(
      context, options.records, check: options.checks.check, files: files,
      failsOnStatus: options.response.failsOnStatus
    ).run()
  }

  // MARK: The request of the command line

  private func runSingle(
    _ credentials: any CredentialSource
  ) async throws(UsageError) -> ExitStatus {
    let composed = try composed()
    var requests = composed.requests
    let order = context.given.map(\.name)
    let files = try options.response.files(
      for: requests.map(\.url), order: order, matches: composed.matches)
    let count = composed.matches.last.map { $0.argument + 1 } ?? requests.count
    if options.response.targets(order).count > count {
      context.diagnostics.warning("more --output and --remote-name files than URLs")
    }
    if options.toCurl {
      return try printCommands(for: requests, to: files, credentials: credentials)
    }
    if options.build || options.dryRun || printsRecords {
      if options.authentication.sessionName != nil {
        throw UsageError("--session cannot be used to print records")
      }
      for (index, file) in files.enumerated() { requests[index].output = file?.path }
      return try await stream(requests, credentials)
    }
    try check(requests, to: files)
    var session = try options.session(&requests, context.environment)
    var cookieOptions = options.cookies
    if let session, cookieOptions.cookieJar == nil { cookieOptions.cookieJar = session.cookieJar }
    let cookies = try cookieOptions.store(context.diagnostics, isSingle: true)
    var setup = try setup(
      isStream: false, url: requests[0].url, credentials: credentials, cookies: cookies)
    let isParallel = options.runsInParallel && files.count { $0 != nil } > 1
    let heads = options.needsHeads && !isParallel ? ReceivedHeads() : nil
    if let heads { setup.observers.append(heads) }
    let executor = try backend.executor(setup)
    session?.keep(
      options.sessionFields(of: requests[0], completedBy: setup.fields),
      removing: options.removedFields(of: requests[0]))
    let (summary, fields) = (JobSummary(context), setup.fields)
    let make = { @Sendable [context, options = options.ofResponses] in
      SingleRequest(
        context: context, executor: executor, fields: fields, options: options, summary: summary,
        heads: heads)
    }
    let single = make()
    var status = ExitStatus.success
    if isParallel {
      try single.checkDownload()
      status = await runParallel(requests, files, make)
    }
    for (index, request) in requests.enumerated() where !isParallel || files[index] == nil {
      if let interrupted = context.shutdown.exitStatus {
        status = interrupted
        break
      }
      if single.isClosed || status != .success && options.response.failEarly { break }
      let result = try await single.run(request, to: files[index], number: index)
      if result != .success { status = result }
    }
    status = single.finish(status)
    await executor.waitForRevalidations(within: Self.settlingTime)
    if options.authentication.sessionReadOnly != nil { return save(cookies, after: status) }
    return save(cookies, session: session, options: cookieOptions, after: status)
  }

  /// Rejects options that do not fit the requests and their files.
  private func check(
    _ requests: [RequestSpecification], to files: [ResponseOptions.File?]
  ) throws(UsageError) {
    try options.response.checkTags(urls: requests.count)
    try options.response.checkDownload(isCompressed: options.compressed ?? false)
    if options.response.offset != nil, options.composition.uploadFile.isEmpty,
      requests.contains(where: { $0.body != .none })
    {
      throw UsageError("--continue-at with a number needs --upload-file or a request without body")
    }
    try ResponseOptions.check(files)
  }

  /// Runs the requests that have files at the same time, with options that have been checked.
  private func runParallel(
    _ requests: [RequestSpecification], _ files: [ResponseOptions.File?],
    _ make: @escaping @Sendable () -> SingleRequest
  ) async -> ExitStatus {
    await withTaskGroup(of: ExitStatus.self) { group in
      for (number, request) in requests.enumerated() {
        guard let file = files[number] else { continue }
        group.addTask { (try? await make().run(request, to: file, number: number)) ?? .usage }
      }
      return await group.reduce(.success) { $1 == .success ? $0 : $1 }
    }
  }

  private func printCommands(
    for requests: [RequestSpecification], to files: [ResponseOptions.File?],
    credentials: any CredentialSource
  ) throws(UsageError) -> ExitStatus {
    if options.authentication.sessionName != nil {
      throw UsageError("--session cannot be used with --to-curl")
    }
    let setup = try setup(
      isStream: false, url: requests.first?.url, credentials: credentials, cookies: nil)
    try check(setup)
    let commands = zip(requests, files).map { request, file in
      options.curlCommand(setup.fields.complete(request), to: file) + "\n"
    }
    return PrintedText.print(commands.joined(), context)
  }

  /// The requests of the command line, and the patterns of their URLs.
  private func composed() throws(UsageError) -> (
    requests: [RequestSpecification], matches: [URLPattern.Match]
  ) {
    var composer = try options.composition.composer(
      options.words, context.environment, order: context.given.map(\.name))
    composer.offset = options.response.offset
    let isChunked = !options.http.header.contains {
      $0.isRemoval && $0.name.isSameFieldName(as: "Transfer-Encoding")
    }
    composer.streamsInput =
      isChunked && !options.toCurl && !options.build && !options.dryRun && !printsRecords
      && !options.composition.compressBody && options.authentication.awsSigv4 == nil
      && options.http.record == nil && options.http.replay == nil && !options.connection.http10
      && options.composition.rows == nil
    let defaults = try defaults()
    composer.isGiven = { [options] in
      options.sets(header: $0) || defaults.headers.contains($0)
    }
    // The rows of stdin cannot be a body, too.
    composer.files = SystemFiles(
      input: options.composition.rows == "-" ? -1 : context.streams.input.descriptor)
    if context.streams.input.isTerminal { composer.readsInput = false }
    if composer.readsInput, composer.content == .none, composer.fields.isEmpty,
      context.streams.input.isPartlyRead
    {
      context.diagnostics.warning("the rest of stdin is the body; in a loop, add </dev/null")
    }
    if options.response.noErrorBody, composer.sendsJSONItems, context.streams.error.isTerminal {
      context.diagnostics.hint("-f is curl's --fail; send items as a form with --as-form")
    }
    for parameter in composer.ignoredParameters {
      context.diagnostics.warning("ignored \"\(parameter)\" in --form")
    }
    if let condition = options.response.timeCondition, condition.seconds == nil {
      context.diagnostics.warning(
        "ignored --time-cond, which is neither a date such as \"1 Feb 2026 12:00:00\" nor a file")
    }
    var requests = try composer.specifications()
    for index in requests.indices {
      try options.connection.proto?.check(requests[index].url)
      defaults.addHeaders(to: &requests[index])
      options.completeMultipartType(of: &requests[index])
      if options.composition.compressBody { requests[index] = try compressed(requests[index]) }
    }
    return (requests, composer.matches)
  }

  private func compressed(
    _ request: RequestSpecification
  ) throws(UsageError) -> RequestSpecification {
    do throws(RequestError) {
      return try backend.compressed(request)
    } catch {
      let record = ErrorRecord(error, tool: context.tool)
      throw UsageError(record.message, status: ExitStatus(record))
    }
  }

  private func defaults() throws(UsageError) -> RequestDefaults {
    let defaults = try options.composition.defaults(
      context.environment, isGiven: options.sets(header:))
    guard options.build else { return defaults }
    return RequestDefaults(
      method: defaults.method, baseURL: defaults.baseURL,
      headers: defaults.headers.withoutSecrets(warning: context.diagnostics))
  }

  // MARK: Streams

  /// - Parameter composed: the requests of the command line; if empty, stdin is read.
  private func stream(
    _ composed: [RequestSpecification], rows: RequestRows? = nil,
    _ credentials: any CredentialSource
  ) async throws(UsageError) -> ExitStatus {
    if options.build || options.dryRun {
      try context.checkFields(RequestRecord.fields, options.records)
    } else if options.checks.check.isEmpty, options.paging.paginate == nil {
      try context.checkFields(ResponseRecord.fields, options.records)
    }
    let cookies = try options.cookies.store(context.diagnostics)
    let described = rows?.template.request ?? composed.first
    // A dry run prints the fields that the real run would send.
    let isSingle = options.dryRun && !composed.isEmpty && !printsRecords
    let setup = try setup(
      isStream: !isSingle, url: described?.url, credentials: credentials, cookies: cookies)
    let executor = try backend.executor(setup)
    var reader = RequestReader(composed: composed, rows: rows, defaults: try defaults())
    if options.composition.compressBody {
      reader.compress = { [backend] request in (try? backend.compressed(request)) ?? request }
    }
    let part = composed.isEmpty ? try options.batch.part() : nil
    let journal = try options.batch.open(
      context, part, retrying: options.records.pipeOptions.retried)
    var settings = try settings(part)
    var mode = RequestStream.Mode.execute
    switch journal {
    case .none: break
    case .open(let ledger): settings.ledger = ledger
    case .unavailable(let error):
      context.diagnostics.error(error.description, hint: error.hint)
      settings.failsOnStatus = true
      mode = .refuse(ErrorRecord(error, tool: context.tool))
    }
    if options.dryRun { mode = .print { Secrets.redacted(setup.fields.sent($0)) } }
    if options.build { mode = .print(options.recordChange(described, context)) }
    var records = options.records
    // A variable or the configuration file may set a tolerance for streams.
    if !composed.isEmpty { records.tolerate = nil }
    var status = await RequestStream(
      context, records: records, reader: reader, executor: executor, fields: setup.fields,
      mode: mode, settings: settings
    ).run()
    if case .unavailable(let error) = journal {
      return context.shutdown.received == nil ? ExitStatus(error) : status
    }
    await executor.waitForRevalidations(within: Self.settlingTime)
    if let error = settings.ledger?.finish() {
      context.diagnostics.error(error.description)
      status = status.orWorse(ExitStatus(error))
    }
    return save(cookies, after: status)
  }

  private func settings(_ part: BatchPart?) throws(UsageError) -> RequestStream.Settings {
    let fileLimit = options.http.maxBody?.amount?.bytes
    return RequestStream.Settings(
      embeddedLimit: options.http.policy(isStream: true).maximumBodyBytes, fileLimit: fileLimit,
      events: options.events(isStream: true), pages: options.paging.pages(options.connection),
      files: try options.fileAccess.files(maximumBytes: fileLimit),
      failsOnStatus: options.response.failsOnStatus, hidesErrorBodies: options.response.noErrorBody,
      showsProgress: !options.response.silent, part: part, resumes: options.batch.resume)
  }

  private func save(
    _ cookies: CookieStore?, session: Session? = nil, options cookieOptions: CookieOptions? = nil,
    after status: ExitStatus
  ) -> ExitStatus {
    if options.build || options.dryRun { return status }
    do throws(FileError) {
      try session?.save()
      try (cookieOptions ?? options.cookies).save(cookies)
      return status
    } catch {
      context.diagnostics.error(error.description)
      return .cannotWrite
    }
  }
}

/// Refuses requests with a protocol that `--proto` does not allow, before they receive credentials.
private struct ProtocolCheck: CredentialSource {
  let protocols: AllowedProtocols
  let other: any CredentialSource

  func fill(_ request: inout RequestSpecification) throws(RequestError) {
    let url = request.url
    try converting({
      RequestError(.addressForbidden(host: url.host, why: $0.message), attempts: 0)
    }) { () throws(UsageError) in try protocols.check(url) }
    try other.fill(&request)
  }

  func login(for url: RequestURL) -> String? { other.login(for: url) }
}
