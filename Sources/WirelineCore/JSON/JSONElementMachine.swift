/// Finds the elements of a streamed array in a buffer that others fill and empty.
///
/// It finds the same whether the bytes come at once or one by one.
package struct JSONElementMachine: Sendable {
  /// What was found.
  package enum Step {
    /// The field's range is in the buffer; `index` counts from 0.
    case element(JSONField, index: Int)
    case needsMore
    case ended
  }

  private enum Stage {
    case start, firstElement, element, insideElement, afterElement, betweenValues, end
  }

  /// What the stream may be. A byte order mark before it is dropped.
  package enum Form: Sendable {
    /// One array.
    case array
    /// One array if it begins with `[`, else values one after the other (JSON lines and the like).
    case arrayOrValues
  }

  private let form: Form
  private var stage = Stage.start
  private var isArray = false
  // The array itself is the first level.
  private var grammar = JSONGrammar(limit: JSONScanner.maximumDepth - 1)
  /// The next byte to look at.
  private var position = 0
  private var elementStart = 0
  private var count = 0
  /// A number that the buffer ends inside of is scanned again, but not before the buffer ends
  /// here: else a million digits in small chunks would cost their square.
  private var retryEnd = 0
  /// How much of the stream is no longer in the buffer.
  private var rebased = 0

  package init(form: Form) {
    self.form = form
  }

  /// What comes before is not needed any more.
  package var consumed: Int { stage == .insideElement ? elementStart : position }

  /// The buffer has lost its first bytes, all of them before `consumed`.
  package mutating func rebase(by count: Int) {
    rebased += count
    position -= count
    elementStart -= count
    retryEnd -= count
  }

  /// Goes on to the next element, or to the end of the bytes.
  package mutating func next(
    in bytes: UnsafeRawBufferPointer, isLast: Bool
  ) throws(JSONSyntaxError) -> Step {
    guard var cursor = JSONCursor(bytes, at: position, isLast: isLast) else {
      return try atEnd(0, isLast: isLast)
    }
    while true {
      if stage == .insideElement {
        let step = try scanElement(&cursor)
        position = cursor.at
        return step
      }
      cursor.skipSpace()
      position = cursor.at
      guard cursor.at < cursor.end else { return try atEnd(cursor.end, isLast: isLast) }
      guard try advance(&cursor) else { return .needsMore }
      position = cursor.at
    }
  }

  /// The bytes end outside of an element.
  private func atEnd(_ end: Int, isLast: Bool) throws(JSONSyntaxError) -> Step {
    guard isLast else { return .needsMore }
    switch stage {
    case .end, .betweenValues: return .ended
    case .start: throw JSONSyntaxError(offset: end, reason: .emptyInput)
    default: throw JSONSyntaxError(offset: end, reason: .unexpectedEnd)
    }
  }

  /// One token outside of the elements, or the begin of one.
  ///
  /// - Returns: false if more bytes are needed to tell.
  private mutating func advance(_ cursor: inout JSONCursor) throws(JSONSyntaxError) -> Bool {
    let byte = cursor.base[cursor.at]
    switch stage {
    case .start:
      return try begin(&cursor)
    case .firstElement where byte == JSONByte.closeBracket,
      .afterElement where byte == JSONByte.closeBracket:
      cursor.at &+= 1
      stage = .end
    case .firstElement, .element, .betweenValues:
      elementStart = cursor.at
      grammar.restart()
      stage = .insideElement
    case .afterElement:
      guard byte == JSONByte.comma else { throw cursor.unexpected() }
      cursor.at &+= 1
      stage = .element
    case .insideElement:
      break
    case .end:
      throw JSONSyntaxError(offset: cursor.at, reason: .trailingCharacter(byte))
    }
    return true
  }

  /// The byte order mark, if there is one, and what the first byte says of the whole.
  private mutating func begin(_ cursor: inout JSONCursor) throws(JSONSyntaxError) -> Bool {
    let byte = cursor.base[cursor.at]
    if rebased == 0, cursor.at == 0, byte == 0xEF {
      guard cursor.end >= 3 || cursor.isLast else { return false }
      // RFC 8259 §8.1: a parser may ignore it.
      guard cursor.end >= 3, cursor.base[1] == 0xBB, cursor.base[2] == 0xBF else {
        throw cursor.unexpected()
      }
      cursor.at = 3
      return true
    }
    guard let type = JSONByte.type(startingWith: byte) else { throw cursor.unexpected() }
    isArray = type == .array
    if isArray {
      cursor.at &+= 1
    } else if form == .array {
      throw JSONSyntaxError(offset: cursor.at, reason: .notAnArray(found: type))
    } else {
      grammar = JSONGrammar()
    }
    stage = isArray ? .firstElement : .betweenValues
    return true
  }

  private mutating func scanElement(
    _ cursor: inout JSONCursor
  ) throws(JSONSyntaxError) -> Step {
    guard cursor.isLast || cursor.end >= retryEnd else { return .needsMore }
    var ignored = JSONSpaceIgnored()
    do throws(JSONSyntaxError) {
      try grammar.scan(&cursor, &ignored)
    } catch {
      guard !cursor.isLast, error.reason.isShortage else { throw error }
      let held = cursor.end - cursor.at
      retryEnd = held > 1024 ? cursor.end + held : 0
      return .needsMore
    }
    stage = isArray ? .afterElement : .betweenValues
    count += 1
    guard let type = JSONByte.type(startingWith: cursor.base[elementStart]) else {
      throw cursor.unexpected(at: elementStart)
    }
    return .element(JSONField(range: elementStart..<cursor.at, type: type), index: count - 1)
  }
}
