import TestSupport
import Testing

/// `req [METHOD] URL`: one request, its body on stdout.
@Suite struct ReqSingleTests {
  @Test func printsBodyVerbatim() throws {
    let body: [UInt8] = [0, 255, 10, 13] + Array("x".utf8)
    let server = try LoopbackServer(["/b": .ok(body, type: "application/octet-stream")])

    let result = try Tool("req")(server.url("/b")).expect(exit: 0).expectSilence()

    #expect(result.stdout == body)
    let request = try #require(server.requests.first)
    #expect(request.method == "GET" && request.target == "/b")
    #expect(request[header: "host"] == "127.0.0.1:\(server.port)")
    #expect(server.requestCount == 1)
  }

  /// A variable may set fields, since it applies to all runs.
  @Test func rejectsFieldsForBody() throws {
    let server = try LoopbackServer(["/": .ok(json: #"{"a":1}"#)])
    let environment = ["WIRELINE_FIELDS": "status"]
    let req = try Tool("req")

    let body = try req(server.url("/"), environment: environment).expect(exit: 0)
    let record = try req("--format", "jsonl", "--fields", "status", server.url("/")).expect(exit: 0)

    #expect(body.text == #"{"a":1}"#)
    #expect(record.text == "{\"status\":200}\n")
  }

  @Test func acceptsMethodAsFirstOperand() throws {
    let server = try LoopbackServer(["/d": .status(204)])

    let result = try Tool("req")("DELETE", server.url("/d")).expect(exit: 0)

    #expect(server.requests.first?.method == "DELETE")
    #expect(result.text == "")
  }

  @Test func notFoundPrintsBodyAndExitsWith22() throws {
    let server = try LoopbackServer([:])

    let result = try Tool("req")(server.url("/x")).expect(exit: 22).expect(says: "404")

    #expect(result.text == "no route for /x")
    try Tool("req")("--no-fail", server.url("/x")).expect(exit: 0)
  }

  @Test(arguments: [301, 302, 303, 307, 308])
  func followsRedirect(status: Int) throws {
    let server = try LoopbackServer([
      "/a": .redirect(to: "/dir/b?x=1", status: status), "/dir/b": "there",
    ])

    let result = try Tool("req")(server.url("/a")).expect(exit: 0)

    #expect(result.text == "there")
    #expect(server.targets == ["/a", "/dir/b?x=1"])
  }

  @Test func retriesUntilServerIsBack() throws {
    let busy = Script.status(503, "busy", headers: ["Retry-After": "0"])
    let server = try LoopbackServer(["/": .sequence(busy, busy, "back")])

    let result = try Tool("req")("--retry-delay", "10ms", server.url("/")).expect(exit: 0)

    #expect(result.text == "back")
    #expect(server.requestCount == 3)
  }

  @Test(
    arguments: [
      (.truncated("abc", declared: 10), 18), (.hangUp, 52),
      (.raw("garbage\r\n\r\n"), 56), (.encoded("compress", [1, 2, 3]), 61),
      (.encoded("gzip", [1, 2, 3]), 61), (.chunked("abcdef", sizes: 3).cut(after: 5), 18),
    ] as [(Script, Int32)])
  func brokenResponsesHaveExitStatusesOfCurl(script: Script, exit: Int32) throws {
    let server = try LoopbackServer(["/": script])

    let result = try Tool("req")("--retry", "0", "--compressed", server.url("/"))

    result.expect(exit: exit).expect(says: "req: error: ")
  }

  /// curl exits with 56. Here 52 applies, since no byte was received.
  @Test func reportsResetBeforeResponse() throws {
    let server = try LoopbackServer(["/": .reset])

    let result = try Tool("req")("--retry", "0", server.url("/"))

    #expect([52, 56].contains(result.exit ?? -1), "\(result.story)")
  }

  /// The process exits while its connection closes. xargs exits with 125 after a signal.
  @Test func exitsNormallyOnBusyMachine() throws {
    let server = try LoopbackServer(["/": .truncated("abc", declared: 10)])

    let result = try Sandbox().shell(
      "seq 200 | xargs -P 8 -I{} req -q --retry 0 '\(server.url("/"))?{}'")

    result.expect(exit: 123)
    #expect(!result.messages.contains("terminated by signal"))
    #expect(server.requestCount == 200)
  }

  @Test func silentServerTimesOut() throws {
    let server = try LoopbackServer(["/": .idle])

    let result = try Tool("req")("--timeout", "200ms", "--retry", "0", server.url("/"))

    result.expect(exit: 28)
    #expect(result.elapsed < .seconds(15))
  }

  /// Each byte resets the timeout, but not the deadline.
  @Test func deadlineEndsSlowResponse() throws {
    let drip = Script.ok(String(repeating: "x", count: 1000))
      .dripping(bytes: 1, every: .milliseconds(20))
    let server = try LoopbackServer(["/": drip])

    let result = try Tool("req")(
      "--timeout", "5s", "--deadline", "400ms", server.url("/"), timeout: .seconds(30))

    result.expect(exit: 28)
    #expect(result.elapsed < .seconds(15))
    #expect(server.requestCount == 1)
  }

  @Test func refusedConnectionExitsWith7() throws {
    let gone = try LoopbackServer.forbidden()
    gone.stop()

    let result = try Tool("req")("--retry", "0", gone.url("/"))

    result.expect(exit: 7).expect(says: "req: error: ", "127.0.0.1:\(gone.port)")
    #expect(result.text == "")
  }

  @Test(arguments: [
    "htp:/x", "http://127.0.0.1:70000/", "http://", "http:///x", "http://[::1/", "http://a b/",
    "file:///etc/passwd", #"http://bad\@127.0.0.1:1/"#,
  ])
  func malformedURLExitsWith3(url: String) throws {
    let result = try Tool("req")("--retry", "0", "--", url).expect(exit: 3)

    result.expect(says: "req: error: ", url.contains("\\") ? "backslash" : "\"\(url)\"")
    #expect(result.text == "")
  }

  @Test(arguments: ["X: a\r\nInjected: 1", "X: a\nb", "X Y: a", ": a"])
  func rejectsInvalidHeaderField(header: String) throws {
    let server = try LoopbackServer.forbidden()

    let result = try Tool("req")("--header", header, server.url("/"))

    #expect(result.exit != 0)
    result.expect(says: "req: error: ")
  }

  @Test func bodyOverLimitExitsWith63() throws {
    let server = try LoopbackServer(["/": .ok(String(repeating: "x", count: 5000))])

    try Tool("req")("--max-body", "4K", server.url("/")).expect(exit: 63)
  }
}
