/// What variables and the configuration file say, where the command line says nothing.
///
/// The highest origin wins as a whole: flag, environment, file, default; the values of a list are
/// not merged. So it does among options that exclude each other.
struct Settings: Sendable {
  let entries: [SettingEntry]
  /// What is wrong and keeps nothing from being done.
  var warnings: [String] = []

  /// - Parameter declarations: the options that the tool takes.
  static func read(
    _ scan: ArgumentScan, _ declarations: [OptionDeclaration], tool: String,
    family: () -> OptionFamily, _ environment: Environment
  ) throws(UsageError) -> Settings {
    let variables = EnvironmentSettings(environment, tool: tool)
    let file = scan.contains(CommonOptions.noConfig) ? nil : try ConfigurationFile.read(environment)
    guard variables != nil || file != nil else { return Settings(entries: []) }
    let family = family()
    try variables?.checkClock()
    try file?.checkNames(tool: tool, family: family)
    var entries: [SettingEntry] = []
    let excluded = scan.excludedNames
    for option in declarations
    where option.isConfigurable && !scan.contains(option) && !excluded.contains(option.name) {
      if let entry = try variables?.entry(for: option) {
        entries.append(entry)
      } else if let entry = try file?.entry(for: option, tool: tool) {
        entries.append(entry)
      }
    }
    return Settings(
      entries: agreed(entries), warnings: variables?.strangers(family: family) ?? [])
  }

  /// Without what the file says of options that a variable excludes.
  private static func agreed(_ entries: [SettingEntry]) -> [SettingEntry] {
    let variables = entries.filter(\.origin.isVariable)
    let excluded = ArgumentScan.excludedNames(variables.flatMap(\.occurrences))
    return entries.filter { $0.origin.isVariable || !excluded.contains($0.option.name) }
  }

  /// The words for ArgumentParser: every option in its long form, operands behind a `--`.
  func arguments(before scan: ArgumentScan) -> [String] {
    let operands = operands(before: scan)
    return occurrences(before: scan).flatMap(\.arguments)
      + (operands.isEmpty ? [] : ["--"] + operands)
  }

  /// The options of all origins, lowest first.
  func occurrences(before scan: ArgumentScan) -> [ArgumentScan.Occurrence] {
    entries.isEmpty ? scan.occurrences : entries.flatMap(\.occurrences) + scan.occurrences
  }

  /// The operands; those of the command line exclude any others.
  func operands(before scan: ArgumentScan) -> [String] {
    entries.isEmpty ? scan.operands : scan.operands + entries.flatMap(\.operands)
  }
}
