internal import WirelineCore

/// Finds the URL of a record that is a flat JSON object in plain spelling: ASCII strings without
/// escapes, short numbers, no nested values.
enum FlatRecord {
  /// The names to look for, as bytes.
  struct Names: Sendable {
    let urls: [[UInt8]]
    private let others: [[UInt8]]
    /// The first letters of the others, a bit for each byte below 0x80.
    private let letters: (UInt64, UInt64)

    init(_ names: BatchPart.Members) {
      urls = names.urls.map { Array($0.utf8) }
      others = names.others.filter { !names.urls.contains($0) }.map { Array($0.utf8) }
      var letters: (UInt64, UInt64) = (0, 0)
      for first in others.compactMap(\.first) {
        if first < 64 { letters.0 |= 1 << UInt64(first) }
        if first >= 64, first < 128 { letters.1 |= 1 << UInt64(first - 64) }
      }
      self.letters = letters
    }

    /// - Returns: the rank of a name that may have the URL, -1 for one that has no meaning, nil for
    ///   one that the parser has to see.
    @inline(__always)
    func rank(of name: UnsafeRawBufferPointer) -> Int? {
      for rank in urls.indices where FlatRecord.isSame(name, urls[rank]) { return rank }
      guard let first = name.first else { return -1 }
      let bits = first < 64 ? letters.0 : letters.1
      guard bits >> UInt64(first & 63) & 1 == 1 else { return -1 }
      for other in others where FlatRecord.isSame(name, other) { return nil }
      return -1
    }
  }

  fileprivate static func isSame(_ name: UnsafeRawBufferPointer, _ other: [UInt8]) -> Bool {
    guard name.count == other.count else { return false }
    for place in other.indices where name[place] != other[place] { return false }
    return true
  }

  /// The content of the URL's string; nil if the line is not such an object, or has no URL.
  static func url(in line: UnsafeRawBufferPointer, _ names: Names) -> Range<Int>? {
    var scan = Scan(bytes: line)
    var url: (rank: Int, range: Range<Int>)?
    guard scan.takes(JSONByte.openBrace), !scan.takes(JSONByte.closeBrace) else { return nil }
    while true {
      guard let name = scan.string(),
        let rank = names.rank(of: UnsafeRawBufferPointer(rebasing: line[name])),
        scan.takes(JSONByte.colon)
      else { return nil }
      if rank >= 0 {
        // Of two with one name the last would count.
        guard let value = scan.string(), url?.rank != rank else { return nil }
        if rank < url?.rank ?? .max { url = (rank, value) }
      } else if !scan.skipsValue() {
        return nil
      }
      if scan.takes(JSONByte.comma) { continue }
      guard scan.takes(JSONByte.closeBrace), scan.isAtEnd else { return nil }
      return url?.range
    }
  }

  private struct Scan {
    let bytes: UnsafeRawBufferPointer
    var place = 0

    init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    @inline(__always)
    private mutating func skipSpace() {
      while place < bytes.count, JSONByte.isSpace(bytes[place]) { place &+= 1 }
    }

    @inline(__always)
    mutating func takes(_ byte: UInt8) -> Bool {
      skipSpace()
      guard place < bytes.count, bytes[place] == byte else { return false }
      place &+= 1
      return true
    }

    var isAtEnd: Bool {
      var rest = self
      rest.skipSpace()
      return rest.place == bytes.count
    }

    /// The content of a plain string.
    @inline(__always)
    mutating func string() -> Range<Int>? {
      guard takes(JSONByte.quote) else { return nil }
      let start = place
      // Eight bytes at a time, until one of them is a quote, a backslash, a control character or
      // not ASCII.
      while place &+ 8 <= bytes.count {
        let word = bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
        let special =
          Self.zeros(word ^ 0x2222_2222_2222_2222) | Self.zeros(word ^ 0x5C5C_5C5C_5C5C_5C5C)
          | Self.zeros(word & 0xE0E0_E0E0_E0E0_E0E0) | word & 0x8080_8080_8080_8080
        if special != 0 { break }
        place &+= 8
      }
      while place < bytes.count {
        let byte = bytes[place]
        if byte == JSONByte.quote {
          place &+= 1
          return start..<(place &- 1)
        }
        guard byte >= 0x20, byte < 0x80, byte != JSONByte.backslash else { return nil }
        place &+= 1
      }
      return nil
    }

    /// Not 0 if a byte of the word is 0.
    @inline(__always)
    private static func zeros(_ word: UInt64) -> UInt64 {
      (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
    }

    mutating func skipsValue() -> Bool {
      skipSpace()
      guard place < bytes.count else { return false }
      switch bytes[place] {
      case JSONByte.quote: return string() != nil
      case UInt8(ascii: "t"): return skips("true")
      case UInt8(ascii: "f"): return skips("false")
      case UInt8(ascii: "n"): return skips("null")
      default: return skipsNumber()
      }
    }

    private mutating func skips(_ word: StaticString) -> Bool {
      guard place + word.utf8CodeUnitCount <= bytes.count else { return false }
      for index in 0..<word.utf8CodeUnitCount
      where bytes[place + index] != word.utf8Start[index] { return false }
      place += word.utf8CodeUnitCount
      return true
    }

    /// A number without an exponent.
    private mutating func skipsNumber() -> Bool {
      if bytes[place] == JSONByte.minus { place &+= 1 }
      let start = place
      let count = skipDigits()
      guard count == 1 || count > 1 && bytes[start] != JSONByte.zero else { return false }
      guard place < bytes.count, bytes[place] == JSONByte.point else { return true }
      place &+= 1
      return skipDigits() > 0
    }

    private mutating func skipDigits() -> Int {
      let start = place
      while place < bytes.count, (JSONByte.zero...JSONByte.nine).contains(bytes[place]) {
        place &+= 1
      }
      return place &- start
    }
  }
}
