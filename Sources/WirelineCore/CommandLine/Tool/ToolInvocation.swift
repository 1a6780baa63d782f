/// One run of a command, from its arguments to its exit status.
struct ToolInvocation {
  private let command: Command
  private let declared: any ToolCommand
  private let options: [OptionDeclaration]
  private let scan: ArgumentScan
  /// The options that the configuration file may set.
  private let family: () -> OptionFamily
  private let environment: Environment
  private let streams: StandardStreams
  private let shutdown: ShutdownSignal

  init(
    command: Command, family: @escaping () -> OptionFamily, arguments: [String],
    environment: Environment, streams: StandardStreams, shutdown: ShutdownSignal
  ) {
    self.command = command
    (declared, options) = command.declared
    scan = ArgumentScan(arguments, OptionTable(options))
    self.family = family
    self.environment = environment
    self.streams = streams
    self.shutdown = shutdown
  }

  func run() -> ExitStatus {
    do throws(UsageError) {
      if let text = try requestedText() { return print(text) }
      if let error = scan.error { throw withHint(error) }
      let exclusive = ExclusiveOptions(declared.exclusiveOptions)
      let settings = try Settings.read(
        scan, options, tool: command.tool, family: family, environment,
        overridden: exclusive.overridden)
      var arguments = settings.arguments(before: scan)
      arguments.hints = command.hints
      arguments.usageHint = "see \(command.calledName) --help"
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
    SystemFault.onEnd { [diagnostics = context.diagnostics] message in
      diagnostics.error(message, hint: "raise the limits of the process, see ulimit -a")
    }
    do throws(UsageError) {
      return try tool.execute(context)
    } catch {
      context.diagnostics.error(error)
      return .usage
    }
  }

  // MARK: Requested texts

  /// Help, version or a completion script, which are printed instead of any work.
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
    let hint = "\(command.tool) --help lists the commands"
    guard let word = scan.operands.first else { return UsageError("missing command", hint: hint) }
    let nearest = Suggestion.nearest(to: word, among: command.subcommands.names)
    return UsageError(
      "unknown command \"\(word)\"", hint: nearest.map { "did you mean \"\($0)\"?" } ?? hint)
  }

  private func completionScript(_ name: String) throws(UsageError) -> String {
    if let shell = CompletionShell(rawValue: name) {
      return CompletionScript.text(shell, tool: command.tool)
    }
    throw UsageError(
      "no completion script for \"\(name)\"", hint: "the shells are bash, zsh and fish")
  }

  private func withHint(_ error: UsageError) -> UsageError {
    UsageError(
      error.message, hint: error.hint ?? "\(command.calledName) --help lists the options")
  }

  private func print(_ settings: Settings, _ common: CommonOptions) -> ExitStatus {
    let report = ConfigurationReport(
      options: options, scan: scan, settings: settings, implied: declared.impliedValues)
    return print(report.text(asRecords: common.format == .jsonLines))
  }

  private func print(_ text: String) -> ExitStatus {
    let end = text.hasSuffix("\n") ? "" : "\n"
    let isWritten = DescriptorOutput.write(
      Array((text + end).utf8), to: streams.output.descriptor)
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

/// Groups of options of which only one can be used at a time.
private struct ExclusiveOptions {
  private let groups: [[OptionDeclaration]]

  init(_ groups: [[OptionDeclaration]]) { self.groups = groups }

  /// The names of the options that the given ones override. An inverse, such as `--no-cache`,
  /// overrides nothing.
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
  /// How to report a usage error, as far as the command line alone determines it.
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
