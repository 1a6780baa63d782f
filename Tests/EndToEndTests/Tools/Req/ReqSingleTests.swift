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

  /// The process exits while its connection closes. xargs exits with 125 after a signal.
  @Test func exitsNormallyOnBusyMachine() throws {
    let server = try LoopbackServer(["/": .truncated("abc", declared: 10)])

    let result = try Sandbox().shell(
      "seq 64 | xargs -P 8 -I{} req -q --retry 0 '\(server.url("/"))?{}'")

    result.expect(exit: 123)
    #expect(!result.messages.contains("terminated by signal"))
    #expect(server.requestCount == 64)
  }
}
