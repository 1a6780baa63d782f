/// Settings from variables and the configuration file for options that are not on the command line.
///
/// Precedence is command line, environment, file, default. List values from several origins are not
/// merged. An option also overrides its mutually exclusive options from lower origins.
struct Settings: Sendable {
  let entries: [SettingEntry]
  var warnings: [String] = []

  /// - Parameters:
  ///   - declarations: the options of the command. Evaluated, like `knownOptions`, only if a
  ///     variable or a configuration file exists.
  ///   - overridden: returns the options that the given ones override.
  static func read(
    before scan: ArgumentScan, of declarations: @autoclosure () -> [OptionDeclaration],
    tool: String, environment: Environment,
    knownOptions: () -> KnownOptions,
    overridden: ([GivenArguments.Occurrence]) -> Set<String>
  ) throws(UsageError) -> Settings {
    let variables = EnvironmentSettings(environment, tool: tool)
    let ignoresFile = scan.occurrences.contains { $0.option.name == "no-config" }
    var warnings: [String] = []
    let file = ignoresFile ? nil : try ConfigurationFile.read(environment) { warnings.append($0) }
    guard variables != nil || file != nil else {
      return Settings(entries: [], warnings: warnings)
    }
    let known = knownOptions()
    try variables?.checkClock()
    try file?.checkNames(tool: tool, known: known)
    var entries: [SettingEntry] = []
    let ignored = overridden(scan.occurrences)
    for option in declarations()
    where option.isConfigurable && !scan.contains(option) && !ignored.contains(option.name) {
      if let entry = try variables?.entry(for: option) {
        entries.append(entry)
      } else if let entry = try file?.entry(for: option, tool: tool) {
        entries.append(entry)
      }
    }
    let byVariables = entries.filter(\.origin.isVariable)
    let ignoredInFile = overridden(byVariables.flatMap(\.occurrences))
    entries.removeAll { !$0.origin.isVariable && ignoredInFile.contains($0.option.name) }
    return Settings(entries: entries, warnings: warnings + (variables?.warnings(known) ?? []))
  }

  func arguments(before scan: ArgumentScan) -> GivenArguments {
    var arguments = GivenArguments()
    arguments.occurrences = entries.flatMap(\.occurrences) + scan.occurrences
    arguments.operands =
      scan.operands.map { GivenArguments.Operand(text: $0) } + entries.flatMap(\.operands)
    return arguments
  }
}
