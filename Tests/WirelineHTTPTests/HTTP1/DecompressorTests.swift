import TestSupport
import Testing
import WirelineCore
import WirelineRequests

@testable import WirelineHTTP

/// Brotli and Zstandard.
@Suite struct DecompressorTests {
  private static let text = Array("The quick brown fox. again ".utf8)
  /// `text`, an empty body, and 64 MB of zeros, encoded by libbrotlienc 1.0.9.
  private static let brotli = bytes("Cw2AVGhlIHF1aWNrIGJyb3duIGZveC4gYWdhaW4gAw==")
  private static let emptyBrotli = bytes("Bg==")
  private static let brotliBomb = bytes(
    "y///PwAkAOKxQHLv//j//weABEAcFoDu/R////8AkACIwwLQvf/j//8fABIAcVgAuvd//P//A0ACIA4LQPf+j///fwBI"
      + "AMRhAeje//H//w8ACYA4LADd+7/8//8DIAEQhwWge/8H")
  /// `text` with a window of 256 MB, an extension of brotli.
  private static let largeBrotli = bytes("ERw0AAJUaGUgcXVpY2sgYnJvd24gZm94LiBhZ2FpbiAD")

  private static func bytes(_ base64: String) -> [UInt8] { Base64.decode(base64) ?? [] }

  @Test(arguments: [1, 2, 7, 1000]) func decodesBrotli(pieces: Int) throws {
    #expect(try decode(Self.brotli, "br", pieces: pieces) == Self.text)
    #expect(try decode(Self.emptyBrotli, "BR", pieces: pieces) == [])
    #expect(try decode([], "br", pieces: pieces) == [])
  }

  @Test(arguments: [1, 2, 7, 1000]) func decodesZstd(pieces: Int) throws {
    #expect(try decode(Zstd.compressed(Self.text), "zstd", pieces: pieces) == Self.text)
    #expect(try decode(Zstd.compressed([]), "Zstd", pieces: pieces) == [])
    #expect(try decode([], "zstd", pieces: pieces) == [])
  }

  /// More than one output buffer, with little input per buffer.
  @Test(arguments: [1, 19] as [Int32], [1 << 16, 1 << 20])
  func decodesLargeBody(level: Int32, pieces: Int) throws {
    var random = SeededGenerator(seed: 5)
    let words = (0..<50).map { _ in random.bytes(3...9) }
    let body = (0..<30_000).flatMap { _ in words[Int.random(in: 0..<50, using: &random)] }

    #expect(try decode(Zstd.compressed(body, level: level), "zstd", pieces: pieces) == body)
  }

  @Test(arguments: [1, 3, 1000]) func joinsZstdFrames(pieces: Int) throws {
    let frame = Zstd.compressed(Self.text)
    let skippable: [UInt8] = [0x5A, 0x2A, 0x4D, 0x18, 3, 0, 0, 0, 1, 2, 3]
    let frames = skippable + frame + Zstd.compressed([]) + skippable + frame

    #expect(try decode(frames, "zstd", pieces: pieces) == Self.text + Self.text)
  }

  @Test(arguments: [1, 1000]) func ignoresBytesAfterEnd(pieces: Int) throws {
    let rest = Array("\0\r\n<!-- cached -->".utf8)

    #expect(try decode(Self.brotli + rest, "br", pieces: pieces) == Self.text)
    #expect(try decode(Zstd.compressed(Self.text) + rest, "zstd", pieces: pieces) == Self.text)
  }

  @Test func rejectsEveryPrefix() {
    for (encoding, encoded) in [("br", Self.brotli), ("zstd", Zstd.compressed(Self.text))] {
      for end in 1..<encoded.count {
        #expect(throws: RequestError.Reason.self, "\(encoding) \(end)") {
          try decode(Array(encoded[..<end]), encoding)
        }
      }
    }
    let frame = Zstd.compressed(Self.text)
    for end in 1..<frame.count {
      #expect(throws: RequestError.Reason.self) { try decode(frame + frame[..<end], "zstd") }
    }
  }

  @Test(arguments: ["br", "zstd"]) func survivesArbitraryBytes(encoding: String) {
    let encoded = encoding == "br" ? Self.brotli : Zstd.compressed(Self.text)
    var random = SeededGenerator(seed: 8)
    for _ in 0..<3000 {
      _ = try? decode(random.mutation(of: encoded), encoding, pieces: 5)
      _ = try? decode(random.bytes(0...60), encoding)
    }
  }

  @Test func limitsZstdWindow() throws {
    #expect(try decode(Zstd.frame(exponent: 13), "zstd") == Array("x".utf8))
    for (exponent, eighths) in [(13, 1), (14, 0), (17, 0), (21, 7), (31, 7)] as [(UInt8, UInt8)] {
      #expect(
        throws: RequestError.Reason.contentEncoding("the zstd window is larger than 8 MiB")
      ) { try decode(Zstd.frame(exponent: exponent, eighths: eighths), "zstd") }
    }
  }

  @Test func rejectsLargeBrotliWindow() {
    #expect(throws: RequestError.Reason(.corrupt)) { try decode(Self.largeBrotli, "br") }
  }

  /// Version 0.7 of zstd, which libzstd would decode.
  @Test func rejectsEarlierZstdFormat() {
    #expect(throws: RequestError.Reason(.corrupt)) {
      try decode([0x27, 0xB5, 0x2F, 0xFD] + [UInt8](repeating: 0, count: 20), "zstd")
    }
  }

  @Test func stopsBombs() throws {
    #expect(throws: RequestError.Reason.bomb(ratio: 250)) { try decode(Self.brotliBomb, "br") }
    #expect(throws: RequestError.Reason.bomb(ratio: 250)) {
      try decode(Zstd.repeating(blocks: 500), "zstd")
    }
    // Up to a megabyte, the ratio does not matter.
    #expect(try decode(Zstd.repeating(blocks: 8), "zstd")?.count == 1 << 20)
    // Raw blocks lower the ratio of the inner encoding, and the outer encoding compresses them.
    let inner = Zstd.frame(String(repeating: "a", count: 100_000)) + Zstd.repeating(blocks: 64)
    #expect(try decode(inner, "zstd")?.count == 100_000 + 8 << 20)
    #expect(throws: RequestError.Reason.bomb(ratio: 250)) {
      try decode(Zstd.compressed(inner), "zstd, zstd")
    }
  }
}
