internal import ArgumentParser

/// One run of a tool, from its words to its exit status.
struct ToolInvocation<Tool: ParsableTool> {
  private let arguments: [String]
  private let scan: ArgumentScan
  /// What the tool's section of the configuration file may hold.
  private let family: @Sendable () -> OptionFamily
  private let environment: Environment
  private let streams: StandardStreams
  private let shutdown: ShutdownSignal

  init(
    tool: Tool.Type, family: @escaping @Sendable () -> OptionFamily,
    arguments: [String], environment: Environment,
    streams: StandardStreams, shutdown: ShutdownSignal
  ) {
    self.arguments = arguments
    scan = ArgumentScan(arguments, OptionTable(Tool.declarations, aliases: Tool.optionAliases))
    self.family = family
    self.environment = environment
    self.streams = streams
    self.shutdown = shutdown
  }

  func run() -> ExitStatus {
    do throws(UsageError) {
      if let text = try requestedText() { return print(text) }
      if let fault = scan.fault { throw hinted(fault) }
      let settings = try Settings.read(
        scan, Tool.declarations, tool: Tool.toolName, family: family, environment)
      let tool = try ToolParser(Tool.self, scan, settings).tool()
      for warning in settings.warnings { diagnostics(tool.common.settings).warning(warning) }
      return tool.common.printConfig ? print(settings, tool.common) : run(tool)
    } catch {
      diagnostics(scan.earlySettings).error(error)
      return .usage
    }
  }

  private func run(_ tool: Tool) -> ExitStatus {
    let context = context(tool.common.settings)
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

  // MARK: Texts that were asked for

  /// Help, version, completion script: what is printed in the place of any work.
  private func requestedText() throws(UsageError) -> String? {
    if let shell = scan.scriptShell { return try completionScript(shell) }
    if scan.wantsParserText { return try parserText() }
    if scan.wantsHelp { return Help.text(for: Tool.self, columns: columns) }
    if scan.wantsVersion { return ToolVersion.text(tool: Tool.toolName) }
    let isPrinting = scan.contains(CommonOptions.printConfig) && scan.operands.isEmpty
    if !Tool.subtools.isEmpty, scan.fault == nil, !isPrinting { throw missingSubtool }
    return nil
  }

  private var missingSubtool: UsageError {
    let names = Tool.subtools.map { $0._commandName }
    let hint = "\(Tool.toolName) --help lists the commands"
    guard let word = scan.operands.first else { return UsageError("no command", hint: hint) }
    let nearest = Spelling.nearest(to: word, among: names)
    return UsageError(
      "unknown command \"\(word)\"", hint: nearest.map { "did you mean \"\($0)\"?" } ?? hint)
  }

  private func completionScript(_ name: String) throws(UsageError) -> String {
    if let shell = CompletionShell(rawValue: name) {
      return CompletionScript.text(shell, tool: Tool.toolName)
    }
    throw UsageError(
      "no completion script for \"\(name)\"",
      hint: "there are scripts for bash, zsh and fish")
  }

  /// What ArgumentParser itself answers: its own description of a tool.
  private func parserText() throws(UsageError) -> String {
    do {
      _ = try Tool.parseAsRoot(arguments)
      return ""
    } catch {
      if Tool.exitCode(for: error) == .success { return Tool.fullMessage(for: error) }
      throw ParserMessage(Tool.message(for: error))
        .usageError(Tool.declarations, tool: Tool.toolName)
    }
  }

  private func hinted(_ fault: UsageError) -> UsageError {
    UsageError(fault.message, hint: fault.hint ?? "\(calledName) --help lists the options")
  }

  /// With the command's word: `yelp-query search`.
  private var calledName: String {
    let command = Tool._commandName
    return command == Tool.toolName ? command : "\(Tool.toolName) \(command)"
  }

  private func print(_ settings: Settings, _ common: CommonOptions) -> ExitStatus {
    let report = ConfigurationReport(
      declarations: Tool.declarations, scan: scan, settings: settings, tool: Tool.toolName,
      implied: Tool.impliedValues)
    return print(report.text(asRecords: common.format == .jsonLines))
  }

  private func print(_ text: String) -> ExitStatus {
    let end = text.hasSuffix("\n") ? "" : "\n"
    let isWritten = DescriptorOutput.write(
      Array((text + end).utf8), to: streams.output.descriptor)
    return isWritten ? .success : .cannotWrite
  }

  // MARK: The world

  private func context(_ common: CommonSettings) -> ToolContext {
    ToolContext(
      tool: Tool.toolName, environment: environment, streams: streams, shutdown: shutdown,
      diagnostics: diagnostics(common), common: common,
      given: scan.occurrences.map(GivenOption.init))
  }

  private func diagnostics(_ common: CommonSettings) -> Diagnostics {
    Diagnostics(
      tool: Tool.toolName, level: common.level, format: common.logFormat,
      descriptor: streams.error.descriptor)
  }

  private var columns: Int {
    StandardStreams.columns(of: streams.output, environment)
      ?? environment["COLUMNS"].flatMap { Int($0) } ?? 80
  }
}
