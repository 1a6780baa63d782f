/// Iterates over the children of an array or object, and validates them.
package struct JSONWalk {
  /// An element or field. `key` is the range of the name without its quotes, empty in an array.
  package struct Child: Sendable {
    package let key: Range<Int>
    package let isKeyEscaped: Bool
    package let value: JSONSpan

    func name(in text: UnsafeRawBufferPointer) -> String {
      let key = UnsafeRawBufferPointer(rebasing: text[key])
      return isKeyEscaped
        ? String(decoding: JSONStringContent.unescaped(key), as: UTF8.self)
        : String(decoding: key, as: UTF8.self)
    }

    @inline(__always)
    func isNamed(_ name: UnsafeBufferPointer<UInt8>, in text: UnsafeRawBufferPointer) -> Bool {
      if isKeyEscaped {
        let key = UnsafeRawBufferPointer(rebasing: text[key])
        return JSONStringContent.unescaped(key).elementsEqual(name)
      }
      return key.count == name.count && text[key].elementsEqual(name)
    }
  }

  package let isObject: Bool
  private var cursor: JSONCursor
  private var grammar = JSONGrammar(limit: JSONScanner.maximumDepth - 1)
  private var isFirst = true

  /// Returns nil if `bytes` does not contain an array or object.
  @inline(__always)
  package init?(_ bytes: UnsafeRawBufferPointer) {
    guard var cursor = JSONCursor(bytes) else { return nil }
    cursor.skipSpace()
    guard cursor.at < cursor.end else { return nil }
    isObject = cursor.base[cursor.at] == JSONByte.openBrace
    guard isObject || cursor.base[cursor.at] == JSONByte.openBracket else { return nil }
    cursor.at &+= 1
    self.cursor = cursor
  }

  /// Returns the next child, or nil at the end of the container.
  @inline(__always)
  package mutating func next() throws(JSONSyntaxError) -> Child? {
    guard try begin() else { return nil }
    var key = 0..<0
    var isKeyEscaped = false
    if isObject { (key, isKeyEscaped) = try self.key() }
    cursor.skipSpace()
    let start = cursor.at
    grammar.restart()
    try grammar.scan(&cursor)
    // A scanned value has at least one byte, so `start` is within the buffer.
    guard let type = JSONByte.type(startingWith: cursor.base[start]) else {
      throw cursor.unexpected(at: start)
    }
    return Child(
      key: key, isKeyEscaped: isKeyEscaped,
      value: JSONSpan(range: Range(uncheckedBounds: (start, cursor.at)), type: type))
  }

  /// Throws if anything but white space follows the container.
  @inline(__always)
  package mutating func finish() throws(JSONSyntaxError) {
    try JSONScanner.end(&cursor)
  }

  /// Skips the comma before a child; returns false at the end.
  @inline(__always)
  private mutating func begin() throws(JSONSyntaxError) -> Bool {
    cursor.skipSpace()
    guard cursor.at < cursor.end else { throw cursor.unexpected() }
    let byte = cursor.base[cursor.at]
    if byte == (isObject ? JSONByte.closeBrace : JSONByte.closeBracket) {
      cursor.at &+= 1
      return false
    }
    if isFirst {
      isFirst = false
    } else {
      guard byte == JSONByte.comma else { throw cursor.unexpected() }
      cursor.at &+= 1
    }
    return true
  }

  @inline(__always)
  private mutating func key() throws(JSONSyntaxError) -> (Range<Int>, Bool) {
    cursor.skipSpace()
    try expect(JSONByte.quote)
    let start = cursor.at
    let isEscaped = try cursor.skipString()
    let range = Range(uncheckedBounds: (start, cursor.at &- 1))
    cursor.skipSpace()
    try expect(JSONByte.colon)
    return (range, isEscaped)
  }

  @inline(__always)
  private mutating func expect(_ byte: UInt8) throws(JSONSyntaxError) {
    guard cursor.at < cursor.end, cursor.base[cursor.at] == byte else {
      throw cursor.unexpected()
    }
    cursor.at &+= 1
  }
}
