import Glibc
import TestSupport
import Testing

/// The download rate of a run.
@Suite struct ImgfetchRateTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  /// An image whose length is known.
  private static func picture(bytes: Int) -> [UInt8] {
    let png = SampleImage.png(width: 7, height: 5)
    return png + [UInt8](repeating: 0, count: max(0, bytes - png.count))
  }

  private func server(bytes: Int) throws -> LoopbackServer {
    let body = Self.picture(bytes: bytes)
    return try LoopbackServer { _ in .ok(body, type: "image/png") }
  }

  private func fetch(
    _ rate: String, _ urls: [String], _ options: String...
  ) throws -> ToolResult {
    try Tool("imgfetch", in: sandbox).run(
      ["--output-dir", "photos", "--limit-rate", rate] + options, stdin: .lines(urls))
  }

  /// The whole run stays within the rate, whatever the number of connections.
  @Test func limitsAllConnectionsTogether() throws {
    let server = try server(bytes: 20_000)
    let urls = (1...15).map { server.url("/\($0)") }

    let result = try fetch("100K", urls, "--jobs", "16", "--summary").expect(exit: 0)

    let summary = try StrictJSON(result.messages)["summary"]
    let elapsed = try #require(summary?["elapsed_ms"]?.integer)
    #expect(result.lines.count == 15 && elapsed >= 2500 && elapsed < 20_000)
    #expect(summary?["bytes"]?.integer == 300_000)
  }

  /// The first signal lets the downloads finish, which takes longer than the limit of the test; the
  /// second ends the run immediately.
  @Test func signalEndsLimitedRun() throws {
    let server = try server(bytes: 3_000_000)
    let tool = try Tool("imgfetch", in: sandbox).start([
      "--output-dir", "photos", "--limit-rate", "1K", server.url("/a"), server.url("/b"),
    ])
    #expect(server.waitForRequests(2))

    tool.send(SIGINT)
    tool.send(SIGTERM)

    _ = try tool.finish()
  }
}
