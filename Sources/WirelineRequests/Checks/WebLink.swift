/// One link of a `Link` field, RFC 8288 §3.
package struct WebLink: Sendable, Equatable {
  /// The reference between `<` and `>`, as written.
  package let target: String
  /// The relation types of the first `rel`, lower case: `next`, `prev`, or a URI.
  package let relations: [String]
  /// The context where it is not the answer itself; as written.
  package let anchor: String?

  package init(target: String, relations: [String], anchor: String? = nil) {
    self.target = target
    self.relations = relations
    self.anchor = anchor
  }

  /// The links of one field, in order.
  ///
  /// As forgiving as RFC 8288 appendix B.2: what follows the last link that can be read is left
  /// out, and so are all parameters but `rel` and `anchor`.
  package static func links(_ field: String) -> [WebLink] {
    var parser = WebLinkParser(field)
    var links: [WebLink] = []
    while let link = parser.next() { links.append(link) }
    return links
  }
}
