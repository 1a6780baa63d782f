/// What a journal says of each item: 24 bytes an item and 8 at most for
/// finding it, in two arrays.
struct JournalEntries {
  struct Entry {
    var key: JournalKey
    /// The line's offset, and above its 56 bits the number of its code.
    var place: UInt64
  }

  private var entries: [Entry] = []
  /// Numbers of entries plus one, at the places that their keys say, and 0
  /// where there is none; a power of two of them, two thirds in use at most.
  private var slots: [UInt32] = []

  static let maximumOffset = 1 << 56 - 1

  var count: Int { entries.count }

  /// How often each code's number is there.
  func counts(of codes: Int) -> [Int] {
    var counts = [Int](repeating: 0, count: codes)
    for entry in entries where entry.place >> 56 < codes { counts[Int(entry.place >> 56)] += 1 }
    return counts
  }

  /// The line that answers a key, and the number of its code.
  subscript(key: JournalKey) -> (offset: Int, code: UInt8)? {
    guard !slots.isEmpty else { return nil }
    let slot = slots[place(of: key)]
    guard slot > 0 else { return nil }
    let place = entries[Int(slot) - 1].place
    return (Int(place & UInt64(Self.maximumOffset)), UInt8(place >> 56))
  }

  /// Notes a line; a later one for the same key counts.
  mutating func insert(_ key: JournalKey, offset: Int, code: UInt8) {
    // Neither is ever reached: 72 petabytes, and 4 billion items.
    guard offset <= Self.maximumOffset, entries.count < UInt32.max - 1 else { return }
    if (entries.count + 1) * 3 > slots.count * 2 { grow() }
    let entry = Entry(key: key, place: UInt64(offset) | UInt64(code) << 56)
    let place = place(of: key)
    if slots[place] > 0 {
      entries[Int(slots[place]) - 1] = entry
    } else {
      entries.append(entry)
      slots[place] = UInt32(entries.count)
    }
  }

  private mutating func grow() {
    slots = [UInt32](repeating: 0, count: max(64, slots.count * 2))
    for (number, entry) in entries.enumerated() {
      slots[place(of: entry.key)] = UInt32(number + 1)
    }
  }

  /// The slot of a key, or the empty one where it belongs.
  private func place(of key: JournalKey) -> Int {
    let mask = slots.count - 1
    // The key is a hash already.
    var place = Int(truncatingIfNeeded: key.low) & mask
    while slots[place] > 0, entries[Int(slots[place]) - 1].key != key {
      place = (place + 1) & mask
    }
    return place
  }
}
