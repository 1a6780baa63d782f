import TestSupport
import Testing

/// Invalid `Content-Encoding`, and bodies that expand or continue too far.
@Suite struct EncodingFaultTests {
  /// The output of a shell command, compressed with gzip(1).
  private static func compressed(_ command: String) throws -> [UInt8] {
    try Sandbox().shell("{ \(command); } | gzip -9").expect(exit: 0).stdout
  }

  /// 160 MB of zeros, compressed to a thousandth: ten members of one stream.
  private static let bomb = Result {
    let member = try compressed("head -c 16777216 /dev/zero")
    return [[UInt8]](repeating: member, count: 10).flatMap { $0 }
  }

  /// 30 MB compressed to 0.3 MB: below the ratio of a bomb, far above that of text.
  private static let swelling = Result {
    try compressed(
      "for part in 1 2 3; do head -c 100000 /dev/urandom; head -c 9900000 /dev/zero; done")
  }

  /// Checks the memory and the output, since the status depends on the options.
  @Test(arguments: [[], ["-o", "out"], ["--max-body", "10M"]])
  func stopsDecompressionBomb(options: [String]) throws {
    let bomb = try Self.bomb.get()
    let server = try LoopbackServer { _ in .encoded("gzip", bomb) }
    let req = try Tool("req")

    let result = try req.run(
      ["--retry", "0"] + options + [server.url("/")], stdout: .counted, measuresMemory: true)

    #expect([61, 63].contains(result.exit ?? -1), "\(result.story)")
    #expect(result.stdoutBytes < 32 << 20)
    #expect(result.ending.peakBytes < 48 << 20)
    #expect(!req.sandbox.exists("out"))
  }

  /// Without a limit, the body is printed and not stored.
  @Test func printsExpandingBodyInConstantMemory() throws {
    let encoded = try Self.swelling.get()
    let server = try LoopbackServer { request in
      request.path == "/small" ? .ok("small") : .encoded("gzip", encoded)
    }

    let small = try Tool("req")(
      "--compressed", server.url("/small"), stdout: .counted, measuresMemory: true)
    let result = try Tool("req")(
      "--compressed", server.url("/"), stdout: .counted, measuresMemory: true)

    #expect(result.expect(exit: 0).stdoutBytes == 30_000_000)
    #expect(result.ending.peakBytes < small.expect(exit: 0).ending.peakBytes + (4 << 20))
  }
}
