internal import WirelineCore

/// The request fields that a stored response was chosen by, RFC 9111 §4.1.
///
/// Their values may be secrets (`Vary: Cookie`), so only a hash of them is
/// kept.
package struct SelectingFields: Sendable, Hashable {
  /// The names in `Vary`, lower case, sorted, each once.
  package let names: [String]
  /// SHA-256 of names and normalised values, hexadecimal.
  package let fingerprint: String

  init(names: [String], fingerprint: String) {
    self.names = names
    self.fingerprint = fingerprint
  }

  /// What no request matches: no hash is empty.
  static let never = SelectingFields(names: ["*"], fingerprint: "")

  private init(names: [String], of request: HeaderFields) {
    self.names = names
    let text = names.map { "\($0):\(Self.normalised(request.values(of: $0)) ?? "-")\n" }.joined()
    fingerprint = Hexadecimal.encode(SHA256.hash(data: Array(text.utf8)))
  }

  /// - Returns: nil for `Vary: *`, which no request ever matches.
  package init?(response: HeaderFields, request: HeaderFields) {
    guard let names = Self.names(response) else { return nil }
    self.init(names: names, of: request)
  }

  /// Whether a later request has the same fields: absent in both, or the same
  /// "by adding or removing whitespace, where allowed" and "combining multiple
  /// header field lines".
  package func matches(_ request: HeaderFields) -> Bool {
    names.isEmpty || self == SelectingFields(names: names, of: request)
  }

  private static func names(_ response: HeaderFields) -> [String]? {
    let members = response.values(of: "Vary").flatMap { $0.split(separator: ",") }
      .map { $0.trimmingSpaces.lowercased() }
    return members.contains("*") ? nil : Set(members.filter { !$0.isEmpty }).sorted()
  }

  /// Nil, unlike the empty value, where there is no such field.
  private static func normalised(_ values: [String]) -> String? {
    guard !values.isEmpty else { return nil }
    let whole = values.map(\.trimmingSpaces).joined(separator: ",")
    // Inside a quoted string white space has a meaning.
    let value = whole.contains("\"") ? whole : withoutSpaces(whole)
    return "=" + value
  }

  private static func withoutSpaces(_ list: String) -> String {
    list.split(separator: ",", omittingEmptySubsequences: false).map(\.trimmingSpaces)
      .joined(separator: ",")
  }
}
