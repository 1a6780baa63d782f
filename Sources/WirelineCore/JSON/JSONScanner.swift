/// Validates and compacts JSON text (RFC 8259) without decoding it.
package enum JSONScanner {
  package static let maximumDepth = JSONSyntaxError.maximumDepth

  /// Checks that `bytes` contains one value, optionally surrounded by white space.
  ///
  /// - Returns: The type of the value.
  package static func validate(
    _ bytes: UnsafeRawBufferPointer
  ) throws(JSONSyntaxError) -> JSONType {
    try locate(bytes).type
  }

  /// Validates a value and appends it without insignificant white space, otherwise verbatim.
  ///
  /// On error, `output` is unchanged.
  package static func compact(
    _ bytes: UnsafeRawBufferPointer, into output: inout [UInt8]
  ) throws(JSONSyntaxError) {
    let spaces = try scan(bytes).spaces
    guard spaces > 0, var cursor = JSONCursor(bytes) else {
      return output.append(contentsOf: bytes)
    }
    var copied = 0
    while cursor.at < cursor.end {
      let byte = cursor.base[cursor.at]
      if JSONByte.isSpace(byte) {
        output.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[copied..<cursor.at]))
        cursor.skipSpace()
        copied = cursor.at
      } else {
        cursor.at &+= 1
        if byte == JSONByte.quote { try cursor.skipString() }
      }
    }
    output.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[copied...]))
  }

  static func locate(_ bytes: UnsafeRawBufferPointer) throws(JSONSyntaxError) -> JSONSpan {
    try scan(bytes).span
  }

  @inline(__always)
  private static func scan(
    _ bytes: UnsafeRawBufferPointer
  ) throws(JSONSyntaxError) -> (span: JSONSpan, spaces: Int) {
    guard var cursor = JSONCursor(bytes) else {
      throw JSONSyntaxError(offset: 0, reason: .emptyInput)
    }
    let type = try begin(&cursor)
    let start = cursor.at
    var grammar = JSONGrammar()
    try grammar.scan(&cursor)
    let range = Range(uncheckedBounds: (start, cursor.at))
    try end(&cursor)
    return (JSONSpan(range: range, type: type), cursor.spaces)
  }

  /// Skips leading white space; leaves the cursor at the first byte of the value.
  @inline(__always)
  static func begin(_ cursor: inout JSONCursor) throws(JSONSyntaxError) -> JSONType {
    cursor.skipSpace()
    guard cursor.at < cursor.end else {
      throw JSONSyntaxError(offset: cursor.end, reason: .emptyInput)
    }
    guard let type = JSONByte.type(startingWith: cursor.base[cursor.at]) else {
      throw cursor.unexpected()
    }
    return type
  }

  /// Skips trailing white space; throws if anything else follows.
  @inline(__always)
  static func end(_ cursor: inout JSONCursor) throws(JSONSyntaxError) {
    cursor.skipSpace()
    guard cursor.at == cursor.end else {
      throw JSONSyntaxError(
        offset: cursor.at, reason: .trailingCharacter(cursor.base[cursor.at]))
    }
  }

  /// Returns the value without insignificant white space, otherwise verbatim.
  package static func compacted(_ bytes: [UInt8]) throws(JSONSyntaxError) -> [UInt8] {
    var output: [UInt8] = []
    try bytes.withUnsafeBufferPointer { bytes throws(JSONSyntaxError) in
      try compact(UnsafeRawBufferPointer(bytes), into: &output)
    }
    return output
  }
}
