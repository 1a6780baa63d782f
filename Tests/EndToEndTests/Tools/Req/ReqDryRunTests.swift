import TestSupport
import Testing

/// `--to-curl`, `--dry-run`, `--summary` and the log of requests and responses.
@Suite struct ReqDryRunTests {
  @Test(arguments: [
    ("/", 0 as Int32, #""items":1,"outcomes":{"network":1},"errors":{},"bytes":5,"#),
    ("/no", 22, #""items":1,"outcomes":{"failed":1},"errors":{"http_status":1},"bytes":"#),
  ])
  func singleRequestHasSummary(path: String, exit: Int32, says: String) throws {
    let server = try LoopbackServer(["/": "hello", "/no": .status(404)])

    try Tool("req")("--summary", server.url(path)).expect(exit: exit).expect(says: says)
    try Tool("req")("--summary", "-o", "file", server.url(path)).expect(exit: exit)
      .expect(says: says)
  }

  /// A single request has no Accept-Encoding without --compressed.
  @Test(arguments: [[], ["--compressed"], ["--format", "jsonl"], ["--no-compressed"], ["-"]])
  func dryRunPrintsAllFields(options: [String]) throws {
    let server = try LoopbackServer { _ in .ok("ok") }
    let isStream = options == ["-"]
    let arguments = isStream ? [] : options + [server.url("/")]
    let stdin = isStream ? ToolInput.lines([server.url("/")]) : .empty
    let req = try Tool("req")

    let dryRun = try req.run(arguments + ["--dry-run"], stdin: stdin).expect(exit: 0)
    try req.run(arguments, stdin: stdin).expect(exit: 0)

    let headers = try #require(dryRun.records(as: .request).first?["headers"])
    let sent = try #require(server.requests.first)
    #expect(server.requestCount == 1)
    for name in ["Accept-Encoding", "Accept", "User-Agent"] {
      #expect(headers[name]?.string == sent[header: name], "\(name)")
    }
  }

  @Test func verboseShowsRequestAndResponseWithoutSecrets() throws {
    let server = try LoopbackServer(["/": .ok(json: #"{"a":1}"#)])

    let result = try Tool("req")(
      "-v", server.url("/?api_key=s3cret&x=y"), "-u", "me:s3cret", "n:=1"
    ).expect(exit: 0)

    #expect(result.text == #"{"a":1}"#)
    result.expect(says: "req: request:").expect(says: "Method: POST").expect(says: "x: y")
      .expect(says: "\"n\": 1").expect(says: "req: response:").expect(says: "Status: 200")
      .expect(says: "Authorization: REDACTED")
    // The body is on stdout already.
    #expect(!result.messages.contains("\"a\": 1"))
    #expect(!result.messages.contains("s3cret") && !result.messages.contains("bWU6"))
  }

  @Test func logsRequestsOrResponsesWithRef() throws {
    let server = try LoopbackServer(["/": "x"])
    let input = "{\"id\":\"k\",\"url\":\"\(server.url("/"))\"}\n"

    let requests = try Tool("req")("--log-request", stdin: .text(input)).expect(exit: 0)
    requests.expect(says: "req: request (ref \"k\"):")
    #expect(!requests.messages.contains("response"))
    let responses = try Tool("req")("--log-response", stdin: .text(input)).expect(exit: 0)
    responses.expect(says: "req: response (ref \"k\"):")
    #expect(!responses.messages.contains("request ("))
  }
}
