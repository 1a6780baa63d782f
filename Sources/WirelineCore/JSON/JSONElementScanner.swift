/// Finds the elements of a stream in a buffer that the caller fills and drains: those of an array,
/// or consecutive values, after an optional byte order mark.
///
/// The result does not depend on how the stream is divided into buffers.
package struct JSONElementScanner: Sendable {
  /// The result of one step.
  package enum Step {
    /// The range is relative to the buffer; `index` counts from 0.
    case element(JSONSpan, index: Int)
    case needsMore
    case ended
  }

  private enum Stage {
    case start, firstElement, element, insideElement, afterElement, betweenValues, end
  }

  private var stage = Stage.start
  private var isArray = false
  private var grammar = JSONGrammar(limit: JSONScanner.maximumDepth - 1)
  private var position = 0
  private var elementStart = 0
  private var count = 0
  /// The buffer size at which a number at the end of the buffer is scanned again. It doubles, so
  /// that a million digits in small chunks do not take quadratic time.
  private var retryEnd = 0
  /// The number of bytes dropped from the buffer.
  private var rebased = 0

  package init() {}

  /// The number of bytes at the start of the buffer that are no longer needed.
  package var consumed: Int { stage == .insideElement ? elementStart : position }

  /// Adjusts offsets after the caller dropped `count` bytes, at most `consumed`, from the buffer.
  package mutating func rebase(by count: Int) {
    rebased += count
    position -= count
    elementStart -= count
    retryEnd -= count
  }

  /// Scans to the end of the next element, or of the buffer.
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

  private func atEnd(_ end: Int, isLast: Bool) throws(JSONSyntaxError) -> Step {
    guard isLast else { return .needsMore }
    switch stage {
    case .end, .betweenValues: return .ended
    case .start: throw JSONSyntaxError(offset: end, reason: .emptyInput)
    default: throw JSONSyntaxError(offset: end, reason: .unexpectedEnd)
    }
  }

  /// Skips one token outside the elements, or starts an element.
  ///
  /// - Returns: False if more bytes are needed.
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

  /// Skips a byte order mark and determines the format from the first byte.
  private mutating func begin(_ cursor: inout JSONCursor) throws(JSONSyntaxError) -> Bool {
    let byte = cursor.base[cursor.at]
    if rebased == 0, cursor.at == 0, byte == 0xEF {
      guard cursor.end >= 3 || cursor.isLast else { return false }
      // RFC 8259 §8.1: a parser may ignore a byte order mark.
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
    do throws(JSONSyntaxError) {
      try grammar.scan(&cursor)
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
    return .element(JSONSpan(range: elementStart..<cursor.at, type: type), index: count - 1)
  }
}
