import TestSupport
import Testing

/// Compressed lists that expand: refused, or read in constant memory.
@Suite struct GzipBombTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private func build(_ make: String) throws -> ToolResult {
    try sandbox.shell("\(make) | gzip -9 > list.gz").expect(exit: 0)
    return try Tool("imgfetch", in: sandbox)(
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

  @Test func readsRepetitiveList() throws {
    let url = "http://127.0.0.1:1/" + String(repeating: "image", count: 400)

    let result = try build("yes \(url) | head -n 10000").expect(exit: 0)

    #expect(result.lines.count == 10_000)
    #expect(result.ending.peakBytes < 200 << 20, "\(result.ending.peakBytes >> 20) MB")
  }
}
