import TestSupport
import Testing

@testable import WirelineCore

@Suite struct CompressedInputTests {
  @Test(
    arguments: [
      ([], .unknown), ([0x1F], .unknown), ([0x1F, 0x8B], .compressed(.gzip)), ([0x1F, 8], .plain),
      ([0x28, 0xB5, 0x2F], .unknown), ([0x28, 0xB5, 0x2F, 0xFD], .compressed(.zstd)),
      ([0x28, 0xB5, 0x2F, 0xFC], .plain), ([0x27, 0xB5, 0x2F, 0xFD], .plain),
      ([0x50, 0x2A, 0x4D, 0x18], .compressed(.zstd)),
      ([0x5F, 0x2A, 0x4D, 0x18, 9], .compressed(.zstd)), ([0x60, 0x2A, 0x4D, 0x18], .plain),
      (Array("P".utf8), .unknown), (Array("Pa".utf8), .plain), (Array("(a".utf8), .plain),
      (Array("h".utf8), .plain), (Array("\n".utf8), .plain),
    ] as [([UInt8], CompressionFormat.Detection)])
  func detectsFormat(bytes: [UInt8], expected: CompressionFormat.Detection) {
    #expect(CompressionFormat.detect(bytes) == expected)
  }

  private func read(
    _ bytes: [UInt8], pieces: Int, _ input: CompressedInput
  ) throws(ReadError) -> [UInt8] {
    var output: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: pieces) {
      let piece = Array(bytes[start..<min(start + pieces, bytes.count)])
      try piece.withUnsafeBufferPointer { piece throws(ReadError) in
        try input.unpack(UnsafeRawBufferPointer(piece)) { output += $0 }
      }
    }
    try input.finish { output += $0 }
    return output
  }

  @Test(arguments: ["", "P", "(", "PDF", "(\u{B5}", "http://h/", "\n\n"], [1, 2, 100])
  func passesPlainInputUnchanged(text: String, pieces: Int) throws {
    let input = CompressedInput(.lines)

    #expect(try read(Array(text.utf8), pieces: pieces, input) == Array(text.utf8))
  }

  @Test(arguments: [("gzip", Gzip.gzip("hello")), ("zstd", Zstd.frame("hello"))], [1, 3, 100])
  func decodesFromFirstByte(input: (name: String, bytes: [UInt8]), pieces: Int) throws {
    #expect(
      try read(input.bytes, pieces: pieces, CompressedInput(.lines)) == Array("hello".utf8))
    #expect(throws: ReadError(detail: "truncated \(input.name) input")) {
      try read(input.bytes.dropLast(), pieces: pieces, CompressedInput(.lines))
    }
  }

  @Test(
    arguments: [
      (Zstd.frame("a") + [1], .lines, "zstd input is followed by other data"),
      (Zstd.repeating(blocks: 500), .lines, "zstd input expands more than 250-fold"),
      (Zstd.repeating(blocks: 500), .whole, "zstd input expands more than 250-fold"),
      (Zstd.frame(exponent: 10).dropLast(2), .lines, "truncated zstd input"),
      ([0x1F, 0x8B, 9, 0], .whole, "damaged gzip input"),
      (
        Zstd.frame(exponent: 18), .lines,
        "the window of the zstd input is too large; decompress it first, as with zstd -dc --long=31"
      ),
    ] as [([UInt8], CompressedContent, String)])
  func describesError(bytes: [UInt8], content: CompressedContent, message: String) {
    #expect(throws: ReadError(detail: message)) {
      try read(bytes, pieces: 100, CompressedInput(content))
    }
  }

  @Test func ignoresDataAfterFile() throws {
    #expect(
      try read(Gzip.gzip("a") + [1], pieces: 9, CompressedInput(.whole)) == Array("a".utf8))
  }
}
