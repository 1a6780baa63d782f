internal import WirelineCore
internal import WirelineRequests

/// A URL with variables: `https://h/product/{id}`. Values are percent-encoded (RFC 6570, level 1),
/// so that they cannot change the structure of the URL.
enum URLTemplate {
  /// Expands the variables.
  ///
  /// - Parameter value: returns the value of a variable, or nil.
  static func filled(
    _ text: String, _ value: (String) -> String?
  ) throws(UsageError) -> String {
    if !text.utf8.contains(where: "{[".utf8.contains) { return text }
    if let range = range(in: text) { throw unexpanded(range, inBash: "{1..9}") }
    var out = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "{") {
      out.append(contentsOf: rest[..<open])
      rest = rest[rest.index(after: open)...]
      guard let close = rest.firstIndex(of: "}") else {
        throw invalid(text, because: "missing \"}\"")
      }
      let name = String(rest[..<close])
      guard isName(name) else {
        if name.contains(","), !name.contains("\"") {
          throw unexpanded("{\(name)}", inBash: "{\(name)}")
        }
        throw invalid(text, because: "\"{\(name)}\" is not a variable name")
      }
      guard let value = value(name) else {
        throw invalid(text, because: "variable \"\(name)\" has no value")
      }
      out += PercentEncoding.component(value)
      rest = rest[rest.index(after: close)...]
    }
    out.append(contentsOf: rest)
    return out
  }

  static func isName(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { $0.isASCIIAlphanumeric || "_-.".utf8.contains($0) }
  }

  /// The first of curl's ranges: `[1-9]`, `[a-z]` or `[1-9:2]`.
  private static func range(in text: String) -> String? {
    var rest = text[...]
    while let open = rest.firstIndex(of: "["), let close = rest[open...].firstIndex(of: "]") {
      let bounds = rest[rest.index(after: open)..<close].prefix { $0 != ":" }
        .split(separator: "-", omittingEmptySubsequences: false)
      let isRange =
        bounds.allSatisfy { Int(digits: $0) != nil }
        || bounds.allSatisfy { $0.count == 1 && $0.first?.isLetter == true }
      if bounds.count == 2, isRange { return String(rest[open...close]) }
      rest = rest[rest.index(after: close)...]
    }
    return nil
  }

  private static func unexpanded(_ pattern: String, inBash braces: String) -> UsageError {
    UsageError(
      "\"\(pattern)\" is a pattern of curl, which req does not expand",
      hint: "bash expands \(braces) outside quotes; --globoff sends the URL unchanged")
  }

  private static func invalid(_ text: String, because reason: String) -> UsageError {
    UsageError(
      "invalid URL template \"\(InvalidURL.masked(text))\": \(reason)",
      hint: "set variables with --var name=value, or send braces unchanged with --globoff")
  }
}
