/// The media type of a message's content, RFC 9110 §8.3.
package enum MediaType {
  /// `type/subtype` in lower case, parameters left out; nil when none is named.
  package static func of(_ headers: HeaderFields) -> String? {
    headers["Content-Type"].map { $0.prefix { $0 != ";" }.trimmingSpaces.lowercased() }
  }

  /// JSON itself, RFC 8259, and the `+json` suffix of RFC 6839.
  package static func isJSON(_ type: String) -> Bool {
    type == "application/json" || type.hasSuffix("+json") || type == "text/json"
  }
}
