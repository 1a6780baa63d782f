import TestSupport
import Testing

/// The order and time limits of queued images.
@Suite struct ImgfetchQueueTests: ImgfetchSuite {
  let sandbox: Sandbox

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
