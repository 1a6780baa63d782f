/// What variables and the configuration file say, where the command line says nothing.
///
/// The highest origin wins as a whole: flag, environment, file, default; the values of a list are
/// not merged.
struct Settings: Sendable {
  let entries: [SettingEntry]
  /// What is wrong and keeps nothing from being done.
  var warnings: [String] = []

  /// - Parameters:
  ///   - declarations: the options that the tool takes.
  ///   - family: every option of the tool, those of its other sub-commands included.
  static func read(
    _ scan: ArgumentScan, _ declarations: [OptionDeclaration], tool: String,
    family: () -> [OptionDeclaration], _ environment: Environment
  ) throws(UsageError) -> Settings {
    let variables = EnvironmentSettings(environment, tool: tool)
    let file = scan.contains(CommonOptions.noConfig) ? nil : try ConfigurationFile.read(environment)
    guard variables != nil || file != nil else { return Settings(entries: []) }
    let family = family()
    try file?.checkNames(tool: tool, family: family)
    var entries: [SettingEntry] = []
    for option in declarations where option.isConfigurable && !scan.contains(option) {
      if let entry = try variables?.entry(for: option) {
        entries.append(entry)
      } else if let entry = try file?.entry(for: option, tool: tool) {
        entries.append(entry)
      }
    }
    return Settings(entries: entries, warnings: variables?.strangers(family: family) ?? [])
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
