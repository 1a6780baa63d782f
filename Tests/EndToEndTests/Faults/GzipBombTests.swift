import TestSupport
import Testing

/// Compressed lists that expand too far are refused.
@Suite struct GzipBombTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private func expectRefused() throws {
    let result = try Tool("imgfetch", in: sandbox)(
      "--build", "--input", "list.gz", measuresMemory: true)

    result.expect(exit: 26).expect(says: "expands more than 250-fold")
    #expect(result.ending.peakBytes < 200 << 20, "\(result.ending.peakBytes >> 20) MB")
  }

  /// 25 members that expand to 16 MB each.
  @Test(arguments: ["cat /dev/zero", "yes \"$(printf %99s)\""])
  func refusesDecompressionBomb(make: String) throws {
    try sandbox.shell(
      """
      \(make) | head -c 16M | gzip -9 > member.gz &&
      for number in $(seq 25); do cat member.gz; done > list.gz
      """
    ).expect(exit: 0)

    try expectRefused()
  }

  /// Blocks that repeat a byte 128 Ki times, four bytes each: 8 KB expand to 256 MB.
  ///
  /// - Parameter lines: the number of blank lines before them, which improve the ratio.
  @Test(arguments: [0, 3 << 20]) func refusesZstdBomb(lines: Int) throws {
    let header = (128 << 10) << 3 | 1 << 1
    let block = [0, 8, 16].map { UInt8(header >> $0 & 0xFF) } + [UInt8(ascii: " ")]
    let start = Zstd.frame(String(repeating: "\n", count: lines))
    let bomb = Array(repeating: block, count: 2000).flatMap(\.self)
    try sandbox.write("list.gz", start + [0x28, 0xB5, 0x2F, 0xFD, 0, 10 << 3] + bomb)

    try expectRefused()
  }

  @Test func readsRepetitiveList() throws {
    let url = "http://127.0.0.1:1/" + String(repeating: "image", count: 400)
    try sandbox.shell("yes \(url) | head -n 300 | gzip -9 > list.gz").expect(exit: 0)

    let result = try Tool("imgfetch", in: sandbox)("--build", "--input", "list.gz").expect(exit: 0)

    #expect(result.lines.count == 300)
  }
}
