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
      return scan.operands.map { option.shown($0) }.joined(separator: " ")
    }
    let given = scan.occurrences.filter { $0.option.name == option.name }
    switch option.form {
    case .flag: return given.last?.isInverse == true ? "false" : "true"
    case .count: return "\(given.count)"
    case .list: return given.compactMap(\.value).map { option.shown($0) }.joined(separator: ", ")
    default: return option.shown(given.last?.value ?? "")
    }
  }

  private static func text(of entry: SettingEntry) -> String {
    switch entry.value {
    case .flag(let isOn): "\(isOn)"
    case .count(let count): "\(count)"
    case .words(let words): words.map { entry.option.shown($0) }.joined(separator: ", ")
    }
  }

  private static func fallback(_ option: OptionDeclaration) -> String? {
    switch option.form {
    case .flag: option.defaultText == option.name ? "true" : "false"
    case .count: "0"
    default: option.defaultText
    }
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
    isSecret = occurrence.value.map { option.shown($0) != $0 } ?? false
    let isPath = ["file", "directory"].contains(option.valueName)
    let value = occurrence.value.map { isPath ? WorkingDirectory.absolute($0) : $0 }
    words = ["--\(occurrence.name)"] + [value].compactMap { $0 }
  }
}
