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
    if !text.utf8.contains(UInt8(ascii: "{")) { return text }
    var out = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "{") {
      out.append(contentsOf: rest[..<open])
      rest = rest[rest.index(after: open)...]
      guard let close = rest.firstIndex(of: "}") else {
        throw invalid(text, because: "missing \"}\"", status: .malformedURL)
      }
      let name = String(rest[..<close])
      guard isName(name) else {
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

  private static func invalid(
    _ text: String, because reason: String, status: ExitStatus = .usage
  ) -> UsageError {
    UsageError(
      "invalid URL template \"\(InvalidURL.masked(text))\": \(reason)",
      hint: "set variables with --var name=value, or send braces unchanged with --globoff",
      status: status)
  }
}
