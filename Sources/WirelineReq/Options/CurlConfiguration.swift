internal import WirelineCore

/// A file of curl's `--config`: an option per line, without its dashes, and its value after white
/// space, `=` or `:`.
struct CurlConfiguration {
  /// The words of a command line that the lines stand for.
  private(set) var words: [String] = []

  init(_ text: String) {
    for line in text.split(whereSeparator: \.isNewline) {
      var rest = line.drop { $0 == " " || $0 == "\t" }
      guard let first = rest.first, !"#/*".contains(first) else { continue }
      let isDashed = first == "-"
      let option = rest.prefix { !Self.isSeparator($0, isDashed: isDashed) }
      rest = rest.dropFirst(option.count).drop { Self.isSeparator($0, isDashed: isDashed) }
      let isLong = !isDashed || option.hasPrefix("--")
      let name = isDashed ? String(option) : "--" + option
      switch Self.value(rest) {
      case nil: words.append(name)
      case let value? where isLong: words.append(name + "=" + value)
      case let value?: words += [name, value]
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
