internal import WirelineCore

/// A file of curl's `--config`: an option per line, without its dashes, and its value after white
/// space, `=` or `:`.
struct CurlConfiguration {
  /// The words of a command line that each line stands for.
  private(set) var lines: [[String]] = []

  private static let maximumBytes = 16 << 20

  init(path: String) throws(UsageError) {
    let bytes = try SystemFiles(limit: Self.maximumBytes).bytes(path)
    guard !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) else {
      throw UsageError("\"\(path)\" is not a text file in UTF-8")
    }
    self.init(text)
  }

  init(_ text: String) {
    for line in text.split(whereSeparator: { $0 == "\n" || $0 == "\r\n" }) {
      var rest = line.drop { $0 == " " || $0 == "\t" }
      guard let first = rest.first, !"#/*".contains(first) else { continue }
      let isDashed = first == "-"
      let option = rest.prefix { !Self.isSeparator($0, isDashed: isDashed) }
      rest = rest.dropFirst(option.count).drop { Self.isSeparator($0, isDashed: isDashed) }
      let isLong = !isDashed || option.hasPrefix("--")
      let name = isDashed ? String(option) : "--" + option
      switch Self.value(rest) {
      case nil: lines.append([name])
      case let value? where isLong: lines.append([name + "=" + value])
      case let value?: lines.append([name, value])
      }
    }
  }

  private static func isSeparator(_ character: Character, isDashed: Bool) -> Bool {
    character == " " || character == "\t" || !isDashed && (character == "=" || character == ":")
  }

  /// A word, or a text in quotes with the escapes `\t`, `\n`, `\r` and `\v`; nil without one.
  private static func value(_ text: Substring) -> String? {
    if text.isEmpty || text.hasPrefix("#") { return nil }
    guard text.first == "\"" else { return String(text.prefix { $0 != " " && $0 != "\t" }) }
    var value = ""
    var rest = text.dropFirst()
    while let character = rest.popFirst(), character != "\"" {
      guard character == "\\", let escaped = rest.popFirst() else {
        value.append(character)
        continue
      }
      value.append(escapes[escaped] ?? escaped)
    }
    return value
  }

  private static let escapes: [Character: Character] = [
    "t": "\t", "n": "\n", "r": "\r", "v": "\u{B}",
  ]
}
