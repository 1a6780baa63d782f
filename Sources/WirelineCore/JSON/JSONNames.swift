internal import Glibc

/// The member names that a tool wants from its records; built once.
package struct JSONNames: Sendable {
  /// In the order that they were given; their indices are the indices of `JSONObject`.
  package let names: [String]
  /// All names in UTF-8, one after the other.
  private let text: [UInt8]
  private let ranges: [Range<Int>]
  /// A hash table with open addressing: indices of names, and -1 where none is.
  private let table: [Int]

  /// - Parameter names: of duplicates the first is used.
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

  /// No names at all.
  package static let none = JSONNames([])

  /// How many names there are.
  package var count: Int { names.count }

  /// The index of a child's name; nil if it is not wanted.
  @inline(__always)
  package func index(of child: JSONWalk.Child, in text: UnsafeRawBufferPointer) -> Int? {
    let key = UnsafeRawBufferPointer(rebasing: text[child.key])
    return child.isKeyEscaped ? escapedIndex(key) : index(of: key)
  }

  @inline(never)
  private func escapedIndex(_ key: UnsafeRawBufferPointer) -> Int? {
    JSONStringContent.unescaped(key).withUnsafeBytes { index(of: $0) }
  }

  /// The index of an unescaped name; nil if it is not wanted.
  @inline(__always)
  package func index(of key: UnsafeRawBufferPointer) -> Int? {
    text.withUnsafeBytes { text in
      var slot = Self.hash(key) & (table.count &- 1)
      while table[slot] >= 0 {
        let range = ranges[table[slot]]
        if Self.isEqual(key, UnsafeRawBufferPointer(rebasing: text[range])) { return table[slot] }
        slot = (slot &+ 1) & (table.count &- 1)
      }
      return nil
    }
  }

  /// The index of a name; nil if it is not wanted.
  package func index(of name: String) -> Int? {
    Array(name.utf8).withUnsafeBytes { index(of: $0) }
  }

  private static func table(of ranges: [Range<Int>], in text: UnsafeRawBufferPointer) -> [Int] {
    // At least half of it stays empty, so that a search ends soon, and ends at all.
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

  /// Names are few and chosen by us: length, first and last byte tell nearly all of them apart.
  @inline(__always)
  private static func hash(_ key: UnsafeRawBufferPointer) -> Int {
    guard let first = key.first else { return 0 }
    return key.count &* 37 &+ Int(first) &* 5 &+ Int(key[key.count &- 1])
  }

  @inline(__always)
  private static func isEqual(
    _ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer
  ) -> Bool {
    guard left.count == right.count else { return false }
    guard let one = left.baseAddress, let other = right.baseAddress else { return true }
    return memcmp(one, other, left.count) == 0
  }
}
