import TestSupport
import Testing
import WirelineCore
import WirelineRequests

@testable import WirelineHTTP

@Suite struct ContentEncodingTests {
  private static let text = Array("The quick brown fox. ".utf8) + Array("again ".utf8)

  @Test(
    arguments: [
      ("gzip", Gzip.gzip(text)), ("x-gzip", Gzip.gzip(text)), ("deflate", Gzip.zlib(text)),
      ("deflate", Gzip.deflate(text)),
    ], [1, 7, 1000])
  func decodesEncodedBody(encoded: (String, [UInt8]), pieces: Int) throws {
    #expect(try decode(encoded.1, encoded.0, pieces: pieces) == Self.text)
  }

  @Test func joinsMembersAndIgnoresPadding() throws {
    let member = Gzip.gzip(Self.text)

    #expect(try decode(member + member, "gzip") == Self.text + Self.text)
    #expect(try decode(member + [0, 0, 0], "gzip") == Self.text)
  }

  @Test func rejectsTruncatedBody() throws {
    let encoded = Gzip.gzip(Self.text)

    #expect(try decode([], "gzip") == [])
    for end in 1..<encoded.count {
      #expect(throws: RequestError.Reason.self) { try decode(Array(encoded[..<end]), "gzip") }
    }
  }

  private static let hello = Gzip.gzip("hello")

  private static func changed(_ bytes: [UInt8], at index: Int) -> [UInt8] {
    var changed = bytes
    changed[index < 0 ? bytes.count + index : index] ^= 0x55
    return changed
  }

  @Test(arguments: [
    ("gzip", changed(hello, at: -8)), ("gzip", changed(hello, at: -1)),
    ("gzip", changed(hello, at: 2)), ("gzip", Array("hello".utf8)),
    ("deflate", Array("hello".utf8)), ("deflate", changed(Gzip.zlib([1, 2]), at: -1)),
    ("x\u{e9}", hello), ("deflate, gzip", hello),
    ("gzip", hello + [0x1F, 0x8B, 9]),
  ])
  func rejectsInvalidBody(encoding: String, bytes: [UInt8]) {
    #expect(throws: RequestError.Reason.self) { try decode(bytes, encoding) }
  }

  @Test(arguments: [
    ("GZip", hello), ("identity, gzip", hello), ("gzip", hello + Array("PK\u{3}\u{4} junk".utf8)),
    ("deflate", Gzip.zlib(Array("hello".utf8)) + [1, 2, 3]),
    ("deflate", Gzip.deflate(Array("hello".utf8)) + [1, 2, 3]),
  ])
  func ignoresDataAfterBody(encoding: String, bytes: [UInt8]) throws {
    #expect(try decode(bytes, encoding) == Array("hello".utf8))
  }

  @Test func survivesMutations() throws {
    let encoded = Gzip.gzip(Self.text)
    var random = SeededGenerator(seed: 9)
    for _ in 0..<2000 {
      var bytes = encoded
      bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
      _ = try? decode(bytes, "gzip", pieces: 5)
    }
  }

  @Test func ignoresEncodingWithoutContent() throws {
    #expect(try decode([1, 2], "gzip", method: "HEAD") == nil)
    #expect(try decode([], "gzip", status: 304) == nil)
    #expect(try decode([1, 2], "identity") == nil && decode([1, 2], "none") == nil)
    #expect(try decode(Gzip.zlib(Gzip.gzip("a")), "gzip, deflate", pieces: 3) == Array("a".utf8))
    #expect(throws: RequestError.Reason.contentEncoding("unknown encoding \"compress\"")) {
      try decode([1], "compress")
    }
  }
}

/// The decoded body of a response, received in pieces of a length; nil if it is not encoded.
func decode(
  _ bytes: [UInt8], _ encoding: String, pieces: Int = 1 << 20, method: String = "GET",
  status: Int = 200
) throws -> [UInt8]? {
  let head = ResponseHead(status: status, headers: ["Content-Encoding": encoding])
  let request = RequestAttempt(
    RequestSpecification(
      method: method, url: try RequestURL("http://h/"),
      headers: ["Accept-Encoding": ContentEncoding.offered]))
  let decoders = try ContentEncoding.decoders(for: head, request: request)
  if decoders.isEmpty { return nil }
  var output: [UInt8] = []
  for start in stride(from: 0, to: bytes.count, by: pieces) {
    try bytes[start..<min(start + pieces, bytes.count)].withUnsafeBytes { piece in
      try decoders.decode(piece) { output += $0 }
    }
  }
  try converting(RequestError.Reason.init) { () throws(DecompressionError) in
    for decoder in decoders { try decoder.finish() }
  }
  return output
}
