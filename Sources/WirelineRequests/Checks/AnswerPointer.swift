internal import WirelineCore

/// A JSON Pointer, RFC 6901, known to be well formed.
package struct AnswerPointer: Sendable, Hashable, CustomStringConvertible {
  /// The pointer to the whole answer.
  package static let whole = AnswerPointer(wellFormed: "")

  /// As it was given: `/data/items`, or empty for the whole.
  package let text: String

  /// - Throws: for a text that could never name anything, so that a slip shows before a request.
  package init(_ text: String) throws(InvalidAnswerOption) {
    guard text.isEmpty || text.utf8.first == JSONByte.slash else {
      throw InvalidAnswerOption(text: text, reason: "a JSON pointer begins with \"/\"")
    }
    guard Self.hasOnlyKnownEscapes(text) else {
      throw InvalidAnswerOption(text: text, reason: "\"~\" is written \"~0\" in a JSON pointer")
    }
    self.text = text
  }

  private init(wellFormed text: String) { self.text = text }

  package var description: String { text }

  /// The value that it names; nil where there is none.
  func value(in answer: JSONView) -> JSONView? { answer.pointer(text) }

  /// The same place inside an element of an array.
  func inside(element index: Int, of array: AnswerPointer) -> AnswerPointer {
    AnswerPointer(wellFormed: "\(array.text)/\(index)\(text)")
  }

  /// RFC 6901 §3: a tilde is followed by 0 or 1.
  private static func hasOnlyKnownEscapes(_ text: String) -> Bool {
    var isAfterTilde = false
    for byte in text.utf8 {
      if isAfterTilde, byte != 0x30, byte != 0x31 { return false }
      isAfterTilde = byte == 0x7E
    }
    return !isAfterTilde
  }
}
