/// Validates one value of any shape with a loop and a bit stack, without recursion.
///
/// At the end of the buffer the scan throws. It can resume with more bytes, because `phase` and the
/// cursor record what may follow.
package struct JSONGrammar: Sendable {
  /// The token expected at the cursor.
  package enum Phase: Sendable {
    case value, elementOrEnd, keyOrEnd, key, restOfKey, colon, restOfString, afterValue, done
  }

  private(set) var phase = Phase.value
  private var nesting: JSONNesting

  package init(limit: Int = JSONSyntaxError.maximumDepth) {
    nesting = JSONNesting(limit: limit)
  }

  /// Prepares for the next value.
  @inline(__always)
  package mutating func restart() { phase = .value }

  /// Skips one value and leaves the cursor after it.
  @inline(__always)
  package mutating func scan(_ cursor: inout JSONCursor) throws(JSONSyntaxError) {
    while true {
      switch phase {
      case .value:
        cursor.skipSpace()
        try value(&cursor)
      case .elementOrEnd:
        cursor.skipSpace()
        if cursor.at < cursor.end, cursor.base[cursor.at] == JSONByte.closeBracket {
          close(&cursor)
        } else {
          try value(&cursor)
        }
      case .keyOrEnd:
        cursor.skipSpace()
        if cursor.at < cursor.end, cursor.base[cursor.at] == JSONByte.closeBrace {
          close(&cursor)
        } else {
          try expect(JSONByte.quote, then: .restOfKey, &cursor)
        }
      case .key:
        cursor.skipSpace()
        try expect(JSONByte.quote, then: .restOfKey, &cursor)
      case .restOfKey:
        try cursor.skipString()
        phase = .colon
      case .colon:
        cursor.skipSpace()
        try expect(JSONByte.colon, then: .value, &cursor)
      case .restOfString:
        try cursor.skipString()
        phase = .afterValue
      case .afterValue:
        if nesting.depth == 0 {
          phase = .done
          return
        }
        cursor.skipSpace()
        try separator(&cursor)
      case .done:
        return
      }
    }
  }

  @inline(__always)
  private mutating func value(_ cursor: inout JSONCursor) throws(JSONSyntaxError) {
    guard cursor.at < cursor.end else { throw cursor.unexpected() }
    switch JSONByte.type(startingWith: cursor.base[cursor.at]) {
    case .string:
      cursor.at &+= 1
      phase = .restOfString
    case .number:
      try cursor.skipNumber()
      phase = .afterValue
    case .object:
      try open(object: true, &cursor)
      phase = .keyOrEnd
    case .array:
      try open(object: false, &cursor)
      phase = .elementOrEnd
    case .boolean, .null:
      try cursor.skipLiteral()
      phase = .afterValue
    case nil:
      throw cursor.unexpected()
    }
  }

  @inline(__always)
  private mutating func open(
    object: Bool, _ cursor: inout JSONCursor
  ) throws(JSONSyntaxError) {
    guard nesting.push(object: object) else {
      throw JSONSyntaxError(offset: cursor.at, reason: .tooDeep)
    }
    cursor.at &+= 1
  }

  @inline(__always)
  private mutating func close(_ cursor: inout JSONCursor) {
    cursor.at &+= 1
    nesting.pop()
    phase = .afterValue
  }

  @inline(__always)
  private mutating func expect(
    _ byte: UInt8, then next: Phase, _ cursor: inout JSONCursor
  ) throws(JSONSyntaxError) {
    guard cursor.at < cursor.end, cursor.base[cursor.at] == byte else {
      throw cursor.unexpected()
    }
    cursor.at &+= 1
    phase = next
  }

  /// Skips a comma, or the end of the innermost array or object.
  @inline(__always)
  private mutating func separator(_ cursor: inout JSONCursor) throws(JSONSyntaxError) {
    guard cursor.at < cursor.end else { throw cursor.unexpected() }
    switch cursor.base[cursor.at] {
    case JSONByte.comma:
      cursor.at &+= 1
      phase = nesting.isObject ? .key : .value
    case nesting.isObject ? JSONByte.closeBrace : JSONByte.closeBracket:
      close(&cursor)
    default:
      throw cursor.unexpected()
    }
  }
}

/// The stack of open arrays and objects: one bit each, at most 512, without heap memory.
struct JSONNesting: Sendable {
  private(set) var depth = 0
  /// The innermost levels, at most 64, with the innermost in bit 0; 1 is an object.
  private var current: UInt64 = 0
  /// The full words outside `current`, outermost first.
  private var outer = InlineArray<7, UInt64>(repeating: 0)
  private let limit: Int

  init(limit: Int = JSONSyntaxError.maximumDepth) {
    self.limit = min(limit, JSONSyntaxError.maximumDepth)
  }

  @inline(__always)
  var isObject: Bool { current & 1 == 1 }

  /// Opens a level; returns false if it exceeds the limit.
  @inline(__always)
  mutating func push(object: Bool) -> Bool {
    guard depth < limit else { return false }
    if depth & 63 == 0, depth > 0 { outer[depth >> 6 &- 1] = current }
    current = current << 1 | (object ? 1 : 0)
    depth &+= 1
    return true
  }

  /// Closes the innermost level; `depth` must not be 0.
  @inline(__always)
  mutating func pop() {
    depth &-= 1
    if depth & 63 == 0, depth > 0 {
      current = outer[depth >> 6 &- 1]
    } else {
      current >>= 1
    }
  }
}
