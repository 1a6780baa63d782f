/// Options from environment variables: `WIRELINE_TIMEOUT=5s`.
struct EnvironmentSettings: Sendable {
  private let environment: Environment
  private let tool: String

  /// Returns nil if no `WIRELINE_` variable is set, the common case.
  init?(_ environment: Environment, tool: String) {
    if environment.names(prefix: OptionDeclaration.variablePrefix).isEmpty { return nil }
    self.environment = environment
    self.tool = tool
  }

  /// The setting of an option; nil if its variables are unset or empty.
  func entry(for option: OptionDeclaration) throws(UsageError) -> SettingEntry? {
    guard let name = option.variables(tool: tool).first(where: { environment.nonEmpty($0) != nil })
    else { return nil }
    let text = environment.nonEmpty(name) ?? ""
    let origin = SettingOrigin.variable(name)
    let value: SettingValue
    switch option.form {
    case .flag: value = .flag(try Self.flag(text, origin))
    case .count: value = try Self.count(text, origin)
    case .value, .list, .optionalValue, .operand, .operands: value = .words([text])
    }
    return SettingEntry(option: option, value: value, origin: origin)
  }

  /// Variables that do not belong to an option.
  private static let others = [Environment.nowName, "WIRELINE_CITIES_URL"]

  /// Warnings about `WIRELINE_` variables that no tool reads, which are probably misspelled.
  func warnings(_ knownOptions: KnownOptions) -> [String] {
    let options = knownOptions.shared + knownOptions.own
    let known = Set(options.filter(\.isConfigurable).flatMap { $0.variables(tool: tool) })
    let prefixes = ToolName.all.filter { $0 != tool }.map(OptionDeclaration.variablePrefix)
    return environment.names(prefix: OptionDeclaration.variablePrefix).sorted().compactMap { name in
      if known.contains(name) || Self.others.contains(name) { return nil }
      if prefixes.contains(where: name.hasPrefix) { return nil }
      if let option = options.first(where: { $0.variables(tool: tool).contains(name) }) {
        return "environment variable \(name) is ignored: \(option.title) can only be used on the "
          + "command line"
      }
      return "unknown environment variable \(name)"
        + (nearest(to: name, among: known).map { ": did you mean \($0)?" } ?? "")
    }
  }

  /// For an option of this tool alone, `WIRELINE_OUTPUT_DIR` lacks the tool's name.
  private func nearest(to name: String, among known: Set<String>) -> String? {
    let own =
      OptionDeclaration.variablePrefix(tool: tool)
      + name.dropFirst(OptionDeclaration.variablePrefix.count)
    return known.contains(own) ? own : Suggestion.nearest(to: name, among: known.sorted())
  }

  /// - Throws: if `WIRELINE_NOW` is not a number.
  func checkClock() throws(UsageError) {
    guard let text = environment.nonEmpty(Environment.nowName), Int(text) == nil else { return }
    throw UsageError(
      "\(SettingOrigin.variable(Environment.nowName)): invalid value \"\(text)\": expected seconds "
        + "since 1970")
  }

  private static func flag(
    _ text: String, _ origin: SettingOrigin
  ) throws(UsageError) -> Bool {
    switch text.lowercased() {
    case "1", "true", "yes", "on": return true
    case "0", "false", "no", "off": return false
    default: throw UsageError("\(origin): invalid value \"\(text)\": expected true or false")
    }
  }

  private static func count(
    _ text: String, _ origin: SettingOrigin
  ) throws(UsageError) -> SettingValue {
    if let flag = try? flag(text, origin) { return .count(flag ? 1 : 0) }
    guard let count = Int(digits: text), count <= SettingValue.largestCount else {
      throw UsageError(
        "\(origin): invalid value \"\(text)\": expected a number from 0 to "
          + "\(SettingValue.largestCount)")
    }
    return .count(count)
  }
}
