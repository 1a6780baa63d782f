internal import WirelineCore

/// `--require POINTER[:type]`: a value that an answer must have.
///
/// After the last colon stands a type, or nothing, which means any: so `/dc:title:` asks for a
/// member whose name has a colon. A `?` after the type, `/page:integer?`, lets the value be absent
/// (but not of another type).
package struct AnswerRequirement: Sendable, Equatable {
  /// Where.
  package let pointer: AnswerPointer
  /// What; nil for any value, `null` included.
  package let type: AnswerType?
  /// Whether there may be no value at all.
  package let isOptional: Bool

  package init(_ pointer: AnswerPointer, type: AnswerType? = nil, isOptional: Bool = false) {
    self.pointer = pointer
    self.type = type
    self.isOptional = isOptional
  }

  /// - Throws: for a pointer or a type that is none.
  package init(_ text: String) throws(InvalidAnswerOption) {
    guard let colon = text.lastIndex(of: ":") else {
      self.init(try AnswerPointer(text))
      return
    }
    let pointer = try AnswerPointer(String(text[..<colon]))
    var name = text[text.index(after: colon)...]
    if name.isEmpty {
      self.init(pointer)
      return
    }
    let isOptional = name.hasSuffix("?")
    if isOptional { name.removeLast() }
    guard let type = AnswerType(rawValue: String(name)) else {
      throw InvalidAnswerOption(text: text, reason: Self.unknown(type: name))
    }
    self.init(pointer, type: type, isOptional: isOptional)
  }

  /// Throws what is wrong with an answer.
  func check(_ answer: JSONView) throws(AnswerFault) {
    guard let value = pointer.value(in: answer) else {
      if isOptional { return }
      throw .missing(pointer, expected: type?.rawValue)
    }
    guard let type, !type.includes(value) else { return }
    throw .wrongType(pointer, expected: type.rawValue, found: value.type)
  }

  private static func unknown(type: Substring) -> String {
    let types = AnswerType.allCases.map(\.rawValue).joined(separator: ", ")
    return "\"\(type)\" is no type (\(types)); end with \":\" if the name has a colon"
  }
}
