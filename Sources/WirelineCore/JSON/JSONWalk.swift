/// Goes through the children of one array or object, validating them on the way.
package struct JSONWalk {
  /// A child; `key` is what stands between the quotes, and empty in an array.
  package struct Child: Sendable {
    package let key: Range<Int>
    package let isKeyEscaped: Bool
    package let value: JSONField
  }

  package let isObject: Bool
  private var cursor: JSONCursor
  // The container itself is the first level.
  private var grammar = JSONGrammar(limit: JSONScanner.maximumDepth - 1)
  private var isFirst = true

  /// Nil if `bytes` do not begin, after white space, with an array or an object.
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

  /// The next child; nil after the last one, and then the cursor is after the container.
  @inline(__always)
  package mutating func next() throws(JSONSyntaxError) -> Child? {
    guard try begin() else { return nil }
    var key = 0..<0
    var isKeyEscaped = false
    if isObject { (key, isKeyEscaped) = try self.key() }
    cursor.skipSpace()
    let start = cursor.at
    grammar.restart()
    var ignored = JSONSpaceIgnored()
    try grammar.scan(&cursor, &ignored)
    guard let type = JSONByte.type(startingWith: cursor.base[start]) else {
      throw cursor.unexpected(at: start)
    }
    return Child(
      key: key, isKeyEscaped: isKeyEscaped,
      value: JSONField(range: Range(uncheckedBounds: (start, cursor.at)), type: type))
  }

  /// Nothing but white space may follow the container.
  @inline(__always)
  package mutating func finish() throws(JSONSyntaxError) {
    var ignored = JSONSpaceIgnored()
    try JSONScanner.end(&cursor, &ignored)
  }

  /// The comma before a child, or the end.
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

  /// A name with its colon.
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
