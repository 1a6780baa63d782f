import Glibc

/// The index entry of an item in 16 bytes: the beginning of its key and the location of its line.
struct JournalEntry: Equatable {
  /// The first 64 bits of the key.
  var prefix: UInt64
  /// 8 further bits of the key, 48 bits of the line's offset, and 8 bits of the code's number.
  var location: UInt64

  static let size = 16
  /// 256 terabytes.
  static let maximumOffset = 1 << 48 - 1

  init?(_ key: JournalKey, offset: Int, code: UInt8) {
    guard offset <= Self.maximumOffset else { return nil }
    prefix = key.high
    location = key.low & 0xFF00_0000_0000_0000 | UInt64(offset) << 8 | UInt64(code)
  }

  var offset: Int { Int(location >> 8 & UInt64(Self.maximumOffset)) }
  var code: UInt8 { UInt8(truncatingIfNeeded: location) }

  func isSameItem(as other: JournalEntry) -> Bool {
    prefix == other.prefix && location >> 56 == other.location >> 56
  }

  static func < (one: JournalEntry, other: JournalEntry) -> Bool {
    one.prefix != other.prefix ? one.prefix < other.prefix : one.location < other.location
  }
}

extension [JournalEntry] {
  func entry(of key: JournalKey) -> JournalEntry? {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].prefix < key.high { low = middle + 1 } else { high = middle }
    }
    while low < count, self[low].prefix == key.high {
      if self[low].location >> 56 == key.low >> 56 { return self[low] }
      low += 1
    }
    return nil
  }
}

/// Reads sorted entries from a file one at a time.
struct JournalEntryCursor {
  private let descriptor: Int32
  private let path: String
  private var offset: Int
  private var left: Int
  private var piece: [JournalEntry] = []
  private var position = 0

  private static let pieceEntries = 4096

  init(_ descriptor: Int32, path: String, at offset: Int, count: Int) {
    self.descriptor = descriptor
    self.path = path
    self.offset = offset
    left = count
  }

  mutating func next() throws(FileError) -> JournalEntry? {
    if position == piece.count {
      guard left > 0 else { return nil }
      let count = min(left, Self.pieceEntries)
      piece = try FileBytes.values(descriptor, path, at: offset, count: count)
      guard piece.count == count else {
        throw FileError(path: path, operation: "read", code: EIO)
      }
      left -= count
      offset += count * JournalEntry.size
      position = 0
    }
    defer { position += 1 }
    return piece[position]
  }
}
