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

/// An option that a variable or the configuration file sets.
package struct SettingEntry: Sendable {
  let option: OptionDeclaration
  let value: SettingValue
  let origin: SettingOrigin

  /// The same as given on a command line; empty for operands.
  var occurrences: [GivenArguments.Occurrence] {
    if option.isOperand { return [] }
    let given = GivenArguments.Occurrence(option: option, origin: origin)
    switch value {
    case .isTrue: return [given]
    case .isFalse:
      if option.inverse == nil { return [] }
      return [GivenArguments.Occurrence(option: option, isInverse: true, origin: origin)]
    case .count(let count): return Array(repeating: given, count: count)
    case .words(let words):
      return words.map {
        GivenArguments.Occurrence(option: option, value: $0, origin: origin)
      }
    }
  }

  /// The words, if this is an operand.
  var operands: [GivenArguments.Operand] {
    guard option.isOperand, case .words(let words) = value else { return [] }
    return words.map { GivenArguments.Operand(text: $0, origin: origin) }
  }
}

/// The origin of a value, other than the command line.
enum SettingOrigin: Equatable, Sendable, CustomStringConvertible {
  case variable(String)
  /// The line counts from 1.
  case file(path: String, line: Int, key: String)

  /// For messages: `environment variable WIRELINE_RETRY`.
  var description: String {
    switch self {
    case .variable(let name): "environment variable \(name)"
    case .file(let path, let line, let key): "\(path): line \(line): key \"\(key)\""
    }
  }

  var isVariable: Bool {
    if case .variable = self { true } else { false }
  }

  /// For `--print-config`.
  var name: String { isVariable ? "environment" : "config" }
}

/// The value of a setting before its option's type has parsed it.
enum SettingValue: Equatable, Sendable {
  case isTrue
  case isFalse
  /// How often a counted flag would be given.
  case count(Int)
  /// One word, or several for a list.
  case words([String])

  /// The largest `count`: more than enough for `-q` and `-v`.
  static let largestCount = 9
}

/// The options that the configuration file and variables may name.
package struct OptionFamily: Sendable {
  /// Every option of the tool, including those of its commands.
  let own: [OptionDeclaration]
  /// The options of the section `shared`, whether the tool has them or not.
  let shared: [OptionDeclaration]

  /// The shared options that a command does not have.
  func others(than own: [OptionDeclaration]) -> [OptionDeclaration] {
    let names = Set(own.map(\.name))
    return shared.filter { !names.contains($0.name) }
  }
}
