/// A category as it stands in the table: bytes of a constant, which stay.
struct YelpCategoryLine {
  let alias: UnsafeBufferPointer<UInt8>
  let title: UnsafeBufferPointer<UInt8>
  /// The alias of the category that its group is named for.
  let group: UnsafeBufferPointer<UInt8>

  func hasAlias(_ bytes: [UInt8]) -> Bool {
    alias.count == bytes.count && alias.elementsEqual(bytes)
  }
}

/// The lines of `YelpCategoryTable`, in order. Making one costs nothing.
struct YelpCategoryLines: Sequence, IteratorProtocol {
  private let table = UnsafeBufferPointer(
    start: YelpCategoryTable.lines.utf8Start, count: YelpCategoryTable.lines.utf8CodeUnitCount)
  private var offset = 0
  private var group: UnsafeBufferPointer<UInt8>?

  mutating func next() -> YelpCategoryLine? {
    while offset < table.count, table[offset] == Self.newline {
      offset += 1
      group = nil
    }
    guard offset < table.count else { return nil }
    let alias = piece(upTo: Self.space)
    let title = piece(upTo: Self.newline)
    let group = group ?? alias
    self.group = group
    return YelpCategoryLine(alias: alias, title: title, group: group)
  }

  private static let newline: UInt8 = 0x0A
  private static let space: UInt8 = 0x20

  /// What comes before the next such byte, or the end; goes on behind it.
  private mutating func piece(upTo end: UInt8) -> UnsafeBufferPointer<UInt8> {
    let start = offset
    while offset < table.count, table[offset] != end { offset += 1 }
    defer { if offset < table.count { offset += 1 } }
    return UnsafeBufferPointer(rebasing: table[start..<offset])
  }
}
