/// One run of a command, from its arguments to its exit status.
struct ToolInvocation {
  private let command: Command
  private let declared: any ToolCommand
  private let options: [OptionDeclaration]
  private let scan: ArgumentScan
  private let knownOptions: () -> KnownOptions
  private let environment: Environment
  private let streams: StandardStreams
  private let shutdown: ShutdownSignal

  init(
    command: Command, knownOptions: @escaping () -> KnownOptions, arguments: [String],
    environment: Environment, streams: StandardStreams, shutdown: ShutdownSignal
  ) {
    self.command = command
    (declared, options) = command.declared
    let scan = ArgumentScan(arguments, OptionTable(options))
    // Before the name of a command, any command's options may be given.
    let isOfCommand = scan.unknown != nil && !command.subcommands.names.isEmpty
    self.scan =
      isOfCommand ? ArgumentScan(arguments, OptionTable(command.scannedOptions)) : scan
    self.knownOptions = knownOptions
    self.environment = environment
    self.streams = streams
    self.shutdown = shutdown
  }

  func run() -> ExitStatus {
    do throws(UsageError) {
      if let text = try requestedText() { return print(text) }
      if let error = scan.error {
        let hint = scan.unknown.flatMap { command.hints[$0] } ?? error.hint
        throw UsageError(error.message, hint: hint ?? usageHint)
      }
      let exclusive = ExclusiveOptions(groups: declared.exclusiveOptions)
      let settings = try Settings.read(
        before: scan, of: options, tool: command.tool, environment: environment,
        knownOptions: knownOptions, overridden: exclusive.overridden)
      var arguments = settings.arguments(before: scan)
      arguments.hints = command.hints
      arguments.usageHint = usageHint
      let tool = try OptionBinding.bind(arguments, command.make)
      for warning in settings.warnings { diagnostics(tool.common.settings).warning(warning) }
      if tool.common.printConfig { return print(settings, tool.common) }
      try exclusive.check(arguments.occurrences)
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
      given: scan.occurrences.map(GivenOption.init), options: options)
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
    if scan.wantsHelp { return Help(command, options, columns: columns).full }
    if scan.wantsShortHelp { return Help(command, options, columns: columns).short }
    if scan.wantsVersion { return ToolVersion.text(tool: command.tool) }
    let isPrinting = scan.contains(declared.common.$printConfig) && scan.operands.isEmpty
    if !command.subcommands.names.isEmpty, scan.error == nil, !isPrinting { throw missingCommand }
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
      options: options, scan: scan, settings: settings,
      directories: Directories { [environment] in environment[$0] },
      implied: declared.impliedValues)
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

private struct ExclusiveOptions {
  let groups: [[OptionDeclaration]]

  /// The names of the options that the given ones override. An inverse, such as `--no-cache`, does
  /// not override others.
  func overridden(_ given: [GivenArguments.Occurrence]) -> Set<String> {
    var names: Set<String> = []
    for occurrence in given where !occurrence.isInverse {
      names.formUnion(occurrence.option.overridden)
      for group in groups where group.contains(where: { $0.name == occurrence.option.name }) {
        names.formUnion(group.map(\.name).filter { $0 != occurrence.option.name })
      }
    }
    return names
  }

  func check(_ given: [GivenArguments.Occurrence]) throws(UsageError) {
    let lastByName = Dictionary(given.map { ($0.option.name, $0) }) { $1 }
    let names = Set(lastByName.values.filter { !$0.isInverse }.map(\.option.name))
    for group in groups {
      let used = group.filter { names.contains($0.name) }
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
