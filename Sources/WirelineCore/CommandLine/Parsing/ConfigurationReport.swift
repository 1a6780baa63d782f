/// `--print-config`: every option with its value and its origin.
struct ConfigurationReport {
  private struct Row {
    let name: String
    let value: String?
    let origin: String
  }

  private let rows: [Row]

  init(
    options: [OptionDeclaration], scan: ArgumentScan, settings: Settings, directories: Directories,
    implied: ((String) -> String?) -> [String: String]
  ) {
    let implied = implied { name in
      guard let option = options.first(where: { $0.name == name }) else { return nil }
      return scan.contains(option)
        ? Self.given(option, scan)
        : settings.entries.first { $0.option.name == name }.map(Self.text)
    }
    rows = options.filter(\.isConfigurable).map { option in
      if scan.contains(option) {
        return Row(name: option.name, value: Self.given(option, scan), origin: "flag")
      }
      if let entry = settings.entries.first(where: { $0.option.name == option.name }) {
        return Row(name: option.name, value: Self.text(of: entry), origin: entry.origin.name)
      }
      let fallback = Self.fallback(option).map(directories.resolved)
      if let value = implied[option.name], value != fallback {
        return Row(name: option.name, value: value, origin: "preset")
      }
      return Row(name: option.name, value: fallback, origin: "default")
    }
  }

  func text(asRecords: Bool) -> String { asRecords ? records : table }

  private var table: String {
    let names = rows.map(\.name.count).max() ?? 0
    let values = min(rows.map { ($0.value ?? "-").count }.max() ?? 0, 40)
    return rows.map { row in
      let value = TerminalText.escaped(row.value ?? "-")
      return row.name.padded(names) + "  " + value.padded(values) + "  " + row.origin + "\n"
    }.joined()
  }

  private var records: String {
    let lines = rows.flatMap { row in
      JSONWriter.line { writer in
        writer.field("name", row.name)
        if let value = row.value { writer.field("value", value) }
        writer.field("origin", row.origin)
      }
    }
    return String(decoding: lines, as: UTF8.self)
  }

  private static func given(_ option: OptionDeclaration, _ scan: ArgumentScan) -> String {
    if option.isOperand {
      return scan.operands.map { shown($0, option) }.joined(separator: " ")
    }
    let given = scan.occurrences.filter { $0.option.name == option.name }
    switch option.form {
    case .flag: return given.last?.isInverse == true ? "false" : "true"
    case .count: return "\(given.count)"
    case .list: return given.compactMap(\.value).map { shown($0, option) }.joined(separator: ", ")
    default: return shown(given.last?.value ?? "", option)
    }
  }

  private static func text(of entry: SettingEntry) -> String {
    switch entry.value {
    case .flag(let isOn): "\(isOn)"
    case .count(let count): "\(count)"
    case .words(let words): words.map { shown($0, entry.option) }.joined(separator: ", ")
    }
  }

  private static func fallback(_ option: OptionDeclaration) -> String? {
    switch option.form {
    case .flag: option.defaultText == option.name ? "true" : "false"
    case .count: "0"
    default: option.defaultText
    }
  }

  static func shown(_ value: String, _ option: OptionDeclaration) -> String {
    switch option.secret {
    case .none: value
    case .header: maskedHeader(value)
    case .password: maskedQuery(maskedPassword(value))
    }
  }

  private static func maskedHeader(_ field: String) -> String {
    let name = field.prefix { $0 != ":" }
    return Secrets.isSecret(header: name.trimmingSpaces) ? "\(name): \(Secrets.mask)" : field
  }

  /// `http://host/cities?api_key=REDACTED`
  private static func maskedQuery(_ url: String) -> String {
    guard let mark = url.firstIndex(of: "?") else { return url }
    return url[...mark] + Secrets.redacted(query: url[url.index(after: mark)...])
  }

  /// `http://user:REDACTED@host`. Masks a user name without a password: it may be a token.
  private static func maskedPassword(_ url: String) -> String {
    let authority = url.firstRange(of: "://")?.upperBound ?? url.startIndex
    guard let at = url.lastIndex(of: "@"), at > authority else { return url }
    if let colon = url[authority..<at].firstIndex(of: ":") {
      return url[...colon] + Secrets.mask + url[at...]
    }
    return url[authority..<at].contains("/") ? url : url[..<authority] + Secrets.mask + url[at...]
  }
}

extension String {
  func padded(_ width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}

/// An option of the command line, in a form that a new command line can repeat.
package struct GivenOption: Sendable {
  /// The name without dashes: `ttl`, even for `--no-ttl` or a letter.
  package let name: String
  package let isSecret: Bool
  package let words: [String]

  init(_ occurrence: GivenArguments.Occurrence) {
    let option = occurrence.option
    name = option.name
    isSecret = occurrence.value.map { ConfigurationReport.shown($0, option) != $0 } ?? false
    let isPath = ["file", "directory"].contains(option.valueName)
    let value = occurrence.value.map { isPath ? WorkingDirectory.absolute($0) : $0 }
    words = ["--\(occurrence.name)"] + [value].compactMap { $0 }
  }
}
