import TestSupport
import Testing

/// Closed readers and descriptors, and hostile input lines.
@Suite struct StreamFaultTests {
  private let req: Tool

  init() throws { req = try Tool("req") }

  // MARK: Descriptors

  @Test(arguments: [[], ["-i"], ["--compressed"]])
  func closedReaderEndsTransferSilently(options: [String]) throws {
    let server = try LoopbackServer { _ in
      .steps(
        .write(Array("HTTP/1.1 200 OK\r\nContent-Length: 999999999999\r\n\r\n\n".utf8)),
        .flood(UInt8(ascii: "\n"), count: 1 << 40))
    }

    let result = try req.run(options + [server.url("/")], stdout: .firstLine)

    result.expect(exit: 0).expectSilence()
    #expect(server.waitForDisconnection())
  }

  /// 80 MB are not buffered anywhere.
  @Test func slowReaderSlowsDownServer() throws {
    let head = "HTTP/1.1 200 OK\r\nContent-Length: \(80 << 20)\r\n\r\n"
    let server = try LoopbackServer { _ in
      .steps(.write(Array(head.utf8)), .flood(120, count: 80 << 20))
    }
    let live = try req.start([server.url("/")], measuresMemory: true)
    #expect(server.waitForRequests(1))

    // Nothing was read until here.
    let result = try live.finish(as: .counted).expect(exit: 0)

    #expect(result.stdoutBytes == 80 << 20)
    #expect(result.ending.peakBytes < 48 << 20)
  }

  @Test func closedStderrIsNotReused() throws {
    let server = try LoopbackServer(["/": .status(404, "gone")])

    try req.sandbox.shell("req --no-fail -o out \(server.url("/")) 2>&-").expect(exit: 0)
    try req.sandbox.shell("req -o two \(server.url("/")) 2>&- >&- <&-").expect(exit: 22)

    #expect(try req.sandbox.text("out") == "gone")
    #expect(!req.sandbox.exists("two"))
  }

  @Test func reportsUnreadableInput() throws {
    let result = try req.sandbox.shell("req < .")

    result.expect(exit: 26).expect(says: "req: error: ")
  }

  /// Prints the usage instead.
  @Test(.needs("script"))
  func doesNotWaitForTerminal() throws {
    let result = try req.sandbox.shell(
      "script -qec req typescript < /dev/null; echo \"status $?\"")

    #expect(result.lines.contains { $0.hasPrefix("req: error: ") })
    #expect(result.lines.last == "status 2")
  }

  // MARK: Lines

  /// Deeper than any stack: in an ignored field, in a used field, and as the record.
  @Test(arguments: [
    #"{"url":"URL","ignored":NEST}"#, #"{"url":"URL","json":NEST}"#, #"{"url":NEST}"#, "NEST",
  ])
  func survivesDeepNesting(form: String) throws {
    let server = try LoopbackServer { _ in "x" }
    let nest = String(repeating: "[", count: 200_000) + String(repeating: "]", count: 200_000)
    let line = form.replacing("NEST", with: nest).replacing("URL", with: server.url("/1"))

    let result = try req(stdin: .lines([line, server.url("/2")]))

    let lines = result.lines
    #expect([0, 1].contains(result.exit ?? -1), "\(result.story.prefix(500))")
    #expect(lines.count == 2)
    #expect(server.targets.contains("/2"))
  }
}
