/// What a journal has of an item, in 16 bytes: the beginning of its key, and where its line is.
struct JournalEntry: Equatable {
  /// The first 64 bits of the key.
  var prefix: UInt64
  /// 8 further bits of the key, 48 of the line's offset, 8 of the code's number.
  var place: UInt64

  static let size = 16
  /// 256 terabytes.
  static let maximumOffset = 1 << 48 - 1

  init(prefix: UInt64, place: UInt64) {
    self.prefix = prefix
    self.place = place
  }

  /// - Returns: nil for an offset that does not fit.
  init?(_ key: JournalKey, offset: Int, code: UInt8) {
    guard offset <= Self.maximumOffset else { return nil }
    prefix = key.high
    place = key.low & 0xFF00_0000_0000_0000 | UInt64(offset) << 8 | UInt64(code)
  }

  var offset: Int { Int(place >> 8 & UInt64(Self.maximumOffset)) }
  var code: UInt8 { UInt8(truncatingIfNeeded: place) }

  func isSameItem(as other: JournalEntry) -> Bool {
    prefix == other.prefix && place >> 56 == other.place >> 56
  }

  /// Items in the order of their keys; of one item, the later line is the greater entry.
  static func < (one: JournalEntry, other: JournalEntry) -> Bool {
    one.prefix != other.prefix ? one.prefix < other.prefix : one.place < other.place
  }
}

extension UnsafeBufferPointer<JournalEntry> {
  /// The entry of an item in a sorted table.
  func entry(of key: JournalKey) -> JournalEntry? {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].prefix < key.high { low = middle + 1 } else { high = middle }
    }
    while low < count, self[low].prefix == key.high {
      if self[low].place >> 56 == key.low >> 56 { return self[low] }
      low += 1
    }
    return nil
  }
}

/// The entries of a journal's last lines, sorted, one for each item.
struct JournalEntries {
  private let entries: [JournalEntry]

  static let none = JournalEntries(sorted: [])

  /// - Parameter entries: sorted, each item once.
  init(sorted entries: [JournalEntry]) { self.entries = entries }

  var count: Int { entries.count }
  var all: [JournalEntry] { entries }

  subscript(key: JournalKey) -> JournalEntry? {
    entries.withUnsafeBufferPointer { $0.entry(of: key) }
  }
}
