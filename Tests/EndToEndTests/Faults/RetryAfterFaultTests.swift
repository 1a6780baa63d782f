import Glibc
import TestSupport
import Testing

/// `Retry-After` of 429 and 503.
@Suite struct RetryAfterFaultTests {
  /// The delays printed by `-v`, in order.
  private func waits(_ result: ToolResult) -> [String] {
    result.messageLines.compactMap { line in
      guard let found = line.firstRange(of: "Wait: ") else { return nil }
      return String(line[found.upperBound...])
    }
  }

  private func busy(_ wait: String?, status: Int = 429) -> Script {
    .sequence(.status(status, "busy", headers: wait.map { ["Retry-After": $0] } ?? [:]), "back")
  }

  /// An HTTP date (RFC 9110 §5.6.7) relative to now.
  private func date(in seconds: Int) -> String {
    var now = time(nil) + seconds
    var parts = tm()
    gmtime_r(&now, &parts)
    var buffer = [CChar](repeating: 0, count: 64)
    let count = strftime(&buffer, buffer.count, "%a, %d %b %Y %H:%M:%S GMT", &parts)
    return String(decoding: buffer.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  @Test(arguments: [429, 503], ["0", "00", " 0 "])
  func zeroDoesNotShortenOwnDelay(status: Int, value: String) throws {
    let server = try LoopbackServer(["/": busy(value, status: status)])

    let result = try Tool("req")("-v", "--retry-delay", "7ms", server.url("/")).expect(exit: 0)

    #expect(waits(result) == ["7 ms"])
  }

  /// While the server admits other requests, a refusal uses up no retry.
  @Test func losesNothingToLimitedServer() throws {
    let server = try LoopbackServer { request in
      request.path == "/2" && request.hit <= 3
        ? .status(429, "busy", headers: ["Retry-After": "0"]) : "ok"
    }

    let result = try Tool("req")(
      "--jobs", "1", "--retry", "2", "--retry-delay", "1ms",
      stdin: .lines((1...6).map { server.url("/\($0)") })
    ).expect(exit: 0)

    let records = result.records(as: .response)
    #expect(records.map { $0["attempts"]?.integer } == [1, 4, 1, 1, 1, 1])
  }

  /// In one run, since the delays are real.
  @Test func respectsSecondsAndDates() throws {
    let hosts = try ["1", "01", " 1 ", nil].map { value in
      try LoopbackServer { request in
        request.hit == 1
          ? .status(429, "busy", headers: ["Retry-After": value ?? date(in: 2)]) : "back"
      }
    }

    let result = try Tool("req")(
      "-v", "--retry-delay", "7ms", stdin: .lines(hosts.map { $0.url("/") })
    ).expect(exit: 0)

    // The date may already be a second closer.
    let expected = [["1 s", "1 s", "1 s", "1 s"], ["1 s", "1 s", "1 s", "2 s"]]
    #expect(expected.contains(waits(result).sorted()), "\(waits(result))")
    #expect(hosts.allSatisfy { $0.requestCount == 2 })
  }

  @Test func treatsPastDateAsZero() throws {
    for value in [
      date(in: -3600), "Thu, 01 Jan 1970 00:00:00 GMT", "Sunday, 06-Nov-94 08:49:37 GMT",
    ] {
      let server = try LoopbackServer(["/": busy(value)])

      let result = try Tool("req")("-v", "--retry-delay", "7ms", server.url("/")).expect(exit: 0)

      #expect(waits(result) == ["7 ms"], "\(value)")
    }
  }

  /// The limit is 300 seconds.
  @Test(arguments: [
    "301", "1000000000", "99999999999999999999", "Fri, 31 Dec 2199 23:59:59 GMT",
    "9223372036854775807",
  ])
  func givesUpOnExcessiveDelay(value: String) throws {
    let server = try LoopbackServer(["/": busy(value)])

    let result = try Tool("req")("-v", "--retry-delay", "7ms", server.url("/")).expect(exit: 22)

    #expect(waits(result) == [])
    #expect(result.text == "busy")
    #expect(server.requestCount == 1)
  }

  @Test(arguments: ["soon", "-1", "1.5", "1e9", "0x1", "", "1 s", "Fri, 99 Foo 2024 99:99:99 GMT"])
  func ignoresInvalidValue(value: String) throws {
    let server = try LoopbackServer(["/": busy(value)])

    let result = try Tool("req")("-v", "--retry-delay", "7ms", server.url("/")).expect(exit: 0)

    #expect(waits(result) == ["7 ms"])
  }

  @Test func givesUpIfDelayExceedsDeadline() throws {
    let server = try LoopbackServer(["/": busy("60")])

    let result = try Tool("req")("--deadline", "30s", server.url("/")).expect(exit: 22)

    #expect(result.elapsed < .seconds(30))
  }

  @Test func doublesDelayUpToMaximum() throws {
    let server = try LoopbackServer(["/": .status(503, "busy")])

    let result = try Tool("req")(
      "-v", "--retry", "5", "--retry-delay", "3ms", "--retry-max-delay", "20ms", server.url("/"))

    #expect(waits(result.expect(exit: 22)) == ["3 ms", "6 ms", "12 ms", "20 ms", "20 ms"])
    #expect(server.requestCount == 6)
  }

  @Test(arguments: [1, 2, 3])
  func succeedsWhenServerRecovers(failures: Int) throws {
    let server = try LoopbackServer { request in
      request.number <= failures ? .status(503, "busy") : "back"
    }

    let result = try Tool("req")("--retry-delay", "1ms", stdin: .lines([server.url("/")]))

    let record = try #require(result.expect(exit: 0).records(as: .response).first)
    #expect(record["attempts"]?.integer == failures + 1)
    #expect(record["body"]?.string == "back")
  }

  @Test func pausesOnlyItsHost() throws {
    let busyHost = try LoopbackServer(["/": busy("200", status: 503)])
    let other = try LoopbackServer { _ in "x" }
    let tool = try Tool("req").start(["--unordered"])

    tool.write(busyHost.url("/\n"))
    #expect(busyHost.waitForRequests(1))
    for number in 1...40 { tool.write(other.url("/\(number)\n")) }

    for _ in 1...40 { try #require(tool.readLine()?.contains(other.url) == true) }
    #expect(busyHost.requestCount == 1)
  }
}
