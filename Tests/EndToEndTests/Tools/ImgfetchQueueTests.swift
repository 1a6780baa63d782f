import TestSupport
import Testing

/// The order and time limits of queued images.
@Suite struct ImgfetchQueueTests {
  private let sandbox: Sandbox
  private static let picture = Script.ok(
    SampleImage.png(width: 7, height: 5), type: "image/png")

  init() throws { sandbox = try Sandbox() }

  @Test func queueTimeoutFailsWaitingImages() throws {
    let server = try LoopbackServer(["/slow": Self.picture.after(.milliseconds(1500))])
    let lines = [server.url("/slow"), server.url("/late"), #"{"url":"x","id":3}"#]

    let records = try Tool("imgfetch", in: sandbox).run(
      ["--output-dir", "photos", "--jobs", "1", "--queue-timeout", "500ms"], stdin: .lines(lines)
    ).expect(exit: 1).records(as: .image)

    #expect(records.map(\.code) == [nil, "queue_expired", "invalid_url"])
    #expect(server.targets == ["/slow"])
  }

  @Test func higherPrioritiesGoFirst() throws {
    let gate = Gate()
    let server = try LoopbackServer { request in
      request.target == "/first" ? Self.picture.behind(gate) : Self.picture
    }
    let tool = try Tool("imgfetch", in: sandbox).start([
      "--output-dir", "photos", "--jobs", "1", "--unordered",
    ])
    tool.write(server.url("/first\n"))
    #expect(server.waitForRequests(1))
    let lines = [("low", "low"), ("a", "normal"), ("b", "normal"), ("high", "high")]
    for (name, priority) in lines {
      tool.write(#"{"url":"\#(server.url("/\(name)"))","priority":"\#(priority)"}"# + "\n")
    }
    // All lines were read when the following one, which fails immediately, has its record.
    tool.write("htp:/x\n")
    #expect(tool.readLine()?.contains("invalid_url") == true)
    gate.open()
    try tool.finish().expect(exit: 1)

    #expect(server.targets == ["/first", "/high", "/a", "/b", "/low"])
  }

  @Test(arguments: ["default", "high-performance", "low-memory", "fast", "offline-first"])
  func acceptsPreset(preset: String) throws {
    let server = try LoopbackServer(["/a": Self.picture])

    try Tool("imgfetch", in: sandbox).run(
      ["--output-dir", "photos", "--preset", preset, server.url("/a")]
    ).expect(exit: 0)
  }

  @Test(arguments: [("low-memory", [], 4), ("high-performance", [], 12), ("fast", ["-j", "3"], 3)])
  func presetsLimitParallelRequests(preset: String, options: [String], count: Int) throws {
    let server = try LoopbackServer { _ in Self.picture.afterRequests(count) }
    let lines = (1...40).map { server.url("/\($0)") }

    try Tool("imgfetch", in: sandbox).run(
      ["--output-dir", "photos", "--preset", preset] + options, stdin: .lines(lines)
    ).expect(exit: 0)

    #expect(server.peakRequests == count)
  }

  /// An image fails when the time is up, not when it could have started.
  @Test func queueTimeoutEndsOnTime() throws {
    let server = try LoopbackServer { _ in Self.picture }
    let start = ContinuousClock.now

    let result = try Tool("imgfetch", in: sandbox).run(
      ["--output-dir", "photos", "--rate", "2/m", "--queue-timeout", "1s"],
      stdin: .lines((0..<4).map { server.url("/\($0)") })
    ).expect(exit: 1)

    #expect(ContinuousClock.now - start < .seconds(25))
    let codes = result.records(as: .image).map(\.code)
    #expect(codes.filter { $0 == "queue_expired" }.count == 4 - server.requestCount)
    #expect(server.requestCount < 4)
  }
}
