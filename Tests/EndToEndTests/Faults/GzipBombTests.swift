import TestSupport
import Testing

/// Compressed lists that expand: refused, or read in constant memory.
@Suite struct GzipBombTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private func build(_ make: String) throws -> ToolResult {
    try sandbox.shell("\(make) | gzip -9 > list.gz").expect(exit: 0)
    return try build()
  }

  private func build() throws -> ToolResult {
    try Tool("imgfetch", in: sandbox)(
      "--build", "--input", "list.gz", timeout: .seconds(60), measuresMemory: true)
  }

  @Test(arguments: [
    "head -c 400M /dev/zero", "yes '' | head -c 400M", "yes $(printf %02000d 0) | head -c 400M",
  ])
  func refusesDecompressionBomb(make: String) throws {
    let result = try build(make).expect(exit: 26)

    result.expect(says: "expands more than 250-fold")
    #expect(result.ending.peakBytes < 200 << 20, "\(result.ending.peakBytes >> 20) MB")
  }

  /// Blocks that repeat a byte 128 Ki times, four bytes each: 8 KB expand to 256 MB.
  ///
  /// - Parameter lines: the number of blank lines before them, which improve the ratio.
  @Test(arguments: [0, 3 << 20]) func refusesZstdBomb(lines: Int) throws {
    let header = (128 << 10) << 3 | 1 << 1
    let block = [0, 8, 16].map { UInt8(header >> $0 & 0xFF) } + [0x0A]
    let start = Zstd.frame(String(repeating: "\n", count: lines))
    let bomb = Array(repeating: block, count: 4000).flatMap(\.self)
    try sandbox.directory.write(
      "work/list.gz", start + [0x28, 0xB5, 0x2F, 0xFD, 0, 10 << 3] + bomb)

    let result = try build().expect(exit: 26)

    result.expect(says: "expands more than 250-fold")
    #expect(result.ending.peakBytes < 200 << 20, "\(result.ending.peakBytes >> 20) MB")
  }

  @Test func readsRepetitiveList() throws {
    let url = "http://127.0.0.1:1/" + String(repeating: "image", count: 400)

    let result = try build("yes \(url) | head -n 10000").expect(exit: 0)

    #expect(result.lines.count == 10_000)
    #expect(result.ending.peakBytes < 200 << 20, "\(result.ending.peakBytes >> 20) MB")
  }
}
