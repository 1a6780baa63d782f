/// One run of a command, from its arguments to its exit status.
final class ToolInvocation {
  private let command: Command
  private var scan: ArgumentScan
  private let knownOptions: () -> KnownOptions
  private let environment: Environment
  private let streams: StandardStreams
  private let shutdown: ShutdownSignal
  /// Without a given option, the command is initialized only once, with its operands.
  private lazy var declared = command.declared

  init(
    command: Command, knownOptions: @escaping () -> KnownOptions, arguments: [String],
    environment: Environment, streams: StandardStreams, shutdown: ShutdownSignal
  ) {
    let declared = arguments.contains { $0.hasPrefix("-") } ? command.declared : nil
    let scan = ArgumentScan(
      arguments, OptionTable(declared?.options ?? [], substitute: command.substitute))
    // Before the name of a command, any command's options may be given.
    let isOfCommand = scan.unknown != nil && !command.subcommands.names.isEmpty
    self.scan = isOfCommand ? ArgumentScan(arguments, OptionTable(command.scannedOptions)) : scan
    self.command = command
    self.knownOptions = knownOptions
    self.environment = environment
    self.streams = streams
    self.shutdown = shutdown
    if let declared { self.declared = declared }
  }

  func run() -> ExitStatus {
    let last = scan
    var status = ExitStatus.success
    for run in (last.error == nil ? last.earlier : []) + [last] {
      scan = run
      let result = runScan()
      if result != .success { status = result }
      if shutdown.received != nil || result != .success && last.stopsAtFailure { break }
    }
    return status
  }

  private func runScan() -> ExitStatus {
    do throws(UsageError) {
      if let text = try requestedText() { return print(text) }
      if let error = scan.error {
        let hint = scan.unknown.flatMap { command.hints[$0] } ?? error.hint
        throw UsageError(error.message, hint: hint ?? usageHint)
      }
      let settings = try Settings.read(
        before: scan, of: declared.options, tool: command.tool, environment: environment,
        knownOptions: knownOptions
      ) { self.declared.tool.exclusiveOptions.overridden(by: $0) }
      var arguments = settings.arguments(before: scan)
      arguments.hints = command.hints
      arguments.usageHint = usageHint
      let tool = try OptionBinding.bind(arguments, command.make)
      for warning in settings.warnings { diagnostics(tool.common.settings).warning(warning) }
      if tool.common.printConfig { return print(settings, tool.common) }
      if arguments.occurrences.count > 1 {
        try tool.exclusiveOptions.check(arguments.occurrences)
      }
      return execute(tool)
    } catch {
      diagnostics(scan.earlySettings).error(error)
      return .usage
    }
  }

  private func execute(_ tool: any ToolCommand) -> ExitStatus {
    let common = tool.common.settings
    let context = ToolContext(
      tool: command.tool, environment: environment, streams: streams, shutdown: shutdown,
      diagnostics: diagnostics(common), common: common,
      given: scan.occurrences.map(GivenOption.init), declared: { [command] in command.options })
    let hint = "raise the limits of the process, see ulimit -a"
    FatalSystemError.setReporter(
      memoryMessage: context.diagnostics.lines(ofError: "cannot allocate memory", hint: hint)
    ) { [diagnostics = context.diagnostics] in diagnostics.error($0, hint: hint) }
    do throws(UsageError) {
      return try tool.execute(context)
    } catch {
      context.diagnostics.error(error)
      return .usage
    }
  }

  private var usageHint: String { "see \(command.fullName) --help" }

  private func requestedText() throws(UsageError) -> String? {
    if let shell = scan.scriptShell { return try completionScript(shell) }
    if scan.wantsHelp { return Help(command, declared.options, columns: columns).full }
    if scan.wantsShortHelp { return Help(command, declared.options, columns: columns).short }
    if scan.wantsVersion { return ToolVersion.text(tool: command.tool) }
    if command.subcommands.names.isEmpty || scan.error != nil { return nil }
    let isPrinting = scan.contains(declared.tool.common.$printConfig) && scan.operands.isEmpty
    if !isPrinting { throw missingCommand }
    return nil
  }

  private var missingCommand: UsageError {
    guard let word = scan.operands.first else {
      return UsageError("missing command", hint: usageHint)
    }
    let nearest = Suggestion.nearest(to: word, among: command.subcommands.names + ["help"])
    return UsageError(
      "unknown command \"\(word)\"", hint: nearest.map { "did you mean \"\($0)\"?" } ?? usageHint)
  }

  private func completionScript(_ name: String) throws(UsageError) -> String {
    if let shell = CompletionShell(rawValue: name) {
      return CompletionScript.text(shell, tool: command.tool)
    }
    throw UsageError("unsupported shell \"\(name)\"", hint: "use bash, zsh or fish")
  }

  private func print(_ settings: Settings, _ common: CommonOptions) -> ExitStatus {
    let report = ConfigurationReport(
      options: declared.options, scan: scan, settings: settings,
      directories: Directories { [environment] in environment[$0] },
      implied: declared.tool.impliedValues)
    return print(report.text(asRecords: common.format == .jsonLines))
  }

  private func print(_ text: String) -> ExitStatus {
    let end = text.hasSuffix("\n") ? "" : "\n"
    let isWritten = DescriptorOutput.write(Array((text + end).utf8), to: streams.output.descriptor)
    return isWritten ? .success : .cannotWrite
  }

  private func diagnostics(_ common: CommonSettings) -> Diagnostics {
    Diagnostics(
      tool: command.tool, level: common.level, format: common.logFormat,
      descriptor: streams.error.descriptor)
  }

  private var columns: Int {
    StandardStreams.columns(of: streams.output, environment)
      ?? environment["COLUMNS"].flatMap { Int($0) } ?? 80
  }
}

/// Groups of mutually exclusive options.
extension [[OptionDeclaration]] {
  /// The names of the options that the given ones override. An inverse, such as `--no-cache`, does
  /// not override others.
  fileprivate func overridden(by given: [GivenArguments.Occurrence]) -> Set<String> {
    var names: Set<String> = []
    for occurrence in given where !occurrence.isInverse {
      names.formUnion(occurrence.option.overridden)
      for group in self where group.contains(occurrence.option) {
        names.formUnion(group.filter { $0 != occurrence.option }.map(\.name))
      }
    }
    return names
  }

  fileprivate func check(_ given: [GivenArguments.Occurrence]) throws(UsageError) {
    for group in self {
      let used = group.filter { option in
        given.last { $0.option == option }?.isInverse == false
      }
      guard used.count > 1 else { continue }
      throw UsageError("--\(used[0].name) cannot be used with --\(used[1].name)")
    }
  }
}

extension ArgumentScan {
  /// The settings for reporting an error before variables and the configuration file are read.
  fileprivate var earlySettings: CommonSettings {
    var settings = CommonSettings()
    func count(_ name: String) -> Int { occurrences.count { $0.option.name == name } }
    settings.level = DiagnosticLevel(quiet: count("quiet"), verbose: count("verbose"))
    let format = occurrences.last { $0.option.name == "log-format" }?.value
    if let format = format.flatMap(Diagnostics.Format.init(rawValue:)) {
      settings.logFormat = format
    }
    return settings
  }
}
