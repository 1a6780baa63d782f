import TestSupport
import Testing

@testable import WirelineRequests

@Suite struct CharsetTests {
  private func decoded(_ bytes: [UInt8], _ label: String) throws -> String {
    let table = try #require(CharsetTable(label: label))
    return String(decoding: bytes.withUnsafeBytes { table.decoded($0) }, as: UTF8.self)
  }

  /// The label, the byte, and its character in the WHATWG Encoding Standard.
  @Test(
    arguments: [
      ("iso-8859-1", 0x80, "€"), ("latin1", 0xE9, "é"), ("windows-1252", 0x81, "\u{FFFD}"),
      ("iso-8859-2", 0xF8, "ř"), ("iso-8859-5", 0xB6, "Ж"), ("iso-8859-7", 0xE1, "α"),
      ("iso-8859-15", 0xA4, "€"), ("iso-8859-9", 0xFD, "ı"), ("koi8-r", 0xD6, "ж"),
      ("koi8-u", 0xA4, "є"), ("windows-1251", 0xC6, "Ж"), ("windows-1250", 0x9A, "š"),
      ("windows-1253", 0xE1, "α"), ("windows-1255", 0xE0, "א"), ("windows-1256", 0xC7, "ا"),
      ("windows-874", 0xA1, "ก"), ("ibm866", 0x86, "Ж"), ("macintosh", 0x8E, "é"),
    ] as [(String, UInt8, String)])
  func decodesSingleBytes(label: String, byte: UInt8, character: String) throws {
    #expect(try decoded([0x61, byte, 0x0A], label) == "a\(character)\n")
  }

  @Test(
    arguments: [
      ("text/plain", nil), ("text/plain; charset=utf-8", nil), ("text/plain; charset=", nil),
      ("text/html; charset=x-unknown", nil), ("charset=latin1", nil),
      ("text/html; Charset=Shift_JIS", "CP932"), ("text/html;charset=\"gb2312\";x=y", "GB18030"),
      ("text/html; x=y; charset='euc-kr'", "CP949"),
    ] as [(String, String?)])
  func readsMediaType(mediaType: String, program: String?) {
    #expect(Charset(mediaType: mediaType) == program.map { .program($0) })
  }

  @Test func survivesArbitraryMediaTypes() {
    var random = SeededGenerator(seed: 3)
    let sample = Array("text/html; charset=\"iso-8859-1\"".utf8)
    for _ in 0..<1000 {
      _ = Charset(mediaType: String(decoding: random.mutation(of: sample), as: UTF8.self))
    }
  }
}
