internal import WirelineRequests

/// A link of a `Link` field, RFC 8288 §3.
struct WebLink: Sendable, Equatable {
  /// The reference between `<` and `>`, verbatim.
  let target: String
  /// The relation types of the first `rel`, in lower case: `next`, `prev`, or a URI.
  let relations: [String]
  /// The link's context if it is not the response itself, verbatim.
  var anchor: String?

  /// Parses the links of a field.
  ///
  /// Lenient like RFC 8288 appendix B.2: ignores the text after the last valid link, and all
  /// parameters except `rel` and `anchor`.
  static func links(_ field: String) -> [WebLink] {
    var scanner = FieldScanner(field)
    var links: [WebLink] = []
    while let link = next(&scanner) { links.append(link) }
    return links
  }

  /// Returns the next link; nil at the end and at invalid text.
  private static func next(_ scanner: inout FieldScanner) -> WebLink? {
    while scanner.skipSpaces() || scanner.skip(",") {}
    guard scanner.skip("<") else { return nil }
    let target = scanner.take(until: ">")
    guard scanner.skip(">") else { return nil }
    var relations: String?
    var anchor: String?
    while let (name, value) = parameter(&scanner) {
      // RFC 8288 §3.3: the first occurrence counts.
      switch name {
      case "rel": relations = relations ?? value
      case "anchor": anchor = anchor ?? value
      default: break
      }
    }
    _ = scanner.take(until: ",")
    // RFC 8288 §2.1: relation types are case-insensitive.
    let words = (relations ?? "").lowercased().split { $0 == " " || $0 == "\t" }
    return WebLink(target: target, relations: words.map(String.init), anchor: anchor)
  }

  /// Reads `; name`, `; name=token` or `; name="quoted"`, skipping empty parameters.
  private static func parameter(
    _ scanner: inout FieldScanner
  ) -> (name: String, value: String)? {
    scanner.skipSpaces()
    guard scanner.skip(";") else { return nil }
    while scanner.skipSpaces() || scanner.skip(";") {}
    let name = scanner.take(until: " \t=;,").lowercased()
    scanner.skipSpaces()
    guard scanner.skip("=") else { return (name, "") }
    scanner.skipSpaces()
    return (name, scanner.quoted() ?? scanner.take(until: " \t;,"))
  }
}
