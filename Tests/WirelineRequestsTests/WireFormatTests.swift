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

  @Test(arguments: 0..<40)
  func encodesEveryLength(_ length: Int) {
    let bytes = (0..<length).map { UInt8(truncatingIfNeeded: 0xF7 &* ($0 + length)) }

    #expect(Base64Text.decode(Base64.encode(bytes)) == bytes)
  }

  @Test(arguments: ["Z", "Zg", "Zg=", "Zg==\n", "Z===", "====", "Zm9v!mFy"])
  func rejectsInvalidText(text: String) { #expect(Base64.decode(text) == nil) }
}
