import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineRequests

@Suite struct HeaderFieldsTests {
  @Test(arguments: ["a\r\nb", "a\nb", "a\u{0}b", "a\u{7F}"])
  func rejectsLineBreaksInValues(value: String) {
    #expect(throws: InvalidHeaderField.self) { try (["X": value] as HeaderFields).validate() }
  }

  @Test(arguments: ["", "X Y", "X:", "X\r\n", "é"])
  func rejectsInvalidNames(name: String) {
    #expect(throws: InvalidHeaderField.self) { try ([name: "v"] as HeaderFields).validate() }
  }

  @Test func comparesNamesWithoutCase() throws {
    var headers: HeaderFields = ["Content-Type": "a", "SET-COOKIE": "b"]
    headers.append("set-cookie", "c")

    #expect(headers["content-type"] == "a")
    #expect(headers.values(of: "Set-Cookie") == ["b", "c"])
    #expect(Secrets.redacted(headers).values(of: "set-cookie") == ["REDACTED", "REDACTED"])
    #expect(!"[".isSameFieldName(as: "{"))
  }

  @Test(
    arguments: [
      ("Authorization", true), ("Private-Token", true), ("X-Custom-Session", true),
      ("X-Session-Id", true), ("session_key", true), ("Session", true),
      ("Session-Timeout", false), ("X-Session-Count", false), ("X-Request-Id", false),
    ])
  func anotherOriginReceivesNoSecrets(name: String, isSecret: Bool) {
    let headers: HeaderFields = [name: "v", "Accept": "a/b"]

    #expect(headers.forAnotherOrigin.contains(name) != isSecret)
    #expect(headers.forAnotherOrigin.contains("Accept"))
  }
}

@Suite struct HTTPDateTests {
  /// RFC 9110 §5.6.7.
  @Test(
    arguments: [
      "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
    ])
  func parsesAllForms(text: String) {
    #expect(HTTPDate.seconds(text) == 784_111_777)
    for end in text.indices where end > text.startIndex {
      let prefix = String(text[..<end])
      if prefix.count < text.count - 4 { #expect(HTTPDate.seconds(prefix) == nil) }
    }
  }

  @Test(arguments: [
    "", "x", "Sun, 32 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT",
    "Thu, 31 Feb 2026 08:49:37 GMT", "Sun, 00 Nov 1994 08:49:37 GMT",
    "Sun, +6 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:+7 GMT",
    "Sun, 06 Nov 99999999999999999999 08:49:37 GMT", "Mon, 29 Feb 2100 00:00:00 GMT",
  ])
  func rejectsInvalidDates(text: String) {
    #expect(HTTPDate.seconds(text) == nil)
    #expect(HTTPDate.exact(text, now: 0) == nil)
  }

  @Test(arguments: [
    "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
    "sun, 06 nov 1994 08:49:37 gmt", "SUNDAY, 06-NOV-94 08:49:37 GMT",
  ])
  func parsesExactForms(text: String) {
    #expect(HTTPDate.exact(text, now: 1_800_000_000) == 784_111_777)
    for end in text.indices {
      #expect(HTTPDate.exact(String(text[..<end]), now: 0) == nil)
    }
  }

  /// RFC 9111 §5.3: dates that a cache must treat as past.
  @Test(arguments: [
    "Sun, 06 Nov 94 08:49:37 GMT", "Sun 06 Nov 1994 08:49:37 GMT",
    "Sun,  06 Nov 1994 08:49:37 GMT", "Sun, 06-Nov-1994 08:49:37 GMT",
    "Sun, 6 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 8:49:37 GMT",
    "Sun, 06 Nov 1994 08:49:37 CET", "Xyz, 06 Nov 1994 08:49:37 GMT",
    "Sun, 06 Nov 1994 08:49:37 GMT ", "Sun, 06 Xxx 1994 08:49:37 GMT",
    "Sun, 06-Nov-94 08:49:37 GMT", "Sun Nov 6 08:49:37 1994", "0", "-1", "",
  ])
  func exactRejectsOtherForms(text: String) {
    #expect(HTTPDate.exact(text, now: 1_800_000_000) == nil)
  }

  /// RFC 9110 §5.6.7: at most 50 years in the future.
  @Test(arguments: [
    ("74", 2026, 2074), ("76", 2026, 2076), ("77", 2026, 1977), ("00", 2026, 2000),
    ("94", 2026, 1994), ("49", 1999, 1949), ("48", 1999, 1948), ("50", 1999, 1950),
  ])
  func interpretsTwoDigitYears(year: String, now: Int, expected: Int) {
    let seconds = CivilDate.days(year: now, month: 6, day: 1) * 86_400
    #expect(
      HTTPDate.seconds("Sun, 01-Jan-\(year) 00:00:00 GMT", now: seconds)
        == CivilDate.days(year: expected, month: 1, day: 1) * 86_400)
  }

  @Test(
    arguments: zip(
      [0, 951_782_400, 1_700_000_000, -1],
      [
        "1970-01-01T00:00:00Z", "2000-02-29T00:00:00Z", "2023-11-14T22:13:20Z",
        "1969-12-31T23:59:59Z",
      ]))
  func formatsTimestamps(seconds: Int, text: String) {
    #expect(CivilDate.timestamp(seconds) == text)
  }
}

@Suite struct MultipartTests {
  @Test func encodesParts() {
    let multipart = Multipart(
      parts: [
        Multipart.Part(name: "a\"\r\n", content: .bytes(Array("1".utf8))),
        Multipart.Part(
          name: "f", content: .file(path: "/x"), filename: "é.png", mediaType: "image/png"),
      ], boundary: "B")

    let text = multipart.segments.map { segment in
      switch segment {
      case .bytes(let bytes): String(decoding: bytes, as: UTF8.self)
      case .file(let path): "<\(path)>"
      }
    }.joined()

    #expect(
      text == """
        --B\r
        Content-Disposition: form-data; name="a%22%0D%0A"\r
        \r
        1\r
        --B\r
        Content-Disposition: form-data; name="f"; filename="é.png"\r
        Content-Type: image/png\r
        \r
        </x>\r
        --B--\r

        """)
  }
}

@Suite struct Base64Tests {
  /// RFC 4648 §10.
  @Test(
    arguments: [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
      ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
    ])
  func encodesTestVectors(plain: String, encoded: String) {
    #expect(Base64.encode(Array(plain.utf8)) == encoded)
    #expect(Base64.decode(encoded) == Array(plain.utf8))
  }

  @Test(arguments: ["Z", "Zg", "Zg=", "Zg==\n", "Z===", "====", "Zm9v!mFy"])
  func rejectsInvalidText(text: String) { #expect(Base64.decode(text) == nil) }

  @Test func decodesEncodedBytes() {
    var random = SeededGenerator(seed: 3)
    for length in 0..<200 {
      let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
      #expect(Base64.decode(Base64.encode(bytes)) == bytes)
    }
  }
}

@Suite struct PunycodeTests {
  /// RFC 3492 §7.1 and names in use.
  @Test(
    arguments: [
      ("bücher", "xn--bcher-kva"), ("faß", "xn--fa-hia"),
      ("почемужеонинеговорятпорусски", "xn--b1abfaaepdrnnbgefbadotcwatmq2g4l"),
      ("他们为什么不说中文", "xn--ihqwcrb4cv8a8dqg056pqjye"), ("plain", "plain"),
    ])
  func encodesLabels(label: String, ascii: String) throws {
    #expect(try Punycode.label(label[...]) == ascii)
  }
}
