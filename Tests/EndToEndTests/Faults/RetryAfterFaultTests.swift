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
