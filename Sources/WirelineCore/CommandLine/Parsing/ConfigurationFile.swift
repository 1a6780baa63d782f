internal import Glibc

/// `$XDG_CONFIG_HOME/wireline/config.json`: `{"shared":{…},"req":{…},"imgfetch":{…}}`, and named
/// `environments`, see `NamedEnvironment`.
///
/// Keys are option names in snake_case. A tool reads `shared` and its own section, which takes
/// precedence and may also contain shared options.
package struct ConfigurationFile: Sendable {
  package static let sharedSection = "shared"
  package static let environmentsSection = "environments"

  package let path: String
  package let root: JSONView

  /// - Throws: if the bytes are not one JSON object.
  package init(path: String, _ bytes: [UInt8]) throws(UsageError) {
    self.path = path
    do throws(JSONSyntaxError) {
      root = try JSONView.parse(bytes)
    } catch {
      let line = Self.line(at: error.offset, in: bytes)
      throw UsageError("\(path): line \(line): not valid JSON: \(error.reason)")
    }
    guard root.type == .object else {
      throw UsageError("\(path): expected an object, found \(root.type)")
    }
  }

  /// The setting of an option; nil if it is absent or null.
  package func entry(
    for option: OptionDeclaration, tool: String
  ) throws(UsageError) -> SettingEntry? {
    let sections = option.scope == .shared ? [tool, Self.sharedSection] : [tool]
    for section in sections {
      guard let value = root[section]?[option.key], value.type != .null else { continue }
      let origin = SettingOrigin.file(path: path, line: line(of: value), key: option.key)
      let converted = try ConfigurationValue(view: value, origin: origin).value(for: option)
      return SettingEntry(option: option, value: converted, origin: origin)
    }
    return nil
  }

  /// Checks the names of all sections, and the keys of the two sections that the tool reads.
  package func checkNames(tool: String, known: KnownOptions) throws(UsageError) {
    for (name, section) in root.fields where name != Self.environmentsSection {
      guard name == Self.sharedSection || ToolName(rawValue: name) != nil else {
        throw unknown(
          "section", named: name, at: section, among: [Self.sharedSection] + ToolName.all,
          orElse: "options are in a section, such as {\"shared\": {\"timeout\": \"5s\"}}")
      }
      guard section.type == .object || section.type == .null else {
        throw UsageError(
          "\(path): line \(line(of: section)): section \"\(name)\": expected an object, "
            + "found \(section.type)")
      }
      if name == Self.sharedSection {
        try checkKeys(section, known.shared)
      } else if name == tool {
        try checkKeys(section, known.own)
      }
    }
  }

  private func checkKeys(_ section: JSONView, _ options: [OptionDeclaration]) throws(UsageError) {
    let known = options.filter(\.isConfigurable).map(\.key)
    for (key, value) in section.fields where !known.contains(key) {
      let option = options.first { $0.key == key }
      throw unknown(
        "key", named: key, at: value, among: known,
        orElse: option.map { "\($0.title) can only be used on the command line" })
    }
  }

  private func unknown(
    _ kind: String, named name: String, at value: JSONView, among known: [String],
    orElse hint: String?
  ) -> UsageError {
    let nearest = Suggestion.nearest(to: name, among: known)
    return UsageError(
      "\(path): line \(line(of: value)): unknown \(kind) \"\(name)\"",
      hint: nearest.map { "did you mean \"\($0)\"?" } ?? hint)
  }

  /// The line on which a value begins, from 1.
  package func line(of value: JSONView) -> Int {
    Self.line(at: value.range.lowerBound, in: value.bytes)
  }

  private static func line(at offset: Int, in bytes: [UInt8]) -> Int {
    1 + bytes.prefix(offset).count { $0 == JSONByte.lineFeed }
  }

  private static let maximumBytes = 1 << 20

  /// Reads the user's file.
  ///
  /// - Parameter onDenied: receives a warning if the file may not be read: a container may run with
  ///   the home directory of another user.
  /// - Returns: nil if the file does not exist or may not be read.
  package static func read(
    _ environment: Environment, onDenied: (String) -> Void = { _ in }
  ) throws(UsageError) -> ConfigurationFile? {
    guard let path = path(environment) else { return nil }
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try StateFile.read(path, limit: maximumBytes)
    } catch {
      if error.code == ENOENT || error.code == ENOTDIR { return nil }
      if error.code == EACCES {
        onDenied("ignoring the configuration file \"\(path)\": \(error.reason)")
        return nil
      }
      if error.code == EFBIG {
        throw UsageError("\(path): larger than \(ByteSize(bytes: maximumBytes).text)")
      }
      throw UsageError(
        "\(path): cannot read: \(error.reason)", hint: "use --no-config to run without it")
    }
    return try ConfigurationFile(path: path, bytes)
  }

  /// `$XDG_CONFIG_HOME/wireline/config.json`, else `$HOME/.config/wireline/config.json`.
  package static func path(_ environment: Environment) -> String? {
    try? Directories(variable: { environment[$0] }, account: { nil }).path(.config, "config.json")
  }
}

private struct ConfigurationValue: Sendable {
  let view: JSONView
  let origin: SettingOrigin

  func value(for option: OptionDeclaration) throws(UsageError) -> SettingValue {
    switch option.form {
    case .flag: try flag()
    case .count: try count()
    case .value, .operand: .words([try wordOrList("a string or number")])
    case .optionalValue(_, let bare): try optional(option, bare)
    case .list, .operands: .words(try list())
    }
  }

  private func flag() throws(UsageError) -> SettingValue {
    guard let isOn = view.boolean else { throw mismatch("true or false") }
    return .flag(isOn)
  }

  private func count() throws(UsageError) -> SettingValue {
    if let flag = view.boolean { return .count(flag ? 1 : 0) }
    guard let count = view.integer, (0...SettingValue.largestCount).contains(count) else {
      throw mismatch("a number from 0 to \(SettingValue.largestCount)")
    }
    return .count(count)
  }

  /// `true` means the bare option, `false` its default.
  private func optional(
    _ option: OptionDeclaration, _ bare: String
  ) throws(UsageError) -> SettingValue {
    if let isOn = view.boolean { return .words([isOn ? bare : option.defaultText ?? ""]) }
    return .words([try wordOrList("a string, a list or a boolean")])
  }

  private func list() throws(UsageError) -> [String] {
    if let word = Self.word(view) { return [word] }
    return try words("a string or a list of strings")
  }

  /// A scalar, or `["a","b"]` for an option that takes `a,b`.
  private func wordOrList(_ expected: String) throws(UsageError) -> String {
    if let word = Self.word(view) { return word }
    return try words(expected).joined(separator: ",")
  }

  private func words(_ expected: String) throws(UsageError) -> [String] {
    guard view.type == .array else { throw mismatch(expected) }
    var words: [String] = []
    for element in view.elements {
      guard let word = Self.word(element) else { throw mismatch(expected) }
      words.append(word)
    }
    return words
  }

  /// The text of a string, or a number verbatim; nil for other types.
  private static func word(_ view: JSONView) -> String? {
    view.string ?? (view.type == .number ? String(decoding: view.raw, as: UTF8.self) : nil)
  }

  private func mismatch(_ expected: String) -> UsageError {
    UsageError("\(origin): expected \(expected), found \(view.type)")
  }
}
