/// The process environment of a tool; tests pass their own.
package struct ToolContext: Sendable {
  package let tool: String
  package let environment: Environment
  package let streams: StandardStreams
  package let shutdown: ShutdownSignal
  package let diagnostics: Diagnostics
  package let common: CommonSettings
  package var given: [GivenOption] = []
  var declared: @Sendable () -> [OptionDeclaration] = { [] }
  /// Delays requests while the output is blocked.
  package let backpressure = OutputBackpressure()
  /// The waits for hosts, for the summary.
  package let hostWaits = HostWaits()

  /// Whether an option is on the command line, not only in a variable or the configuration file.
  package func isGiven(_ name: String) -> Bool { given.contains { $0.name == name } }

  /// The options that variables set and the command line does not.
  package var givenByVariables: [GivenOption] {
    guard let variables = EnvironmentSettings(environment, tool: tool) else { return [] }
    return declared().filter { $0.isConfigurable && !isGiven($0.name) }.flatMap { option in
      // Invalid variables were reported when the settings were read.
      let entry = try? variables.entry(for: option)
      return entry?.occurrences.map(GivenOption.init) ?? []
    }
  }

  /// Rejects a field in `--fields` that neither the run's records nor error records have.
  ///
  /// - Parameters:
  ///   - known: the fields of the run's records.
  ///   - records: `--copy` adds fields.
  package func checkFields(
    _ known: [String], _ records: RecordOptions = RecordOptions()
  ) throws(UsageError) {
    let known = known + ErrorRecord.fields.filter { !known.contains($0) }
    let names = known + records.copy
    for field in common.fields where !names.contains(field.text) && !names.contains(field.first) {
      let nearest = Suggestion.nearest(to: field.first, among: names)
      throw UsageError(
        "unknown field \"\(field.text)\" in --fields",
        hint: nearest.map { "did you mean \"\($0)\"?" }
          ?? "the fields are \(known.joined(separator: ", "))")
    }
  }

  /// Rejects a run without operands whose stdin is a terminal.
  ///
  /// - Parameter hint: what to type: `give a URL, or pipe request records into req`.
  package func requireInput(hint: String) throws(UsageError) {
    guard streams.input.isTerminal else { return }
    throw UsageError("nothing to do", hint: hint)
  }

  /// Reports an error with its own exit status.
  ///
  /// - Throws: errors with the status `usage`, for the caller to report.
  func report(_ error: UsageError) throws(UsageError) -> ExitStatus {
    guard error.status != .usage else { throw error }
    diagnostics.error(error)
    return error.status
  }

  /// - Parameter view: the layout for people; without columns, `auto` prints JSON lines on a
  ///   terminal too.
  package func outputFormatter(view: RecordView) -> OutputFormatter {
    OutputFormatter(
      common.format.resolved(isTerminal: streams.output.isTerminal, hasTable: view.isForPeople),
      fields: common.fields, view: view,
      width: StandardStreams.columns(of: streams.output, environment),
      isColored: common.color.isColored(streams.output, environment: environment))
  }
}
