/// `$XDG_CONFIG_HOME/wireline/config.json`: `{"shared":{…},"req":{…},"imgfetch":{…}}`, and
/// `environments` by their names, see `NamedEnvironment`.
///
/// Keys are the options' names in snake_case. A tool reads `shared` and its own section, and its
/// own section wins, where it may also hold shared options.
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

  /// What the file says of an option; null says nothing.
  package func entry(
    for option: OptionDeclaration, tool: String
  ) throws(UsageError) -> SettingEntry? {
    let sections = option.scope == .shared ? [tool, Self.sharedSection] : [tool]
    for section in sections {
      guard let value = root[section]?[option.key], value.type != .null else { continue }
      let origin = SettingOrigin.file(path: path, line: line(of: value), key: option.key)
      let converted = try ConfigurationValue(value, origin).value(for: option)
      return SettingEntry(option: option, value: converted, origin: origin)
    }
    return nil
  }

  /// Checks the names of all sections, and those of the keys in the two that the tool reads.
  package func checkNames(tool: String, family: OptionFamily) throws(UsageError) {
    for (name, section) in root.members where name != Self.environmentsSection {
      guard name == Self.sharedSection || ToolName(rawValue: name) != nil else {
        throw unknown("section", name, section, [Self.sharedSection] + ToolName.all)
      }
      guard section.type == .object || section.type == .null else {
        throw UsageError(
          "\(path): line \(line(of: section)): section \"\(name)\": expected an object, "
            + "found \(section.type)")
      }
      if name == Self.sharedSection {
        try checkKeys(section, family.shared)
      } else if name == tool {
        try checkKeys(section, family.own)
      }
    }
  }

  private func checkKeys(
    _ section: JSONView, _ options: [OptionDeclaration]
  ) throws(UsageError) {
    let known = options.filter(\.isConfigurable).map(\.key)
    for (key, value) in section.members where !known.contains(key) {
      let option = options.first { $0.key == key }
      throw unknown(
        "key", key, value, known, hint: option.map { "\($0.title) is for the command line only" })
    }
  }

  private func unknown(
    _ what: String, _ name: String, _ value: JSONView, _ known: [String], hint: String? = nil
  ) -> UsageError {
    let nearest = Spelling.nearest(to: name, among: known)
    return UsageError(
      "\(path): line \(line(of: value)): unknown \(what) \"\(name)\"",
      hint: hint ?? nearest.map { "did you mean \"\($0)\"?" })
  }

  /// The line on which a value begins, from 1.
  package func line(of value: JSONView) -> Int {
    Self.line(at: value.range.lowerBound, in: value.bytes)
  }

  private static func line(at offset: Int, in bytes: [UInt8]) -> Int {
    1 + bytes.prefix(offset).count { $0 == JSONByte.lineFeed }
  }
}
