/// The options that variables and the configuration file set and the command line does not.
///
/// The highest origin wins as a whole: option, environment, file, default; the values of a list are
/// not merged. The same holds among options that override each other.
struct Settings: Sendable {
  let entries: [SettingEntry]
  /// Problems that do not prevent the run.
  var warnings: [String] = []

  /// - Parameters:
  ///   - declarations: the options of the command.
  ///   - overridden: the options that the given ones override.
  static func read(
    _ scan: ArgumentScan, _ declarations: [OptionDeclaration], tool: String,
    family: () -> OptionFamily, _ environment: Environment,
    overridden: ([GivenArguments.Occurrence]) -> Set<String>
  ) throws(UsageError) -> Settings {
    let variables = EnvironmentSettings(environment, tool: tool)
    let ignoresFile = scan.givenNames.contains("no-config")
    let file = ignoresFile ? nil : try ConfigurationFile.read(environment)
    guard variables != nil || file != nil else { return Settings(entries: []) }
    let family = family()
    try variables?.checkClock()
    try file?.checkNames(tool: tool, family: family)
    var entries: [SettingEntry] = []
    let ignored = overridden(scan.occurrences)
    for option in declarations
    where option.isConfigurable && !scan.contains(option) && !ignored.contains(option.name) {
      if let entry = try variables?.entry(for: option) {
        entries.append(entry)
      } else if let entry = try file?.entry(for: option, tool: tool) {
        entries.append(entry)
      }
    }
    // A variable overrides options that the file sets.
    let byVariables = entries.filter(\.origin.isVariable)
    let ignoredInFile = overridden(byVariables.flatMap(\.occurrences))
    entries.removeAll { !$0.origin.isVariable && ignoredInFile.contains($0.option.name) }
    return Settings(entries: entries, warnings: variables?.strangers(family: family) ?? [])
  }

  /// All origins together, lowest first. Operands of the command line come before any others.
  func arguments(before scan: ArgumentScan) -> GivenArguments {
    var arguments = GivenArguments()
    arguments.occurrences = entries.flatMap(\.occurrences) + scan.occurrences
    arguments.operands =
      scan.operands.map { GivenArguments.Operand(text: $0) } + entries.flatMap(\.operands)
    return arguments.numbered()
  }
}
