internal import Glibc

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
    try output.append(addingCapacity: bytes.count) { span throws(JSONSyntaxError) in
      try span.withUnsafeMutableBufferPointer { room, written throws(JSONSyntaxError) in
        var compaction = JSONCompaction(from: bytes, to: UnsafeMutableRawBufferPointer(room))
        _ = try scan(bytes, &compaction)
        written = compaction.finish()
      }
    }
  }

  static func locate(_ bytes: UnsafeRawBufferPointer) throws(JSONSyntaxError) -> JSONSpan {
    var ignored = JSONSpaceIgnored()
    return try scan(bytes, &ignored)
  }

  @inline(__always)
  private static func scan(
    _ bytes: UnsafeRawBufferPointer, _ sink: inout some JSONSpaceSink
  ) throws(JSONSyntaxError) -> JSONSpan {
    guard var cursor = JSONCursor(bytes) else {
      throw JSONSyntaxError(offset: 0, reason: .emptyInput)
    }
    let type = try begin(&cursor, &sink)
    let start = cursor.at
    var grammar = JSONGrammar()
    try grammar.scan(&cursor, &sink)
    let range = Range(uncheckedBounds: (start, cursor.at))
    try end(&cursor, &sink)
    return JSONSpan(range: range, type: type)
  }

  /// Skips leading white space; leaves the cursor at the first byte of the value.
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

  /// Skips trailing white space; throws if anything else follows.
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

  /// Returns the value without insignificant white space, otherwise verbatim.
  package static func compacted(_ bytes: [UInt8]) throws(JSONSyntaxError) -> [UInt8] {
    var output: [UInt8] = []
    try bytes.withUnsafeBufferPointer { bytes throws(JSONSyntaxError) in
      try compact(UnsafeRawBufferPointer(bytes), into: &output)
    }
    return output
  }
}

private struct JSONCompaction: JSONSpaceSink {
  private let source: UnsafeRawBufferPointer
  private let room: UnsafeMutableRawBufferPointer
  private var copied = 0
  private var written = 0

  init(from source: UnsafeRawBufferPointer, to room: UnsafeMutableRawBufferPointer) {
    self.source = source
    self.room = room
  }

  mutating func dropSpace(from start: Int, to end: Int) {
    copy(upTo: start)
    copied = end
  }

  /// Copies the rest and returns the number of bytes written.
  mutating func finish() -> Int {
    copy(upTo: source.count)
    return written
  }

  private mutating func copy(upTo end: Int) {
    let count = end - copied
    guard
      count > 0, written + count <= room.count,
      let from = source.baseAddress, let to = room.baseAddress
    else { return }
    memcpy(to + written, from + copied, count)
    written += count
  }
}
