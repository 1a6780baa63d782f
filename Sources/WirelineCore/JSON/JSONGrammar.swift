/// Goes over one value of any shape: a loop and a bit stack, never a recursion.
///
/// The scan stops with an error where the bytes end; with more bytes it can be taken up again,
/// because `phase` and the cursor say what may come next.
package struct JSONGrammar: Sendable {
  /// What is expected at the cursor.
  package enum Phase: Sendable {
    case value, elementOrEnd, keyOrEnd, key, restOfKey, colon, restOfString, afterValue, done
  }

  private(set) var phase = Phase.value
  private var nesting: JSONNesting

  /// - Parameter limit: how deep arrays and objects may nest, 512 at most.
  package init(limit: Int = JSONScanner.maximumDepth) {
    nesting = JSONNesting(limit: limit)
  }

  /// Ready for the next value.
  @inline(__always)
  package mutating func restart() { phase = .value }

  /// Goes over one value, and leaves the cursor just after it.
  @inline(__always)
  package mutating func scan(
    _ cursor: inout JSONCursor, _ sink: inout some JSONSpaceSink
  ) throws(JSONSyntaxError) {
    while true {
      switch phase {
      case .value:
        cursor.skipSpace(&sink)
        try value(&cursor)
      case .elementOrEnd:
        cursor.skipSpace(&sink)
        if cursor.at < cursor.end, cursor.base[cursor.at] == JSONByte.closeBracket {
          close(&cursor)
        } else {
          try value(&cursor)
        }
      case .keyOrEnd:
        cursor.skipSpace(&sink)
        if cursor.at < cursor.end, cursor.base[cursor.at] == JSONByte.closeBrace {
          close(&cursor)
        } else {
          try key(&cursor)
        }
      case .key:
        cursor.skipSpace(&sink)
        try key(&cursor)
      case .restOfKey:
        try cursor.skipString()
        phase = .colon
      case .colon:
        cursor.skipSpace(&sink)
        try colon(&cursor)
      case .restOfString:
        try cursor.skipString()
        phase = .afterValue
      case .afterValue:
        if nesting.depth == 0 {
          phase = .done
          return
        }
        cursor.skipSpace(&sink)
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
  private mutating func key(_ cursor: inout JSONCursor) throws(JSONSyntaxError) {
    guard cursor.at < cursor.end, cursor.base[cursor.at] == JSONByte.quote else {
      throw cursor.unexpected()
    }
    cursor.at &+= 1
    phase = .restOfKey
  }

  @inline(__always)
  private mutating func colon(_ cursor: inout JSONCursor) throws(JSONSyntaxError) {
    guard cursor.at < cursor.end, cursor.base[cursor.at] == JSONByte.colon else {
      throw cursor.unexpected()
    }
    cursor.at &+= 1
    phase = .value
  }

  /// A comma, or the end of the innermost array or object.
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
