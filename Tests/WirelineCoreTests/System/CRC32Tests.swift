import TestSupport
import Testing

@testable import WirelineCore

@Suite struct CRC32Tests {
  /// The check value of CRC catalogues, and values of zlib 1.2.13.
  @Test(
    arguments: [
      ([], 0), (Array("123456789".utf8), 0xCBF4_3926), (Array("IEND".utf8), 0xAE42_6082),
      ([UInt8](repeating: 0xFF, count: 32), 0xFF6C_AB0B),
      ((0..<1000).map { UInt8(truncatingIfNeeded: $0 &* $0) }, 0xBE2C_3C2D),
    ] as [([UInt8], UInt32)])
  func matchesKnownValues(bytes: [UInt8], expected: UInt32) {
    var crc = CRC32()
    bytes.withUnsafeBytes { crc.update($0) }

    #expect(crc.value == expected)
  }
}
