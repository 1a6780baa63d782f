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

  func text(_ offset: Int, _ count: Int) -> String? {
    guard offset >= 0, count >= 0, count <= bytes.count, offset <= bytes.count - count else {
      return nil
    }
    return String(decoding: bytes.dropFirst(offset).prefix(count), as: UTF8.self)
  }

  func letters(_ offset: Int) -> FourLetters? {
    big32(offset).map { FourLetters(UInt32(truncatingIfNeeded: $0)) }
  }

  func matches(_ text: StaticString, at offset: Int = 0) -> Bool {
    let count = text.utf8CodeUnitCount
    guard offset >= 0, count <= bytes.count, offset <= bytes.count - count else { return false }
    return text.withUTF8Buffer { bytes.dropFirst(offset).starts(with: $0) }
  }

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

/// The type of a chunk or box: PNG, RIFF and ISO base media files use four letters.
struct FourLetters: Sendable, Equatable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The letters, the first one in the most significant byte.
  let value: UInt32

  init(_ value: UInt32) { self.value = value }

  init(stringLiteral value: StaticString) {
    self.value = value.withUTF8Buffer { letters in
      letters.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
    }
  }

  /// The letters without trailing blanks, with a dot for each unprintable byte.
  var description: String {
    var text = ""
    for letter in letters {
      text.unicodeScalars.append((0x20...0x7E).contains(letter) ? Unicode.Scalar(letter) : ".")
    }
    while text.last == " " { text.removeLast() }
    return text
  }

  /// Whether all four letters are A–Z or a–z.
  var isAlphabetic: Bool {
    letters.allSatisfy { (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) }
  }

  /// Whether all four letters are printable ASCII or ©, which some ISO box types contain.
  var isPrintable: Bool { letters.allSatisfy { (0x20...0x7E).contains($0) || $0 == 0xA9 } }

  private var letters: [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}
