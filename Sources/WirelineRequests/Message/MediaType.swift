internal import WirelineCore

/// The media type of a message's content, RFC 9110 §8.3.
package enum MediaType {
  /// `type/subtype` in lower case, parameters left out; nil when none is named.
  package static func of(_ headers: HeaderFields) -> String? {
    headers["Content-Type"].map { $0.prefix { $0 != ";" }.trimmingSpaces.lowercased() }
  }

  /// Whether a message says that its content is JSON.
  package static func isJSON(_ headers: HeaderFields) -> Bool {
    // As most servers write it, without a copy of the text.
    if headers["Content-Type"] == "application/json" { return true }
    return of(headers).map(isJSON) ?? false
  }

  /// JSON itself, RFC 8259, and the `+json` suffix of RFC 6839.
  package static func isJSON(_ type: String) -> Bool {
    type == "application/json" || type.hasSuffix("+json") || type == "text/json"
  }
}
