/// The environment of a tool. A test passes its own.
package struct ToolContext: Sendable {
  /// The name of the executable: `yelp-query`.
  package let tool: String
  package let environment: Environment
  package let streams: StandardStreams
  package let shutdown: ShutdownSignal
  package let diagnostics: Diagnostics
  package let common: CommonSettings
  /// The options of the command line itself, in order.
  package let given: [GivenOption]
  private let options: [OptionDeclaration]
  /// Holds requests back while the output waits.
  package let brake = AdmissionBrake()

  package init(
    tool: String, environment: Environment, streams: StandardStreams, shutdown: ShutdownSignal,
    diagnostics: Diagnostics, common: CommonSettings, given: [GivenOption] = [],
    options: [OptionDeclaration] = []
  ) {
    self.tool = tool
    self.environment = environment
    self.streams = streams
    self.shutdown = shutdown
    self.diagnostics = diagnostics
    self.common = common
    self.given = given
    self.options = options
  }

  /// Whether the command line itself gives an option, rather than a variable or the configuration
  /// file.
  package func isGiven(_ name: String) -> Bool { given.contains { $0.name == name } }

  /// The options that variables set and the command line does not, as a command line would give
  /// them.
  package var givenByVariables: [GivenOption] {
    guard let variables = EnvironmentSettings(environment, tool: tool) else { return [] }
    return options.filter { $0.isConfigurable && !isGiven($0.name) }.flatMap { option in
      // Errors in variables were reported when the settings were read.
      let entry = try? variables.entry(for: option)
      return entry?.occurrences.map(GivenOption.init) ?? []
    }
  }

  /// Says that there is nothing to do, where stdin is a terminal; to be asked by a tool that is
  /// about to read stdin because it was given no operand.
  ///
  /// - Parameter hint: what to type: `give a URL, or pipe request records into req`.
  package func requireInput(hint: String) throws(UsageError) {
    guard streams.input.isTerminal else { return }
    throw UsageError("nothing to do", hint: hint)
  }

  /// The end of a tool that did not get to its work: an error with a status of its own is told
  /// here.
  ///
  /// - Throws: any other, for the caller to tell.
  func end(_ error: UsageError) throws(UsageError) -> ExitStatus {
    guard error.status != .usage else { throw error }
    diagnostics.error(error)
    return error.status
  }

  /// How records are to be printed.
  ///
  /// - Parameter columns: the fields of the tool's table; empty where it has none, and then `auto`
  ///   is JSON lines on a terminal too.
  package func outputFormatter(columns: [String]) -> OutputFormatter {
    outputFormatter(view: .columns(columns))
  }

  /// How records are to be printed.
  ///
  /// - Parameter view: how the tool shows them to people; a view without columns leaves `auto` at
  ///   JSON lines on a terminal too.
  package func outputFormatter(view: RecordView) -> OutputFormatter {
    OutputFormatter(
      common.format.resolved(isTerminal: streams.output.isTerminal, hasTable: view.isForPeople),
      fields: common.fields, view: view,
      width: StandardStreams.columns(of: streams.output, environment),
      isColored: common.color.isColored(streams.output, environment: environment))
  }
}
