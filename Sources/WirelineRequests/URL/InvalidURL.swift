package import WirelineCore

/// The error for a text that is not a valid request URL.
package struct InvalidURL: Error, Equatable, Sendable, CustomStringConvertible {
  /// The text as given, with any password masked.
  package let text: String
  package let reason: String

  package init(text: String, reason: String) {
    self.text = Self.masked(text)
    self.reason = reason
  }

  package var isUnsupportedScheme: Bool { reason.hasPrefix("unsupported scheme") }

  /// A hint for the user; nil if the reason is sufficient.
  package var hint: String? {
    isUnsupportedScheme
      ? "supported schemes are http and https"
      : reason.hasPrefix("the scheme is missing") ? "a URL begins with https:// or http://" : nil
  }

  package var description: String { InputRecordError(self).description }

  /// Masks the text between `//` and `@`: even an invalid URL may contain a password.
  ///
  /// Control characters are percent-encoded, so that a message is one line.
  package static func masked(_ text: String) -> String {
    let text = printable(text)
    guard let at = text.lastIndex(of: "@"), at > text.startIndex else { return text }
    let before = text[..<at]
    guard let slash = before.lastIndex(of: "/") else { return "***" + text[at...] }
    return text[...slash] + "***" + text[at...]
  }

  /// Percent-encodes control characters.
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

extension InputRecordError {
  package init(_ error: InvalidURL) {
    self = .invalidURL(text: error.text, reason: error.reason, hint: error.hint)
  }
}
