internal import Glibc

/// A validated object with the locations of the wanted fields; nothing is decoded yet.
package struct JSONObject: Sendable {
  package let view: JSONView
  private let fields: [JSONSpan?]

  /// Validates `bytes` and locates the wanted fields.
  ///
  /// - Throws: `.notAnObject` for another valid value.
  package init(_ bytes: [UInt8], names: JSONNames) throws(JSONSyntaxError) {
    var fields = [JSONSpan?](repeating: nil, count: names.count)
    try bytes.withUnsafeBufferPointer { all throws(JSONSyntaxError) in
      try Self.find(names, in: UnsafeRawBufferPointer(all), &fields)
    }
    self.fields = fields
    view = JSONView(bytes: bytes, range: Self.trimmed(bytes), type: .object)
  }

  /// The field with the name at `index` of the `JSONNames`, the last of duplicates; nil if absent.
  package subscript(index: Int) -> JSONView? {
    fields[index].map { JSONView(bytes: view.bytes, range: $0.range, type: $0.type) }
  }

  @inline(__always)
  private static func find(
    _ names: JSONNames, in bytes: UnsafeRawBufferPointer, _ fields: inout [JSONSpan?]
  ) throws(JSONSyntaxError) {
    guard var walk = JSONWalk(bytes), walk.isObject else {
      throw JSONSyntaxError(
        offset: 0, reason: .notAnObject(found: try JSONScanner.validate(bytes)))
    }
    while let child = try walk.next() {
      if let index = names.index(of: child, in: bytes) { fields[index] = child.value }
    }
    try walk.finish()
  }

  private static func trimmed(_ bytes: [UInt8]) -> Range<Int> {
    var (start, end) = (0, bytes.count)
    while start < end, JSONByte.isSpace(bytes[start]) { start += 1 }
    while end > start, JSONByte.isSpace(bytes[end - 1]) { end -= 1 }
    return start..<end
  }
}

/// The field names that a tool reads from its records; built once.
package struct JSONNames: Sendable {
  /// In the given order; their indices are the indices of `JSONObject`.
  package let names: [String]
  private let text: [UInt8]
  private let ranges: [Range<Int>]
  /// A hash table with open addressing: indices of names, or -1.
  private let table: [Int]

  /// - Parameter names: The first of duplicates is used.
  package init(_ names: [String]) {
    var text: [UInt8] = []
    ranges = names.map { name in
      let start = text.count
      text.append(contentsOf: name.utf8)
      return start..<text.count
    }
    self.names = names
    self.text = text
    table = text.withUnsafeBytes { [ranges] in Self.table(of: ranges, in: $0) }
  }

  package static let none = JSONNames([])

  package var count: Int { names.count }

  /// Returns the index of the name of a child, or nil if it is not listed.
  @inline(__always)
  package func index(of child: JSONWalk.Child, in text: UnsafeRawBufferPointer) -> Int? {
    let key = UnsafeRawBufferPointer(rebasing: text[child.key])
    return child.isKeyEscaped ? escapedIndex(key) : index(of: key)
  }

  @inline(never)
  private func escapedIndex(_ key: UnsafeRawBufferPointer) -> Int? {
    JSONStringContent.unescaped(key).withUnsafeBytes { index(of: $0) }
  }

  /// Returns the index of an unescaped name, or nil if it is not listed.
  @inline(__always)
  package func index(of key: UnsafeRawBufferPointer) -> Int? {
    text.withUnsafeBytes { text in
      var slot = Self.hash(key) & (table.count &- 1)
      while table[slot] >= 0 {
        let range = ranges[table[slot]]
        if key.isEqual(to: UnsafeRawBufferPointer(rebasing: text[range])) { return table[slot] }
        slot = (slot &+ 1) & (table.count &- 1)
      }
      return nil
    }
  }

  private static func table(of ranges: [Range<Int>], in text: UnsafeRawBufferPointer) -> [Int] {
    // At least three quarters of the slots stay empty, so that searches are short and end. The size
    // is a power of two, so that `&` computes the remainder.
    var size = 8
    while size < ranges.count * 4 { size *= 2 }
    var table = [Int](repeating: -1, count: size)
    for (index, range) in ranges.enumerated() {
      var slot = hash(UnsafeRawBufferPointer(rebasing: text[range])) & (size - 1)
      while table[slot] >= 0 { slot = (slot + 1) & (size - 1) }
      table[slot] = index
    }
    return table
  }

  /// The names are few, and length, first and last byte distinguish nearly all of them.
  @inline(__always)
  private static func hash(_ key: UnsafeRawBufferPointer) -> Int {
    guard let first = key.first else { return 0 }
    return key.count &* 37 &+ Int(first) &* 5 &+ Int(key[key.count &- 1])
  }
}

extension UnsafeRawBufferPointer {
  @inline(__always)
  package func isEqual(to other: UnsafeRawBufferPointer) -> Bool {
    guard count == other.count else { return false }
    guard let start = baseAddress, let otherStart = other.baseAddress else { return true }
    return memcmp(start, otherStart, count) == 0
  }
}

/// Keeps the field names of a record in step with the enumeration that indexes them.
package enum FieldNames {
  /// Returns `names`. Debug builds check that they are the names of the cases; release builds do
  /// not, because the runtime looks case names up slowly.
  package static func checked<Case>(_ names: [String], _ cases: [Case]) -> [String] {
    assert(names == cases.map { "\($0)" })
    return names
  }
}
