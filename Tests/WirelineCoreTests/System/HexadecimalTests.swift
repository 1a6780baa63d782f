import Testing

@testable import WirelineCore

@Suite struct HexadecimalTests {
  @Test func computesEightDigitsLikeTheStandardLibrary() {
    let numbers: [UInt32] = (0..<32).flatMap { [1 << $0, ~(1 << $0), (1 << $0) - 1] }
    for number in numbers + [0x0123_4567, 0x89AB_CDEF, 0x9A9A_A9A9, 0xFEDC_BA98] {
      let digits = withUnsafeBytes(of: Hexadecimal.digits(of: number)) {
        String(decoding: $0, as: UTF8.self)
      }
      let plain = String(number, radix: 16)
      #expect(digits == String(repeating: "0", count: 8 - plain.count) + plain)
    }
  }

  @Test func encodesEveryByteAsTwoDigits() {
    let text = Hexadecimal.encode(Array(UInt8.min...UInt8.max))
    #expect(text.utf8.count == 512)
    #expect(text.hasPrefix("000102") && text.hasSuffix("fdfeff"))
  }
}
