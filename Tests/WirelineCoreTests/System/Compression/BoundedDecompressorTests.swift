import TestSupport
import Testing

@testable import WirelineCore

/// Compressed lines, of which those before an error must not be lost.
@Suite struct BoundedDecompressorTests {
  private static let text = Array("The quick brown fox. ".utf8) + Array("again ".utf8)

  @Test(arguments: [1, 7, 1000]) func allowsPaddingBetweenMembers(pieces: Int) {
    let member = Gzip.gzip(Self.text)
    let padding = [UInt8](repeating: 0, count: 6)

    let (output, error) = decode(member + padding + member + padding, .gzip, pieces: pieces)

    #expect(output == Self.text + Self.text && error == nil)
  }

  @Test(arguments: ["plain", "\0\0plain", "\n"], [1, 7, 1000])
  func rejectsDataAfterLines(rest: String, pieces: Int) {
    let member = Gzip.gzip(Self.text)

    let (_, error) = decode(member + Array(rest.utf8), .gzip, pieces: pieces)

    #expect(error == .followedByOtherData)
  }

  @Test func deliversDataBeforeInvalidChecksum() {
    var encoded = Gzip.gzip(Self.text)
    encoded[encoded.count - 8] ^= 1

    let (output, error) = decode(encoded, .gzip)

    #expect(output == Self.text && error == .corrupt)
  }

  private static let letters = {
    var random = SeededGenerator(seed: 4)
    return random.bytes(131_073...131_073).map { 97 + $0 & 7 }
  }()

  /// Blocks of 128 KB, which fill the output buffer twice, and one of another length.
  @Test(arguments: [1, 1000, 8192, 1 << 20]) func decodesZstdInput(pieces: Int) {
    for size in [0, 1, 65_536, 131_072, 131_073] {
      let text = Array(Self.letters.prefix(size))
      let frames =
        Zstd.compressed(text, level: 1) + Zstd.compressed([]) + Zstd.compressed(text, level: 9)

      let (output, error) = decode(frames, .zstd, pieces: pieces)

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

    let (output, error) = decode(frame, .zstd, pieces: pieces)

    #expect(String(decoding: output, as: UTF8.self) == text.prefix(2000))
    #expect(error == .corrupt)
  }

  @Test(arguments: [1, 7, 1 << 20]) func deliversZstdInputBeforeError(pieces: Int) {
    let (first, second) = (Zstd.compressed(Self.text), Zstd.compressed(Self.text))
    let block = Zstd.compressed([UInt8](repeating: 7, count: 200_000), level: 1)
    var damaged = first + second
    damaged[first.count] ^= 1

    let cases: [([UInt8], [UInt8], DecompressionError)] = [
      (first + Array("plain".utf8), Self.text, .followedByOtherData),
      (damaged, Self.text, .followedByOtherData),
      (first + second.prefix(6), Self.text, .truncated),
      (first + Zstd.frame(exponent: 18), Self.text, .windowTooLarge(mebibytes: 128)),
    ]
    for (bytes, expected, reason) in cases {
      let (output, error) = decode(bytes, .zstd, pieces: pieces)
      #expect(output == expected && error == reason)
    }
    #expect(decode(Zstd.frame(exponent: 17), .zstd, pieces: pieces).output == Array("x".utf8))
    // The first block of 128 KB is complete.
    #expect(decode(block.dropLast(), .zstd, pieces: pieces).output.count >= 128 << 10)
  }

  @Test func limitsOutputOfOnePiece() {
    let (output, error) = decode(Zstd.repeating(blocks: 500), .zstd)

    #expect(error == .bomb(ratio: 250) && output.count <= 33 << 20)
  }

  private func decode(
    _ bytes: [UInt8], _ format: CompressionFormat, pieces: Int = 1 << 20
  ) -> (output: [UInt8], error: DecompressionError?) {
    let decompressor = BoundedDecompressor(format.decompressor(of: .lines), of: .lines)
    var output: [UInt8] = []
    do throws(DecompressionError) {
      for start in stride(from: 0, to: bytes.count, by: pieces) {
        let chunk = Array(bytes[start..<min(start + pieces, bytes.count)])
        try chunk.withUnsafeBufferPointer { bytes throws(DecompressionError) in
          var rest = UnsafeRawBufferPointer(bytes)
          while let piece = try decompressor.next(&rest) { output += piece }
        }
      }
      try decompressor.finish()
      return (output, nil)
    } catch {
      return (output, error)
    }
  }
}
