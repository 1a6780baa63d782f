/// Numbers at offsets of some bytes; nil past their end, never a trap.
struct ByteReader {
  private let bytes: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  func byte(_ offset: Int) -> UInt8? {
    guard offset >= 0, offset < bytes.count else { return nil }
    return bytes[bytes.startIndex + offset]
  }

  func big16(_ offset: Int) -> Int? { number(offset, [8, 0]) }
  func big32(_ offset: Int) -> Int? { number(offset, [24, 16, 8, 0]) }
  func little16(_ offset: Int) -> Int? { number(offset, [0, 8]) }
  func little24(_ offset: Int) -> Int? { number(offset, [0, 8, 16]) }
  func little32(_ offset: Int) -> Int? { number(offset, [0, 8, 16, 24]) }

  func text(_ offset: Int, _ count: Int) -> String? {
    guard offset >= 0, offset + count <= bytes.count else { return nil }
    return String(decoding: bytes.dropFirst(offset).prefix(count), as: UTF8.self)
  }

  private func number(_ offset: Int, _ shifts: [Int]) -> Int? {
    var value = 0
    for (index, shift) in shifts.enumerated() {
      guard let byte = byte(offset + index) else { return nil }
      value |= Int(byte) << shift
    }
    return value
  }
}
