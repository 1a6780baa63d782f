/// Validates one JSON text (RFC 8259), without making values of it.
package enum JSONScanner {
  /// How many arrays and objects may stand inside each other.
  package static let maximumDepth = 512

  /// Checks that `bytes` are one value with nothing but white space around it.
  ///
  /// - Returns: what kind of value it is.
  package static func validate(
    _ bytes: UnsafeRawBufferPointer
  ) throws(JSONSyntaxError) -> JSONType {
    var ignored = JSONSpaceIgnored()
    return try scan(bytes, &ignored).type
  }

  /// Validates, and appends the value without insignificant white space, else byte for byte.
  ///
  /// On an error `output` is as it was.
  package static func compact(
    _ bytes: UnsafeRawBufferPointer, into output: inout [UInt8]
  ) throws(JSONSyntaxError) {
    try output.append(addingCapacity: bytes.count) { span throws(JSONSyntaxError) in
      try span.withUnsafeMutableBufferPointer { room, written throws(JSONSyntaxError) in
        var compaction = JSONCompaction(from: bytes, to: UnsafeMutableRawBufferPointer(room))
        _ = try scan(bytes, &compaction)
        written = compaction.finish()
      }
    }
  }

  /// Validates, and says where the value is between the white space around it.
  static func locate(_ bytes: UnsafeRawBufferPointer) throws(JSONSyntaxError) -> JSONField {
    var ignored = JSONSpaceIgnored()
    return try scan(bytes, &ignored)
  }

  @inline(__always)
  private static func scan(
    _ bytes: UnsafeRawBufferPointer, _ sink: inout some JSONSpaceSink
  ) throws(JSONSyntaxError) -> JSONField {
    guard var cursor = JSONCursor(bytes) else {
      throw JSONSyntaxError(offset: 0, reason: .emptyInput)
    }
    let type = try begin(&cursor, &sink)
    let start = cursor.at
    var grammar = JSONGrammar()
    try grammar.scan(&cursor, &sink)
    let range = Range(uncheckedBounds: (start, cursor.at))
    try end(&cursor, &sink)
    return JSONField(range: range, type: type)
  }

  /// The white space before a text; the cursor is left at its first byte.
  @inline(__always)
  static func begin(
    _ cursor: inout JSONCursor, _ sink: inout some JSONSpaceSink
  ) throws(JSONSyntaxError) -> JSONType {
    cursor.skipSpace(&sink)
    guard cursor.at < cursor.end else {
      throw JSONSyntaxError(offset: cursor.end, reason: .emptyInput)
    }
    guard let type = JSONByte.type(startingWith: cursor.base[cursor.at]) else {
      throw cursor.unexpected()
    }
    return type
  }

  /// Nothing but white space may follow the text.
  @inline(__always)
  static func end(
    _ cursor: inout JSONCursor, _ sink: inout some JSONSpaceSink
  ) throws(JSONSyntaxError) {
    cursor.skipSpace(&sink)
    guard cursor.at == cursor.end else {
      throw JSONSyntaxError(
        offset: cursor.at, reason: .trailingCharacter(cursor.base[cursor.at]))
    }
  }
}
