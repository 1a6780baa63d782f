internal import WirelineCore

/// A URL with places to fill in: `https://h/product/{id}`. The values are
/// percent-encoded, so that none of them can change what the URL means (level 1
/// of RFC 6570).
package enum URLTemplate {
  /// Fills the places in.
  ///
  /// - Parameter value: of a name; nil where there is none.
  package static func filled(
    _ text: String, _ value: (String) -> String?
  ) throws(InvalidURLTemplate) -> String {
    var out = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "{") {
      out.append(contentsOf: rest[..<open])
      rest = rest[rest.index(after: open)...]
      guard let close = rest.firstIndex(of: "}") else {
        throw InvalidURLTemplate(text: text, reason: "\"}\" is missing")
      }
      let name = String(rest[..<close])
      guard isName(name) else {
        throw InvalidURLTemplate(text: text, reason: "\"{\(name)}\" is no variable's name")
      }
      guard let value = value(name) else {
        throw InvalidURLTemplate(text: text, reason: "variable \"\(name)\" has no value")
      }
      out += PercentEncoding.component(value)
      rest = rest[rest.index(after: close)...]
    }
    out.append(contentsOf: rest)
    return out
  }

  package static func isName(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy {
        switch $0 {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x2D, 0x2E: true
        default: false
        }
      }
  }
}

/// A URL whose places cannot be filled in.
package struct InvalidURLTemplate: Error, Equatable, Sendable, CustomStringConvertible {
  package let text: String
  package let reason: String

  package init(text: String, reason: String) {
    self.text = InvalidURL.masked(text)
    self.reason = reason
  }

  package var description: String { "invalid URL template \"\(text)\": \(reason)" }
}
