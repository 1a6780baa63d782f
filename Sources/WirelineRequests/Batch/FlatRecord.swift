internal import WirelineCore

/// The fields of a record that decide its shard.
package struct ShardFields: Sendable {
  /// Fields that may contain the URL, in order of precedence.
  let urls: [String]
  /// Fields that may change the meaning of a record. Records that contain one are parsed.
  let others: [String]

  package init(urls: [String], all: [String]) {
    self.urls = urls
    // An error record is never an item.
    others = all + ["error"]
  }
}

/// Finds the URL of a record that is a flat JSON object: ASCII strings without escapes, short
/// numbers, no nested values.
enum FlatRecord {
  /// The names to look for, as bytes.
  struct Names: Sendable {
    let urls: [[UInt8]]
    private let others: [[UInt8]]
    /// The first letters of the others, as a set of ASCII bytes.
    private let letters: (UInt64, UInt64)

    init(_ names: ShardFields) {
      urls = names.urls.map { Array($0.utf8) }
      others = names.others.filter { !names.urls.contains($0) }.map { Array($0.utf8) }
      var letters: (UInt64, UInt64) = (0, 0)
      for first in others.compactMap(\.first) {
        if first < 64 { letters.0 |= 1 << UInt64(first) }
        if first >= 64, first < 128 { letters.1 |= 1 << UInt64(first - 64) }
      }
      self.letters = letters
    }

    /// - Returns: the rank of a name that may contain the URL, -1 for an irrelevant name, nil if
    ///   the record must be parsed.
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

  /// Returns the content of the URL's string; nil if the line is not such an object or has no URL.
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
        // Of duplicate names, the last would count.
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

    /// Reads the content of a string without escapes.
    @inline(__always)
    mutating func string() -> Range<Int>? {
      guard takes(JSONByte.quote) else { return nil }
      let start = place
      // Skip eight bytes at a time up to a quote, backslash, control character or non-ASCII byte.
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

/// A URL in canonical form.
enum PlainURL {
  /// Returns the URL of a line, or nil if it must be parsed.
  @inline(__always)
  static func text(
    of line: UnsafeRawBufferPointer, _ names: FlatRecord.Names
  ) -> UnsafeRawBufferPointer? {
    switch line.first {
    case UInt8(ascii: "h"): line
    case UInt8(ascii: "{"):
      FlatRecord.url(in: line, names).map { UnsafeRawBufferPointer(rebasing: line[$0]) }
    default: nil
    }
  }

  static func host(
    of line: UnsafeRawBufferPointer, _ names: FlatRecord.Names
  ) -> UnsafeRawBufferPointer? {
    text(of: line, names).flatMap { url in
      host(in: url).map { UnsafeRawBufferPointer(rebasing: url[$0]) }
    }
  }

  /// Returns the host of a URL, or nil if the URL is invalid or may not be canonical.
  @inline(__always)
  static func host(in url: UnsafeRawBufferPointer) -> Range<Int>? {
    guard let start = hostStart(url) else { return nil }
    var place = start
    var labelStart = start
    while place < url.count {
      let byte = url[place]
      switch byte {
      case 0x61...0x7A, 0x30...0x39, 0x2D: break
      case 0x2E:
        guard (1...63).contains(place &- labelStart) else { return nil }
        labelStart = place &+ 1
      case JSONByte.slash, UInt8(ascii: "?"):
        return isRestPlain(url, from: place) ? host(url, start, labelStart, place) : nil
      default: return nil
      }
      place &+= 1
    }
    return host(url, start, labelStart, place)
  }

  private static func hostStart(_ url: UnsafeRawBufferPointer) -> Int? {
    // "http", then "://" or "s://".
    guard url.count > 8, url.loadUnaligned(as: UInt32.self).littleEndian == 0x7074_7468 else {
      return nil
    }
    let start = url[4] == UInt8(ascii: "s") ? 5 : 4
    guard url[start] == 0x3A, url[start &+ 1] == 0x2F, url[start &+ 2] == 0x2F else { return nil }
    return start &+ 3
  }

  /// A last label that begins with a letter is not part of an IPv4 address.
  @inline(__always)
  private static func host(
    _ url: UnsafeRawBufferPointer, _ start: Int, _ labelStart: Int, _ end: Int
  ) -> Range<Int>? {
    guard (1...63).contains(end &- labelStart), end &- start <= 253,
      (0x61...0x7A).contains(url[labelStart])
    else { return nil }
    return start..<end
  }

  /// Whether path and query need no percent-encoding and are not followed by a fragment.
  @inline(__always)
  private static func isRestPlain(_ url: UnsafeRawBufferPointer, from start: Int) -> Bool {
    // Without a branch per byte, since nearly all URLs are plain.
    var special: UInt64 = 0
    for place in start..<url.count {
      let byte = url[place]
      // Allowed: 0x21, 0x24–0x3B, 0x3D, 0x3F, 0x40–0x5B, 0x5D, 0x5F, 0x61–0x7A, 0x7E.
      let bits: UInt64 = byte < 0x40 ? 0x5000_000D_FFFF_FFFF : 0xB800_0001_5000_0000
      special |= bits &>> UInt64(byte & 63) | UInt64(byte &>> 7)
    }
    return special & 1 == 0
  }
}
