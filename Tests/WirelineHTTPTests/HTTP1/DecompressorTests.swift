import CZstd
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

  private static let magic: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD]

  private static func bytes(_ base64: String) -> [UInt8] { Base64.decode(base64) ?? [] }

  private static func zstd(_ bytes: [UInt8], level: Int32 = 3) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: ZSTD_compressBound(bytes.count)) { output, count in
      count = ZSTD_compress(output.baseAddress, output.count, bytes, bytes.count, level)
    }
  }

  /// A frame with one raw block of a byte and a window of 2 to the power of 10 plus `exponent`,
  /// plus `eighths` of it.
  private static func frame(exponent: UInt8, eighths: UInt8 = 0) -> [UInt8] {
    magic + [0, exponent << 3 | eighths, 0x09, 0, 0, UInt8(ascii: "x")]
  }

  /// A frame of blocks that repeat a zero 128 Ki times, four bytes each.
  private static func repeating(blocks: Int) -> [UInt8] {
    let size = 128 << 10
    var frame = magic + [0, 11 << 3]
    for block in 1...blocks {
      let header = size << 3 | 1 << 1 | (block == blocks ? 1 : 0)
      frame += [0, 8, 16].map { UInt8(header >> $0 & 0xFF) } + [0]
    }
    return frame
  }

  @Test(arguments: [1, 2, 7, 1000]) func decodesBrotli(pieces: Int) throws {
    #expect(try decode(Self.brotli, "br", pieces: pieces) == Self.text)
    #expect(try decode(Self.emptyBrotli, "BR", pieces: pieces) == [])
    #expect(try decode([], "br", pieces: pieces) == [])
  }

  @Test(arguments: [1, 2, 7, 1000]) func decodesZstd(pieces: Int) throws {
    #expect(try decode(Self.zstd(Self.text), "zstd", pieces: pieces) == Self.text)
    #expect(try decode(Self.zstd([]), "Zstd", pieces: pieces) == [])
    #expect(try decode([], "zstd", pieces: pieces) == [])
  }

  /// More than one output buffer, with little input per buffer.
  @Test(arguments: [1, 19] as [Int32], [1 << 16, 1 << 20])
  func decodesLargeBody(level: Int32, pieces: Int) throws {
    var random = SeededGenerator(seed: 5)
    let words = (0..<50).map { _ in random.bytes(3...9) }
    let body = (0..<100_000).flatMap { _ in words[Int.random(in: 0..<50, using: &random)] }

    #expect(try decode(Self.zstd(body, level: level), "zstd", pieces: pieces) == body)
  }

  @Test(arguments: [1, 3, 1000]) func joinsZstdFrames(pieces: Int) throws {
    let frame = Self.zstd(Self.text)
    let skippable: [UInt8] = [0x5A, 0x2A, 0x4D, 0x18, 3, 0, 0, 0, 1, 2, 3]
    let frames = skippable + frame + Self.zstd([]) + skippable + frame

    #expect(try decode(frames, "zstd", pieces: pieces) == Self.text + Self.text)
  }

  @Test(arguments: [1, 1000]) func ignoresBytesAfterEnd(pieces: Int) throws {
    let rest = Array("\0\r\n<!-- cached -->".utf8)

    #expect(try decode(Self.brotli + rest, "br", pieces: pieces) == Self.text)
    #expect(try decode(Self.zstd(Self.text) + rest, "zstd", pieces: pieces) == Self.text)
  }

  @Test func rejectsEveryPrefix() {
    for (encoding, encoded) in [("br", Self.brotli), ("zstd", Self.zstd(Self.text))] {
      for end in 1..<encoded.count {
        #expect(throws: RequestError.Reason.self, "\(encoding) \(end)") {
          try decode(Array(encoded[..<end]), encoding)
        }
      }
    }
    let frame = Self.zstd(Self.text)
    for end in 1..<frame.count {
      #expect(throws: RequestError.Reason.self) { try decode(frame + frame[..<end], "zstd") }
    }
  }

  @Test(arguments: ["br", "zstd"]) func survivesArbitraryBytes(encoding: String) {
    let encoded = encoding == "br" ? Self.brotli : Self.zstd(Self.text)
    var random = SeededGenerator(seed: 8)
    for _ in 0..<3000 {
      _ = try? decode(random.mutation(of: encoded), encoding, pieces: 5)
      _ = try? decode(random.bytes(0...60), encoding)
    }
  }

  @Test func limitsZstdWindow() throws {
    #expect(try decode(Self.frame(exponent: 13), "zstd") == Array("x".utf8))
    for (exponent, eighths) in [(13, 1), (14, 0), (17, 0), (21, 7), (31, 7)] as [(UInt8, UInt8)] {
      #expect(
        throws: RequestError.Reason.contentEncoding("the zstd window is larger than 8 MiB")
      ) { try decode(Self.frame(exponent: exponent, eighths: eighths), "zstd") }
    }
  }

  @Test func rejectsLargeBrotliWindow() {
    #expect(throws: RequestError.Reason.corruptEncoding) { try decode(Self.largeBrotli, "br") }
  }

  /// Version 0.7 of zstd, which libzstd would decode.
  @Test func rejectsEarlierZstdFormat() {
    #expect(throws: RequestError.Reason.corruptEncoding) {
      try decode([0x27, 0xB5, 0x2F, 0xFD] + [UInt8](repeating: 0, count: 20), "zstd")
    }
  }

  /// Blocks of 128 KB, which fill the output buffer twice, and one of another length.
  @Test(arguments: [1, 3, 1000, 8192, 1 << 20]) func decodesZstdInput(pieces: Int) {
    var random = SeededGenerator(seed: 4)
    for size in [0, 1, 65_536, 131_072, 131_073, 300_000] {
      let text = (0..<size).map { _ in UInt8.random(in: 97...104, using: &random) }
      let frames = Self.zstd(text, level: 1) + Self.zstd([]) + Self.zstd(text, level: 9)

      let (output, error) = decodeInput(frames, .zstd, pieces: pieces)

      #expect(output == text + text && error == nil)
    }
  }

  /// The blocks before a damaged one are decoded, in any pieces.
  @Test(arguments: [1, 7, 1003, 1 << 20])
  func keepsBlocksBeforeDamage(pieces: Int) {
    let text = String(repeating: "0123456789", count: 300)
    var frame = Zstd.frame(text)
    // The reserved type of the third block, RFC 8878 §3.1.1.2.2.
    frame[6 + 2 * 1003] |= 6

    let (output, error) = decodeInput(frame, .zstd, pieces: pieces)

    #expect(String(decoding: output, as: UTF8.self) == text.prefix(2000))
    #expect(error == .corruptEncoding)
  }

  @Test(arguments: [1, 7, 1 << 20]) func deliversZstdInputBeforeError(pieces: Int) {
    let (first, second) = (Self.zstd(Self.text), Self.zstd(Self.text))
    let block = Self.zstd([UInt8](repeating: 7, count: 200_000), level: 1)
    var damaged = first + second
    damaged[first.count] ^= 1

    let cases: [([UInt8], [UInt8], RequestError.Reason)] = [
      (first + Array("plain".utf8), Self.text, .followedByOtherData),
      (damaged, Self.text, .followedByOtherData),
      (first + second.prefix(6), Self.text, .contentEncoding("the encoded data is truncated")),
      (first + Self.frame(exponent: 18), Self.text, .windowTooLarge),
    ]
    for (bytes, expected, reason) in cases {
      let (output, error) = decodeInput(bytes, .zstd, pieces: pieces)
      #expect(output == expected && error == reason)
    }
    #expect(decodeInput(Self.frame(exponent: 17), .zstd, pieces: pieces).output == Array("x".utf8))
    // The first block of 128 KB is complete.
    #expect(decodeInput(block.dropLast(), .zstd, pieces: pieces).output.count >= 128 << 10)
  }

  @Test func limitsOutputOfOnePiece() {
    let (output, error) = decodeInput(Self.repeating(blocks: 500), .zstd)

    #expect(error == .bomb(ratio: 250) && output.count <= 33 << 20)
  }

  @Test func stopsBombs() throws {
    #expect(throws: RequestError.Reason.bomb(ratio: 250)) { try decode(Self.brotliBomb, "br") }
    #expect(throws: RequestError.Reason.bomb(ratio: 250)) {
      try decode(Self.repeating(blocks: 500), "zstd")
    }
    // Up to a megabyte, the ratio does not matter.
    #expect(try decode(Self.repeating(blocks: 8), "zstd")?.count == 1 << 20)
  }
}
