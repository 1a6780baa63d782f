import Glibc
import TestSupport
import Testing
import WirelineCore

@Suite struct JSONNumberTests {
  private func view(_ text: String) throws -> JSONView {
    try JSONView.parse(Array(text.utf8))
  }

  static let integers: [(String, Int?)] = [
    ("0", 0), ("-0", 0), ("0.0", 0), ("-0.00e5", 0), ("0e99999999999999999999", 0), ("42", 42),
    ("-42", -42), ("12.0", 12), ("1e3", 1000), ("1E+3", 1000), ("1.5e1", 15), ("1.50e1", 15),
    ("1200e-2", 12), ("120.00e-1", 12), ("-12.0", -12), ("1.5", nil), ("1e-1", nil), ("15e-1", nil),
    ("0.1", nil), ("1.25e1", nil), ("100", 100), ("1010", 1010),
    ("1000000000000000000", 1_000_000_000_000_000_000),
    ("9223372036854775807", .max), ("9223372036854775808", nil), ("-9223372036854775808", .min),
    ("-9223372036854775809", nil), ("922337203685477580.0", 922_337_203_685_477_580),
    ("9.223372036854775807e18", .max),
    ("-9.223372036854775808e18", .min), ("18446744073709551615", nil),
    ("18446744073709551616", nil),
    ("1000000000000000000e-17", 10), ("1e18", 1_000_000_000_000_000_000),
    ("1e19", nil), ("1e99999999999999999999", nil), ("1e-99999999999999999999", nil),
    ("0.000000000000000000000000000000001e33", 1), ("123456789012345678901234567890", nil),
    ("10000000000000000000000000000000000000000000000001e-49", nil), ("1.0e-1", nil),
  ]

  @Test(arguments: integers)
  func returnsExactIntegersOrNil(_ text: String, _ expected: Int?) throws {
    #expect(try view(text).integer == expected)
    #expect(try view("[\(text)]").elements.first?.integer == expected)
  }

  static let doubles: [(String, Double?)] = [
    ("0", 0), ("1", 1), ("-1.5", -1.5), ("0.1", 0.1), ("48.85341", 48.85341), ("1e22", 1e22),
    ("1e23", 1e23), ("9007199254740993", 9_007_199_254_740_992), ("1e400", nil), ("-1e400", nil),
    ("1e-400", 0), ("2.2250738585072014e-308", .leastNormalMagnitude),
    ("4.9406564584124654e-324", .leastNonzeroMagnitude),
    ("1.7976931348623157e308", .greatestFiniteMagnitude),
    ("0.30000000000000004", 0.1 + 0.2), ("123456789012345678901234567890", 1.2345678901234568e29),
    ("0e9999", 0), ("-27.16821E0", -27.16821),
  ]

  @Test(arguments: doubles)
  func roundsDoublesCorrectly(_ text: String, _ expected: Double?) throws {
    #expect(try view(text).double == expected)
  }

  @Test func preservesSignOfZero() throws {
    #expect(try view("-0.0").double?.sign == .minus)
    #expect(try view("-0e9").double?.sign == .minus)
    #expect(try view("0").double?.sign == .plus)
  }

  @Test(arguments: 1...4)
  func agreesWithStrtodOnRandomNumbers(seed: UInt64) throws {
    var generator = JSONTextGenerator(seed: seed)
    for _ in 0..<3000 {
      let text = generator.number()
      let expected = strtod(text, nil)
      #expect(try view(text).double == (expected.isFinite ? expected : nil), "\(text)")
      if let integer = try view(text).integer { #expect(Double(integer) == expected, "\(text)") }
    }
  }
}
