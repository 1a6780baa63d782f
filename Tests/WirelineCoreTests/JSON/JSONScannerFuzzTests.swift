import Testing
import WirelineCore

/// The scanner against a slow judge, on texts that nobody chose.
@Suite struct JSONScannerFuzzTests {
  static let documents = [
    #"{"id":1000000,"name":"北京 2472","latitude":-27.16821e1,"ok":[true,false,null],"x":{}}"#,
    #"[[],{"a":"\u00e9\uD83D\uDE00\\"},-0.5E+10,"longer than eight bytes"]"#,
    #"  { "a" : [ 1 , 2.0 , { "b" : "c" } ] }  "#,
  ]

  @Test(arguments: documents)
  func everyPrefixOfAContainerEndsTooEarly(_ document: String) throws {
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
  func everyPrefixOfAScalarIsJudgedAsItStands(_ document: String) {
    let bytes = Array(document.utf8)
    for length in 0...bytes.count { expectAgreement(Array(bytes[..<length])) }
  }

  @Test(arguments: 1...4)
  func validTextsAreAccepted(seed: UInt64) {
    var generator = JSONTextGenerator(seed: seed)
    for _ in 0..<500 {
      let text = generator.text()
      #expect(isAccepted(text), "\(String(decoding: text, as: UTF8.self))")
    }
  }

  @Test(arguments: 1...8)
  func damagedTextsAreJudgedAsByTheSlowValidator(seed: UInt64) {
    var generator = JSONTextGenerator(seed: seed)
    for _ in 0..<1500 {
      let text = generator.text()
      expectAgreement(generator.damage(Array(text.prefix(200))))
    }
  }

  @Test(arguments: 1...4)
  func noiseIsJudgedAsByTheSlowValidator(seed: UInt64) {
    var generator = JSONTextGenerator(seed: seed)
    for _ in 0..<5000 { expectAgreement(generator.noise()) }
  }

  /// Strings are read 8 bytes a step: every special byte, at every distance from the last step.
  @Test func everyByteAtEveryPlaceOfAString() {
    for length in 0...17 {
      for place in 0...length {
        for byte in UInt8.min...UInt8.max {
          var content = [UInt8](repeating: 0x61, count: length)
          content.insert(byte, at: place)
          let isRight = byte >= 0x20 && byte < 0x80 && byte != 0x22 && byte != 0x5C
          // A backslash before an "a" is wrong, and before the last quote as well.
          guard isAccepted([0x22] + content + [0x22]) != isRight else { continue }
          Issue.record("byte \(byte) at \(place) of \(length)")
        }
      }
    }
  }

  /// Two and three bytes of UTF-8 from every corner of the table of RFC 3629 §4.
  @Test func everyPairOfHighBytesIsJudgedAsByTheStandardLibrary() {
    for first in UInt8(0x7F)...0xFF {
      for second in [0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xFF] as [UInt8] {
        for tail in [[], [0x80], [0xBF, 0xBF], [0x80, 0x41], [0xC0, 0x80]] as [[UInt8]] {
          let content = [first, second] + tail
          let isRight = String(validating: content, as: UTF8.self) != nil
          guard isAccepted([0x22] + content + [0x22]) != isRight else { continue }
          Issue.record("\(content)")
        }
      }
    }
  }

  private func isAccepted(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { (try? JSONScanner.validate($0)) != nil }
  }

  private func expectAgreement(_ bytes: [UInt8]) {
    guard isAccepted(bytes) != SlowJSONValidator.accepts(bytes) else { return }
    Issue.record("\(String(decoding: bytes, as: UTF8.self).debugDescription) \(bytes)")
  }
}
