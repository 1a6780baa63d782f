import Testing

@testable import WirelineCore
@testable import WirelineRequests

@Suite struct CompressedInputTests {
  /// Fails with an error, or passes bytes on and fails at the end.
  private final class FailingDecoder: ContentDecoder {
    private let error: RequestError.Reason?

    init(_ error: RequestError.Reason? = nil) { self.error = error }

    func decode(
      _ bytes: UnsafeRawBufferPointer,
      _ body: (UnsafeRawBufferPointer) throws(RequestError.Reason) -> Void
    ) throws(RequestError.Reason) {
      if let error { throw error }
      try body(bytes)
    }

    func finish() throws(RequestError.Reason) { throw .contentEncoding("truncated") }
  }

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
    let input = CompressedInput { _ in FailingDecoder() }

    #expect(try read(Array(text.utf8), pieces: pieces, input) == Array(text.utf8))
  }

  @Test(
    arguments: [[0x1F, 0x8B, 8, 0, 1], [0x28, 0xB5, 0x2F, 0xFD, 0, 1]] as [[UInt8]], [1, 3, 100])
  func decodesFromFirstByte(bytes: [UInt8], pieces: Int) {
    let input = CompressedInput { _ in FailingDecoder() }
    let name = bytes[0] == 0x1F ? "gzip" : "zstd"

    #expect(throws: ReadError(detail: "truncated \(name) input")) {
      try read(bytes, pieces: pieces, input)
    }
  }

  @Test(
    arguments: [
      (.followedByOtherData, "zstd input is followed by other data"),
      (.bomb(ratio: 250), "zstd input expands more than 250-fold"),
      (.contentEncoding("any"), "damaged zstd input"),
      (
        .windowTooLarge,
        "the window of the zstd input is too large; decompress it first, as with zstd -dc --long=31"
      ),
    ] as [(RequestError.Reason, String)])
  func describesError(reason: RequestError.Reason, message: String) {
    #expect(throws: ReadError(detail: message)) {
      try read(
        [0x28, 0xB5, 0x2F, 0xFD, 0], pieces: 100, CompressedInput { _ in FailingDecoder(reason) })
    }
  }
}
