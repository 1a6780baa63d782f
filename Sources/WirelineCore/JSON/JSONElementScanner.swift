/// Finds the elements of a stream in a buffer that the caller fills and drains: those of an array,
/// or consecutive values.
///
/// The result does not depend on how the stream is divided into buffers.
package struct JSONElementScanner: Sendable {
  private enum Stage {
    case start, firstElement, element, insideElement, afterElement, betweenValues, end
  }

  private var stage = Stage.start
  private var isArray = false
  private var grammar = JSONGrammar(limit: JSONScanner.maximumDepth - 1)
  private var position = 0
  private var elementStart = 0
  /// The buffer size at which a number at the end of the buffer is scanned again. It doubles, so
  /// that a million digits in small chunks do not take quadratic time.
  private var retryEnd = 0

  package init() {}

  /// The number of bytes at the start of the buffer that are no longer needed.
  package var consumed: Int { stage == .insideElement ? elementStart : position }

  /// Adjusts offsets after the caller dropped `count` bytes, at most `consumed`, from the buffer.
  package mutating func rebase(by count: Int) {
    position -= count
    elementStart -= count
    retryEnd -= count
  }

  /// Scans to the end of the next element.
  ///
  /// - Returns: its range in the buffer; nil if more bytes are needed, or at the end.
  package mutating func next(
    in bytes: UnsafeRawBufferPointer, isLast: Bool
  ) throws(JSONSyntaxError) -> Range<Int>? {
    guard var cursor = JSONCursor(bytes, at: position, isLast: isLast) else {
      return try atEnd(0, isLast: isLast)
    }
    while stage != .insideElement {
      cursor.skipSpace()
      position = cursor.at
      guard cursor.at < cursor.end else { return try atEnd(cursor.end, isLast: isLast) }
      try advance(&cursor)
      position = cursor.at
    }
    defer { position = cursor.at }
    return try scanElement(&cursor)
  }

  private func atEnd(_ end: Int, isLast: Bool) throws(JSONSyntaxError) -> Range<Int>? {
    guard isLast, stage != .end, stage != .betweenValues else { return nil }
    throw JSONSyntaxError(offset: end, reason: stage == .start ? .emptyInput : .unexpectedEnd)
  }

  /// Skips one token outside the elements, or starts an element.
  private mutating func advance(_ cursor: inout JSONCursor) throws(JSONSyntaxError) {
    let byte = cursor.base[cursor.at]
    switch stage {
    case .start:
      isArray = byte == JSONByte.openBracket
      if isArray { cursor.at &+= 1 } else { grammar = JSONGrammar() }
      stage = isArray ? .firstElement : .betweenValues
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
  }

  private mutating func scanElement(
    _ cursor: inout JSONCursor
  ) throws(JSONSyntaxError) -> Range<Int>? {
    guard cursor.isLast || cursor.end >= retryEnd else { return nil }
    do throws(JSONSyntaxError) {
      try grammar.scan(&cursor)
    } catch {
      guard !cursor.isLast, error.reason.isShortage else { throw error }
      let held = cursor.end - cursor.at
      retryEnd = held > 1024 ? cursor.end + held : 0
      return nil
    }
    stage = isArray ? .afterElement : .betweenValues
    return elementStart..<cursor.at
  }
}
