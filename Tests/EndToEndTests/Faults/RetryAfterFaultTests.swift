import Glibc
import TestSupport
import Testing

/// 429 and 503: what the server asks for, within what is sensible.
@Suite struct RetryAfterFaultTests {
  /// The waits that `-v` tells of, in order.
  private func waits(_ result: ToolResult) -> [String] {
    result.messageLines.compactMap { line in
      guard let found = line.firstRange(of: "Wait: ") else { return nil }
      return String(line[found.upperBound...])
    }
  }

  private func busy(_ wait: String?, status: Int = 429) -> Script {
    .sequence(.status(status, "busy", headers: wait.map { ["Retry-After": $0] } ?? [:]), "back")
  }

  /// RFC 9110 §5.6.7, so many seconds from now.
  private func date(in seconds: Int) -> String {
    var now = time(nil) + seconds
    var parts = tm()
    gmtime_r(&now, &parts)
    var buffer = [CChar](repeating: 0, count: 64)
    let count = strftime(&buffer, buffer.count, "%a, %d %b %Y %H:%M:%S GMT", &parts)
    return String(decoding: buffer.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  @Test(arguments: [429, 503], ["0", "00", " 0 "])
  func noWaitIsObeyed(status: Int, value: String) throws {
    let server = try LoopbackServer(["/": busy(value, status: status)])

    let result = try Tool("req")("-v", "--retry-delay", "7ms", server.url("/")).expect(exit: 0)

    #expect(waits(result) == ["0 ms"])
  }

  /// All in one run, since the waits are real.
  @Test func secondsAndDatesAreObeyed() throws {
    let hosts = try ["1", "01", " 1 ", date(in: 2)].map { try LoopbackServer(["/": busy($0)]) }

    let result = try Tool("req")(
      "-v", "--retry-delay", "7ms", stdin: .lines(hosts.map { $0.url("/") })
    ).expect(exit: 0)

    // The clock may have gone on meanwhile.
    let expected = [["1 s", "1 s", "1 s", "1 s"], ["1 s", "1 s", "1 s", "2 s"]]
    #expect(expected.contains(waits(result).sorted()), "\(waits(result))")
    #expect(hosts.allSatisfy { $0.requestCount == 2 })
  }

  @Test func aDateThatIsOverIsNoWait() throws {
    for value in [
      date(in: -3600), "Thu, 01 Jan 1970 00:00:00 GMT", "Sunday, 06-Nov-94 08:49:37 GMT",
    ] {
      let server = try LoopbackServer(["/": busy(value)])

      let result = try Tool("req")("-v", "--retry-delay", "7ms", server.url("/")).expect(exit: 0)

      #expect(waits(result) == ["0 ms"], "\(value)")
    }
  }

  /// Above 300 seconds the answer stands.
  @Test(arguments: [
    "301", "1000000000", "99999999999999999999", "Fri, 31 Dec 2199 23:59:59 GMT",
    "9223372036854775807",
  ])
  func moreThanIsSensibleIsNotWaitedFor(value: String) throws {
    let server = try LoopbackServer(["/": busy(value)])

    let result = try Tool("req")("-v", "--retry-delay", "7ms", server.url("/")).expect(exit: 22)

    #expect(waits(result) == [])
    #expect(result.text == "busy")
    #expect(server.requestCount == 1)
  }

  @Test(arguments: ["soon", "-1", "1.5", "1e9", "0x1", "", "1 s", "Fri, 99 Foo 2024 99:99:99 GMT"])
  func garbageIsOurOwnWait(value: String) throws {
    let server = try LoopbackServer(["/": busy(value)])

    let result = try Tool("req")("-v", "--retry-delay", "7ms", server.url("/")).expect(exit: 0)

    #expect(waits(result) == ["7 ms"])
  }

  @Test func aWaitBeyondTheDeadlineIsNotBegun() throws {
    let server = try LoopbackServer(["/": busy("60")])

    let result = try Tool("req")("--deadline", "30s", server.url("/")).expect(exit: 22)

    #expect(result.elapsed < .seconds(10))
  }

  @Test func ourOwnWaitsDoubleUpToTheirLimit() throws {
    let server = try LoopbackServer(["/": .status(503, "busy")])

    let result = try Tool("req")(
      "-v", "--retry", "5", "--retry-delay", "3ms", "--retry-max-delay", "20ms", server.url("/"))

    #expect(waits(result.expect(exit: 22)) == ["3 ms", "6 ms", "12 ms", "20 ms", "20 ms"])
    #expect(server.requestCount == 6)
  }

  @Test(arguments: [1, 2, 3])
  func aServerThatComesBackIsASuccess(failures: Int) throws {
    let server = try LoopbackServer { request in
      request.number <= failures ? .status(503, "busy") : "back"
    }

    let result = try Tool("req")("--retry-delay", "1ms", stdin: .lines([server.url("/")]))

    let record = try #require(result.expect(exit: 0).records(as: .response).first)
    #expect(record["attempts"]?.integer == failures + 1)
    #expect(record["body"]?.string == "back")
  }

  /// One host asks for a second; the other one's forty requests are all done by then.
  @Test func aPauseIsForItsHostAlone() throws {
    let asking = try LoopbackServer(["/": busy("1", status: 503)])
    let other = try LoopbackServer { _ in "x" }
    let lines = [asking.url("/")] + (1...40).map { other.url("/\($0)") }

    let result = try Tool("req")("--unordered", stdin: .lines(lines)).expect(exit: 0)

    let records = result.records(as: .response)
    #expect(records.count == 41)
    #expect(records.last?.ref == "1")
    #expect(records.last?["attempts"]?.integer == 2)
  }
}
