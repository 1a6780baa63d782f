/// A text that is no URL to send a request to.
package struct InvalidURL: Error, Equatable, Sendable, CustomStringConvertible {
  /// The text as given, any password masked.
  package let text: String
  /// Why, in lower case.
  package let reason: String

  package init(text: String, reason: String) {
    self.text = InvalidURL.masked(text)
    self.reason = reason
  }

  /// What to type instead; nil where the reason says it all.
  package var hint: String? {
    reason.hasPrefix("unsupported scheme")
      ? "supported schemes are http and https"
      : reason.hasPrefix("the scheme is missing") ? "a URL begins with https:// or http://" : nil
  }

  package var description: String { "invalid URL \"\(text)\": \(reason)" }

  /// Hides what stands between `//` and `@`: even a text that is no URL may
  /// hold a password.
  ///
  /// Control characters are shown as they would be written, so that a message
  /// has one line.
  package static func masked(_ text: String) -> String {
    let text = printable(text)
    guard let at = text.lastIndex(of: "@") else { return text }
    let before = text[..<at]
    guard let slash = before.lastIndex(of: "/") else { return "***" + text[at...] }
    return text[...slash] + "***" + text[at...]
  }

  /// The same text with control characters percent-encoded.
  package static func printable(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) { return text }
    var shown = ""
    for scalar in text.unicodeScalars {
      if scalar.value < 0x20 || scalar.value == 0x7F {
        shown += "%" + Hexadecimal.encode([UInt8(scalar.value)]).uppercased()
      } else {
        shown.unicodeScalars.append(scalar)
      }
    }
    return shown
  }
}
