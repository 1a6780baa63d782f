import CZlib
import TestSupport
import Testing
import WirelineCore
import WirelineRequests

@testable import WirelineHTTP

@Suite struct BodyDecoderTests {
  /// - Parameter window: 31 for gzip, 15 for zlib, -15 for raw deflate.
  private static func deflated(_ bytes: [UInt8], window: Int32) -> [UInt8] {
    var stream = z_stream()
    deflateInit2_(
      &stream, 6, Z_DEFLATED, window, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    defer { deflateEnd(&stream) }
    var input = bytes
    var output = [UInt8](repeating: 0, count: bytes.count + 1024)
    let capacity = output.count
    input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(capacity)
        _ = deflate(&stream, Z_FINISH)
      }
    }
    return Array(output.prefix(capacity - Int(stream.avail_out)))
  }

  private func decode(
    _ bytes: [UInt8], _ encoding: String, pieces: Int = 1 << 20, method: String = "GET",
    status: Int = 200
  ) throws -> [UInt8]? {
    let head = ResponseHead(status: status, headers: ["Content-Encoding": encoding])
    let request = RequestAttempt(
      method: method, url: try RequestURL("http://h/"), headers: [:], body: .none,
      limits: AttemptLimits())
    guard let decoder = try BodyDecoder.decoder(for: head, request: request) else { return nil }
    return try decoder.decoded(bytes, pieces: pieces)
  }

  private static let text = Array("The quick brown fox. ".utf8) + Array("again ".utf8)

  @Test(
    arguments: [("gzip", 31), ("x-gzip", 31), ("deflate", 15), ("deflate", -15)], [1, 7, 1000])
  func decodesEncodedBody(encoding: (String, Int32), pieces: Int) throws {
    let encoded = Self.deflated(Self.text, window: encoding.1)

    #expect(try decode(encoded, encoding.0, pieces: pieces) == Self.text)
  }

  @Test func joinsMembersAndIgnoresPadding() throws {
    let member = Self.deflated(Self.text, window: 31)

    #expect(try decode(member + member, "gzip") == Self.text + Self.text)
    #expect(try decode(member + [0, 0, 0], "gzip") == Self.text)
  }

  @Test func rejectsTruncatedBody() throws {
    let encoded = Self.deflated(Self.text, window: 31)

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
    ("x\u{e9}", hello), ("gzip, gzip", Gzip.gzip(hello)), ("deflate, gzip", hello),
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
    let encoded = Self.deflated(Self.text, window: 31)
    var random = SeededGenerator(seed: 9)
    for _ in 0..<2000 {
      var bytes = encoded
      bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
      _ = try? decode(bytes, "gzip", pieces: 5)
    }
  }

  @Test func stopsDecompressionBomb() throws {
    let bomb = Self.deflated([UInt8](repeating: 0, count: 8 << 20), window: 31)

    #expect(throws: RequestError.Reason.self) { try decode(bomb, "gzip") }
  }

  /// Decodes input of the user.
  private func decodeInput(_ bytes: [UInt8], pieces: Int = 1 << 20) throws -> [UInt8] {
    let decoder = CompressedDecoder(.gzip)
    var output: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: pieces) {
      try bytes[start..<min(start + pieces, bytes.count)].withUnsafeBytes { piece in
        try decoder.decode(piece) { output += $0 }
      }
    }
    try decoder.finish()
    return output
  }

  @Test(arguments: [1, 7, 1000]) func inputAllowsPaddingBetweenMembers(pieces: Int) throws {
    let member = Self.deflated(Self.text, window: 31)
    let padding = [UInt8](repeating: 0, count: 6)

    #expect(
      try decodeInput(member + padding + member + padding, pieces: pieces)
        == Self.text + Self.text)
  }

  @Test(arguments: ["plain", "\0\0plain", "\n"], [1, 7, 1000])
  func rejectsDataAfterInput(rest: String, pieces: Int) throws {
    let member = Self.deflated(Self.text, window: 31)

    #expect(throws: RequestError.Reason.followedByOtherData) {
      try decodeInput(member + Array(rest.utf8), pieces: pieces)
    }
  }

  @Test func deliversDataBeforeInvalidChecksum() throws {
    var encoded = Self.deflated(Self.text, window: 31)
    encoded[encoded.count - 8] ^= 1
    let decoder = CompressedDecoder(.gzip)
    var output: [UInt8] = []

    #expect(throws: RequestError.Reason.self) {
      try encoded.withUnsafeBytes { try decoder.decode($0) { output += $0 } }
    }

    #expect(output == Self.text)
  }

  @Test func inputAllowsHighRatio() throws {
    let zeros = [UInt8](repeating: 0, count: 8 << 20)

    #expect(try decodeInput(Self.deflated(zeros, window: 31)).count == zeros.count)
  }

  @Test func ignoresEncodingWithoutContent() throws {
    #expect(try decode([1, 2], "gzip", method: "HEAD") == nil)
    #expect(try decode([], "gzip", status: 304) == nil)
    #expect(try decode([1, 2], "identity") == nil)
    #expect(throws: RequestError.Reason.contentEncoding("unknown encoding \"compress\"")) {
      try decode([1], "compress")
    }
  }
}

extension BodyDecoder {
  /// The whole output for an input in pieces of a length.
  func decoded(_ bytes: [UInt8], pieces: Int) throws -> [UInt8] {
    var output: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: pieces) {
      try bytes[start..<min(start + pieces, bytes.count)].withUnsafeBytes { piece in
        try decode(piece) { output += $0 }
      }
    }
    try finish()
    return output
  }
}
