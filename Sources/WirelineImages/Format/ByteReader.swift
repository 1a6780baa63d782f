/// Numbers and texts at offsets of some bytes; nil past their end, never a trap.
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

  /// An unsigned number of at most eight bytes.
  ///
  /// What is over 2⁶⁰ is given as 2⁶⁰: past the end of any file, and a sum of several does not
  /// overflow.
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

  /// What of these bytes is at hand, counted from 0 again.
  func part(_ start: Int, to end: Int = .max) -> ByteReader {
    let start = min(max(start, 0), bytes.count)
    let end = min(max(end, start), bytes.count)
    return ByteReader(bytes[bytes.startIndex + start..<bytes.startIndex + end])
  }
}
