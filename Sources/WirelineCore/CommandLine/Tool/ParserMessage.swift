/// What ArgumentParser says of a command line, in our form: lower case, no full stop, the offending
/// value in double quotes.
///
/// ArgumentParser keeps its errors to itself and gives only English sentences; its version is
/// pinned, and a test knows each of them.
struct ParserMessage: Equatable, Sendable {
  private let text: String

  init(_ text: String) { self.text = text }

  /// - Parameters:
  ///   - tool: whose `--help` is the hint where there is no better one, as it is called.
  ///   - hints: for values that are not taken, by the names of their options.
  func usageError(
    _ options: [OptionDeclaration], tool: String, hints: [String: String] = [:]
  ) -> UsageError {
    if let value = invalidValue {
      return UsageError(
        "invalid value\(value.quoted(options)) for \(value.option)\(value.reason)",
        hint: hints[String(value.option.dropFirst("--".count))])
    }
    return UsageError(plain, hint: "\(tool) --help tells how to call it")
  }

  /// - Parameter origin: the variable or key that is at fault.
  func usageError(_ options: [OptionDeclaration], origin: SettingOrigin) -> UsageError {
    guard let value = invalidValue else { return UsageError("\(origin): \(plain)") }
    return UsageError("\(origin): invalid value\(value.quoted(options))\(value.reason)")
  }

  private struct InvalidValue {
    let value: Substring
    /// `--timeout`, or `<source>`.
    let option: Substring
    /// With its colon; empty where the parser gives none.
    let reason: Substring

    /// The value; a secret is not told.
    func quoted(_ options: [OptionDeclaration]) -> String {
      let isSecret = options.contains { "--\($0.name)" == option && $0.secret != .none }
      return isSecret ? "" : " \"\(value)\""
    }
  }

  /// `The value '5x' is invalid for '--timeout <time>': expected …`
  private var invalidValue: InvalidValue? {
    let (start, middle) = ("The value '", "' is invalid for '")
    guard text.hasPrefix(start), let cut = text.lastPosition(of: middle) else { return nil }
    let value = text[text.index(text.startIndex, offsetBy: start.count)..<cut.lowerBound]
    let rest = text[cut.upperBound...]
    guard let quote = rest.firstIndex(of: "'") else { return nil }
    return InvalidValue(
      value: value, option: rest[..<quote].prefix { $0 != " " },
      reason: rest[rest.index(after: quote)...])
  }

  /// Any other sentence, as one clause.
  private var plain: String {
    let lines = text.split(separator: "\n").map { line in
      let line = line.trimmingSpaces
      return line.hasSuffix(".") ? String(line.dropLast()) : line
    }
    let words = Self.doubleQuoted(lines.joined(separator: "; "))
    return words.prefix(1).lowercased() + words.dropFirst()
  }

  /// Quotation marks become double ones; an apostrophe, between letters, stays.
  private static func doubleQuoted(_ text: String) -> String {
    let characters = Array(text)
    return String(
      characters.indices.map { index in
        guard characters[index] == "'" else { return characters[index] }
        let isAfterLetter = index > 0 && characters[index - 1].isLetter
        let isBeforeLetter = index + 1 < characters.count && characters[index + 1].isLetter
        return isAfterLetter && isBeforeLetter ? "'" : "\""
      })
  }
}
