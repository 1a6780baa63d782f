import TestSupport
import Testing
import WirelineCore

/// Compares the scanner with the slow reader of the tests on random texts.
@Suite struct JSONScannerFuzzTests {
  static let documents = [
    #"{"id":1000000,"name":"北京 2472","latitude":-27.16821e1,"ok":[true,false,null],"x":{}}"#,
    #"[[],{"a":"\u00e9\uD83D\uDE00\\"},-0.5E+10,"longer than eight bytes"]"#,
    #"  { "a" : [ 1 , 2.0 , { "b" : "c" } ] }  "#,
  ]

  @Test(arguments: documents)
  func rejectsEveryPrefixOfAContainer(_ document: String) throws {
    let bytes = Array(document.utf8)
    let end = try #require(bytes.lastIndex { $0 != 0x20 })

    for length in 0...end {
      let error = #expect(throws: JSONSyntaxError.self) {
        try JSONView.parse(Array(bytes[..<length]))
      }
      #expect(error?.offset == length)
      #expect(
        [.emptyInput, .unexpectedEnd, .unterminatedString].contains(error?.reason), "\(length)")
    }
  }

  @Test(arguments: ["-12.5e+10", "true", "\"a\\u00e9é\"", "0", "null "])
  func agreesOnEveryPrefixOfAScalar(_ document: String) {
    let bytes = Array(document.utf8)
    for length in 0...bytes.count { expectAgreement(Array(bytes[..<length])) }
  }

  @Test(arguments: 1...8)
  func agreesOnDamagedTexts(seed: UInt64) {
    var generator = JSONTextGenerator(seed: seed)
    for _ in 0..<600 {
      let text = generator.text()
      expectAgreement(generator.damage(Array(text.prefix(200))))
    }
  }

  @Test(arguments: 1...4)
  func agreesOnNoise(seed: UInt64) {
    var generator = JSONTextGenerator(seed: seed)
    for _ in 0..<2000 { expectAgreement(generator.noise()) }
  }

  /// Strings are scanned 8 bytes at a time, so each byte is tested at each offset.
  @Test func acceptsOnlyPlainBytesInStrings() {
    for length in 0...17 {
      for place in 0...length {
        for byte in UInt8.min...UInt8.max {
          var content = [UInt8](repeating: 0x61, count: length)
          content.insert(byte, at: place)
          let isValid = byte >= 0x20 && byte < 0x80 && byte != 0x22 && byte != 0x5C
          // A backslash is invalid before an "a" and before the last quote.
          guard isAccepted([0x22] + content + [0x22]) != isValid else { continue }
          Issue.record("byte \(byte) at \(place) of \(length)")
        }
      }
    }
  }

  /// Boundary values of the table in RFC 3629 §4.
  @Test func agreesWithStandardLibraryOnUTF8() {
    for first in UInt8(0x7F)...0xFF {
      for second in [0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xFF] as [UInt8] {
        for tail in [[], [0x80], [0xBF, 0xBF], [0x80, 0x41], [0xC0, 0x80]] as [[UInt8]] {
          let content = [first, second] + tail
          let isValid = String(validating: content, as: UTF8.self) != nil
          guard isAccepted([0x22] + content + [0x22]) != isValid else { continue }
          Issue.record("\(content)")
        }
      }
    }
  }

  private func isAccepted(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { (try? JSONScanner.validate($0)) != nil }
  }

  private func expectAgreement(_ bytes: [UInt8]) {
    guard isAccepted(bytes) != StrictJSON.isAcceptable(bytes) else { return }
    Issue.record("\(String(decoding: bytes, as: UTF8.self).debugDescription) \(bytes)")
  }
}
