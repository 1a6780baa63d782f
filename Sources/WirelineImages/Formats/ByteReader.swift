/// Numbers and text at offsets of a byte buffer. Reading past the end returns nil and never traps.
struct ByteReader {
  private let bytes: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  var count: Int { bytes.count }

  func byte(_ offset: Int) -> UInt8? {
    guard offset >= 0, offset < bytes.count else { return nil }
    return bytes[bytes.startIndex + offset]
  }

  func big16(_ offset: Int) -> Int? { number(offset, bytes: 2, isBigEndian: true) }
  func big32(_ offset: Int) -> Int? { number(offset, bytes: 4, isBigEndian: true) }
  func big64(_ offset: Int) -> Int? { number(offset, bytes: 8, isBigEndian: true) }
  func little16(_ offset: Int) -> Int? { number(offset, bytes: 2, isBigEndian: false) }
  func little24(_ offset: Int) -> Int? { number(offset, bytes: 3, isBigEndian: false) }
  func little32(_ offset: Int) -> Int? { number(offset, bytes: 4, isBigEndian: false) }

  /// Reads an unsigned number of at most eight bytes.
  ///
  /// Values over 2⁶⁰ are returned as 2⁶⁰: that is past the end of any file, and sums of several
  /// such values do not overflow.
  func number(_ offset: Int, bytes width: Int, isBigEndian: Bool) -> Int? {
    guard offset >= 0, width <= bytes.count, offset <= bytes.count - width else { return nil }
    let first = bytes.startIndex + offset
    var value: UInt64 = 0
    for index in 0..<width {
      let byte = bytes[first + (isBigEndian ? index : width - 1 - index)]
      value = value << 8 | UInt64(byte)
    }
    return Int(min(value, 1 << 60))
  }

  /// A big-endian number of up to 8 bytes in a field of known size; 0 past its end.
  func big(_ offset: Int, _ width: Int) -> Int {
    number(offset, bytes: width, isBigEndian: true) ?? 0
  }

  /// A little-endian number of up to 8 bytes in a field of known size; 0 past its end.
  func little(_ offset: Int, _ width: Int) -> Int {
    number(offset, bytes: width, isBigEndian: false) ?? 0
  }

  subscript(offset: Int) -> UInt8 { byte(offset) ?? 0 }

  func text(_ offset: Int, _ count: Int) -> String? {
    guard offset >= 0, count >= 0, count <= bytes.count, offset <= bytes.count - count else {
      return nil
    }
    return String(decoding: bytes.dropFirst(offset).prefix(count), as: UTF8.self)
  }

  /// The type of a chunk or box: PNG, RIFF and ISO base media files use four letters. A question
  /// mark unless they are printable ASCII or ©, which some types contain.
  func type(_ offset: Int) -> String {
    let letters = bytes.dropFirst(offset).prefix(4)
    let isPrintable = letters.allSatisfy { (0x20...0x7E).contains($0) || $0 == 0xA9 }
    return isPrintable ? String(decoding: letters, as: UTF8.self) : "?"
  }

  func matches(_ text: StaticString, at offset: Int = 0) -> Bool {
    let count = text.utf8CodeUnitCount
    guard offset >= 0, count <= bytes.count, offset <= bytes.count - count else { return false }
    return text.withUTF8Buffer { bytes.dropFirst(offset).starts(with: $0) }
  }

  func withUnsafeBytes(_ body: (UnsafeRawBufferPointer) -> Void) { bytes.withUnsafeBytes(body) }

  /// The available bytes of a range, as a reader that counts from 0.
  func part(_ start: Int, to end: Int = .max) -> ByteReader {
    let start = min(max(start, 0), bytes.count)
    let end = min(max(end, start), bytes.count)
    return ByteReader(bytes[bytes.startIndex + start..<bytes.startIndex + end])
  }
}

extension UInt8 {
  /// Whether the byte is white space by C's `isspace`.
  var isASCIISpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}

/// The first directory of a TIFF file (TIFF 6.0 §2) or of EXIF data.
struct TIFFDirectory {
  private let bytes: ByteReader
  private let isBigEndian: Bool
  private let first: Int

  /// Returns nil for other content, or if the bytes end inside the header.
  init?(_ bytes: ByteReader) {
    guard let order = bytes.big16(0), order == 0x4949 || order == 0x4D4D else { return nil }
    self.bytes = bytes
    isBigEndian = order == 0x4D4D
    let number = { [isBigEndian] (offset: Int, width: Int) in
      bytes.number(offset, bytes: width, isBigEndian: isBigEndian)
    }
    guard number(2, 2) == 42, let offset = number(4, 4) else { return nil }
    first = offset
  }

  /// The first value of each given tag that has an integer type.
  func values(of tags: Set<Int>) -> [Int: Int] {
    var found: [Int: Int] = [:]
    guard let count = number(first, 2) else { return found }
    var entry = first + 2
    for _ in 0..<count {
      // Ends with the bytes, whatever the count is.
      guard let tag = number(entry, 2) else { break }
      if tags.contains(tag), found[tag] == nil { found[tag] = value(entry) }
      entry += Self.entryBytes
    }
    return found
  }

  /// The number of directories; nil if the chain leaves the available bytes or is circular.
  var chainLength: Int? {
    var (offset, length) = (first, 0)
    while offset != 0 {
      guard let count = number(offset, 2),
        let next = number(offset + 2 + count * Self.entryBytes, 4)
      else { return nil }
      length += 1
      // More directories than bytes: the chain is circular.
      guard length <= bytes.count else { return nil }
      offset = next
    }
    return length
  }

  /// The EXIF orientation, 1…8 (EXIF 2.32 §4.6.4).
  var orientation: Int? {
    values(of: [274])[274].flatMap { (1...8).contains($0) ? $0 : nil }
  }

  private static let entryBytes = 12

  private func number(_ offset: Int, _ width: Int) -> Int? {
    bytes.number(offset, bytes: width, isBigEndian: isBigEndian)
  }

  /// The first value of an entry, which is stored in the entry or at an offset.
  private func value(_ entry: Int) -> Int? {
    let widths = [1: 1, 3: 2, 4: 4, 9: 4]
    guard let type = number(entry + 2, 2), let width = widths[type],
      let count = number(entry + 4, 4), count > 0
    else { return nil }
    if count * width <= 4 { return number(entry + 8, width) }
    return number(entry + 8, 4).flatMap { number($0, width) }
  }
}
