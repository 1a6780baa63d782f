/// Options from variables: `WIRELINE_TIMEOUT=5s`.
struct EnvironmentSettings: Sendable {
  private let environment: Environment
  private let tool: String

  /// Nil where no variable of ours is set, which is the common case and costs next to nothing.
  init?(_ environment: Environment, tool: String) {
    guard environment.hasVariable(prefix: "WIRELINE_") else { return nil }
    self.environment = environment
    self.tool = tool
  }

  /// What a variable says of an option; one that is set to nothing says nothing.
  func entry(for option: OptionDeclaration) throws(UsageError) -> SettingEntry? {
    let name = option.variable(tool: tool)
    guard let text = environment.nonEmpty(name) else { return nil }
    let origin = SettingOrigin.variable(name)
    let value: SettingValue
    switch option.form {
    case .flag: value = try Self.flag(text, origin)
    case .count: value = try Self.count(text, origin)
    case .value, .list, .optionalValue, .operand, .operands: value = .words([text])
    }
    return SettingEntry(option: option, value: value, origin: origin)
  }

  /// Those that are no option's.
  private static let others = [Environment.nowName, "WIRELINE_CITIES_URL"]

  /// Variables that look like ours, and that nobody reads: a slip of the pen, most likely.
  ///
  func strangers(family: OptionFamily) -> [String] {
    let options = family.shared + family.own
    let known = Set(options.filter(\.isConfigurable).map { $0.variable(tool: tool) })
    let prefixes = ToolName.all.filter { $0 != tool }.map(OptionDeclaration.variablePrefix)
    return environment.names(prefix: OptionDeclaration.variablePrefix).sorted().compactMap { name in
      if known.contains(name) || Self.others.contains(name) { return nil }
      if prefixes.contains(where: name.hasPrefix) { return nil }
      if let option = options.first(where: { $0.variable(tool: tool) == name }) {
        return "environment variable \(name) is not read: \(option.title) is for the command line "
          + "only"
      }
      let nearest =
        namesake(of: name, among: known) ?? Suggestion.nearest(to: name, among: known.sorted())
      return "environment variable \(name) is not known"
        + (nearest.map { ": did you mean \($0)?" } ?? "")
    }
  }

  /// The same option, which all tools share or this one has alone.
  private func namesake(of name: String, among known: Set<String>) -> String? {
    let own = OptionDeclaration.variablePrefix(tool: tool)
    let shared = OptionDeclaration.variablePrefix
    let other =
      name.hasPrefix(own)
      ? shared + name.dropFirst(own.count) : own + name.dropFirst(shared.count)
    return known.contains(other) ? other : nil
  }

  /// - Throws: where the clock is set to what is no time.
  func checkClock() throws(UsageError) {
    guard let text = environment.nonEmpty(Environment.nowName), Int(text) == nil else { return }
    throw UsageError(
      "\(SettingOrigin.variable(Environment.nowName)): invalid value \"\(text)\": expected seconds "
        + "since 1970")
  }

  private static func flag(
    _ text: String, _ origin: SettingOrigin
  ) throws(UsageError) -> SettingValue {
    switch text.lowercased() {
    case "1", "true", "yes", "on": return .isTrue
    case "0", "false", "no", "off": return .isFalse
    default: throw UsageError("\(origin): invalid value \"\(text)\": expected true or false")
    }
  }

  private static func count(
    _ text: String, _ origin: SettingOrigin
  ) throws(UsageError) -> SettingValue {
    if let flag = try? flag(text, origin) { return .count(flag == .isTrue ? 1 : 0) }
    guard let count = Int(digits: text), count <= SettingValue.largestCount else {
      throw UsageError(
        "\(origin): invalid value \"\(text)\": expected a number from 0 to "
          + "\(SettingValue.largestCount)")
    }
    return .count(count)
  }
}
