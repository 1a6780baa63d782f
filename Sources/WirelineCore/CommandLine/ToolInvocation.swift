internal import ArgumentParser

/// One run of a tool, from its words to its exit status.
struct ToolInvocation<Tool: ParsableTool> {
  private let scan: ArgumentScan
  private let arguments: [String]
  private let environment: Environment
  private let streams: StandardStreams
  private let shutdown: ShutdownSignal

  /// What the tool's section of the configuration file may hold.
  private let family: [OptionDeclaration]

  init(
    tool: Tool.Type, family: [OptionDeclaration], arguments: [String], environment: Environment,
    streams: StandardStreams, shutdown: ShutdownSignal
  ) {
    self.family = family
    let table = OptionTable(Tool.declarations, aliases: Tool.optionAliases)
    scan = ArgumentScan(arguments, table)
    self.arguments = arguments
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
      let tool = try parse(settings)
      if tool.common.printConfig { return print(configuration: settings, tool.common) }
      return run(tool)
    } catch {
      diagnostics(scan.earlySettings).error(error)
      return .usage
    }
  }

  private func run(_ tool: Tool) -> ExitStatus {
    let context = context(tool.common.settings)
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
    if scan.wantsParserText { return try parserText(arguments) }
    if scan.wantsHelp { return Help.text(for: Tool.self, columns: columns) }
    if scan.wantsVersion { return ToolVersion.text(tool: Tool.toolName) }
    if !Tool.subtools.isEmpty { throw missingSubtool }
    return nil
  }

  private var missingSubtool: UsageError {
    let names = Tool.subtools.map { $0._commandName }
    let hint = "\(Tool.toolName) \(names.joined(separator: "|")), or \(Tool.toolName) --help"
    guard let word = scan.operands.first else { return UsageError("no command", hint: hint) }
    return UsageError("unknown command \"\(word)\"", hint: hint)
  }

  /// What ArgumentParser itself answers: its completion scripts.
  private func parserText(_ arguments: [String]) throws(UsageError) -> String {
    do {
      _ = try Tool.parseAsRoot(arguments)
      return ""
    } catch {
      guard Tool.exitCode(for: error) == .success else { throw usageError(error) }
      return Tool.fullMessage(for: error)
    }
  }

  private func hinted(_ fault: UsageError) -> UsageError {
    UsageError(fault.message, hint: fault.hint ?? "\(Tool.toolName) --help lists the options")
  }

  private func print(_ text: String) -> ExitStatus {
    let end = text.hasSuffix("\n") ? "" : "\n"
    let isWritten = DescriptorOutput.write(
      Array((text + end).utf8), to: streams.output.descriptor)
    return isWritten ? .success : .cannotWrite
  }

  private func print(configuration settings: Settings, _ common: CommonOptions) -> ExitStatus {
    let report = ConfigurationReport(
      declarations: Tool.declarations, scan: scan, settings: settings, tool: Tool.toolName)
    return print(report.text(asRecords: common.format == .jsonLines))
  }

  // MARK: Parsing

  private func parse(_ settings: Settings) throws(UsageError) -> Tool {
    if let tool = decode(settings) { return tool }
    do {
      return try Tool.parse(settings.arguments(before: scan))
    } catch {
      throw blamed(error, settings)
    }
  }

  /// The fast way; nil where it does not come out even.
  private func decode(_ settings: Settings) -> Tool? {
    let values = ScannedValues(
      settings.occurrences(before: scan), operands: settings.operands(before: scan))
    do {
      var tool = try Tool(from: ScanDecoder(values: values))
      try tool.validate()
      return values.isUsedUp ? tool : nil
    } catch {
      return nil
    }
  }

  /// The error with its origin: a variable or key that fails alone, in the same way, is at fault.
  private func blamed(_ error: any Error, _ settings: Settings) -> UsageError {
    let message = Tool.message(for: error)
    for entry in settings.entries {
      do { _ = try Tool.parse(entry.arguments) } catch let other {
        if Tool.message(for: other) == message {
          return ParserMessage(message).usageError(
            Tool.declarations, origin: entry.origin)
        }
      }
    }
    return usageError(error)
  }

  private func usageError(_ error: any Error) -> UsageError {
    ParserMessage(Tool.message(for: error)).usageError(Tool.declarations, tool: Tool.toolName)
  }

  // MARK: The world

  private func context(_ common: CommonSettings) -> ToolContext {
    ToolContext(
      tool: Tool.toolName, environment: environment, streams: streams, shutdown: shutdown,
      diagnostics: diagnostics(common), common: common)
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
