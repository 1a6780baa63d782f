import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineReq
@testable import WirelineRequests

@Suite struct ParseStreamTests {
  private static let response = #"{"ref":7,"url":"http://h/","status":200,"json":{"a":[1,2]}}"#
  private static let error = #"{"url":"http://h/","status":404,"body":"no"}"#

  private static let failure =
    #"{"error":{"code":"http_status","message":"HTTP status 404 for \"http://h/\"","tool":"req","#
    + #""retryable":false,"status":404},"ref":"#
  private static let rest = #""url":"http://h/","status":404,"body":"no"}"#
  private static let plain = failure + #"1,"url":"http://h/"}"#
  private static let request = #","line":3,"input":"http://h/"}"#

  @Test(arguments: [
    ([], response, [response], WirelineCore.ExitStatus.success),
    ([], error, [failure + "1," + rest], .failure),
    ([], failure + "7," + rest, [failure + "7," + rest], .failure),
    (["--no-fail"], error, [error], .success), (["--select", "/a"], error, [plain], .failure),
    (
      ["--select", "/a"], failure + #"7,"url":"http://h/","status":404"# + request,
      [failure + #"7,"line":3,"url":"http://h/","input":"http://h/"}"#], .failure
    ),
    (["--ref-prefix", "x-"], error, [failure + #""x-1","# + rest], .failure),
    (["--ref-prefix", "x-"], failure + "7," + rest, [failure + #""x-7","# + rest], .failure),
  ])
  func passesUncheckedRecords(
    options: [String], line: String, printed: [String], exit: WirelineCore.ExitStatus
  ) async throws {
    let output = try await RunnerHarness().run(["--parse"] + options, input: [line])

    #expect(output.lines == printed)
    #expect(output.status == exit)
  }

  @Test(arguments: [
    ("text/event-stream", #"data: 1\n\ndata: [2]\n\ndata: [DONE]\n\n"#, ["1", "[2]"], 2),
    ("application/json", #"{\"data\":1}\n{\"data\":null}\nx\n"#, ["1", "null"], 3),
  ])
  func printsEvents(type: String, body: String, values: [String], records: Int) async throws {
    let line = #"{"status":200,"headers":{"content-type":"\#(type)"},"body":"\#(body)"}"#

    let output = try await RunnerHarness().run(["--parse", "--select", "/data"], input: [line])

    #expect(try output.lines.compactMap { try Record($0)["value"]?.text } == values)
    #expect(output.lines.count == records && (output.status == .success) == (records == 2))
  }

  @Test(arguments: [
    ("http://h/", "not a JSON object"), ("{}", "status"), (#"{"status":"x"}"#, "status"),
    (#"{"status":200,"body_file":"/etc/hosts"}"#, "--allow-files"),
  ])
  func reportsInvalidRecord(line: String, message: String) async throws {
    let output = try await RunnerHarness().run(["--parse", "--select", "/a"], input: [line])

    let record = try Record(try #require(output.lines.first))
    #expect(record.message?.contains(message) == true, "\(record.line)")
    #expect(output.status == .failure)
  }
}
