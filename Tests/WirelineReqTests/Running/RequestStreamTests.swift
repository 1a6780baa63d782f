import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineReq
@testable import WirelineRequests

@Suite struct RequestStreamTests {
  private static let urls = ["http://h/1", "http://h/2", "http://h/3"]

  @Test(arguments: [
    (#"{"url":"#, "invalid_input"), ("[]", "invalid_input"), (#"{"id":7}"#, "no_url"),
    ("ftp://h/", "invalid_url"), (#"{"url":"http://h/","headers":1}"#, "invalid_input"),
    (#"{"url":"http://h/","output":"/etc/x"}"#, "forbidden_file"),
    (#"{"url":"http://h/","body_file":"/etc/hosts"}"#, "forbidden_file"),
  ])
  func reportsInvalidLineAsRecord(line: String, code: String) async throws {
    let harness = try RunnerHarness()

    let output = try await harness.run([], input: ["http://h/1", line, "http://h/3"])

    let records = expectRecords(Array(output.text.utf8), as: .response)
    #expect(records.map(\.code) == [nil, code, nil])
    #expect(records[1].input == line)
    #expect(harness.executor.requests.map(\.url.path) == ["/1", "/3"])
    #expect(output.status == .failure)
  }

  @Test(arguments: [
    ([], [200, 201], WirelineCore.ExitStatus.success), ([], [200, 404], .failure),
    (["--no-fail"], [200, 404], .success), (["--no-fail", "--fail"], [404], .failure),
    (["--tolerate", "1"], [200, 500], .success), (["--tolerate", "1"], [500, 500], .failure),
  ])
  func countsErrorStatusAsFailure(
    options: [String], statuses: [Int], exit: WirelineCore.ExitStatus
  ) async throws {
    let harness = try RunnerHarness { ScriptedReply(status: Int($0.url.path.dropFirst()) ?? 0) }

    let output = try await harness.run(options, input: statuses.map { "http://h/\($0)" })

    #expect(output.status == exit)
    let records = expectRecords(Array(output.text.utf8), as: .response)
    #expect(records.map { $0["status"]?.text } == statuses.map(String.init))
  }

  @Test(
    arguments: [
      (["--select", "/a"], #"{"a":[1,2]}"#, ["[1,2]"], nil),
      (["--each", "/a"], #"{"a":[1,"x"]}"#, ["1", #""x""#], nil),
      (["--each", "/a", "--select", "/b"], #"{"a":[{"b":1},{"b":2}]}"#, ["1", "2"], nil),
      (["--select", "/a"], "{}", [], "decode"), (["--expect", "array"], "{}", [], "decode"),
      (["--require", "/a:integer"], #"{"a":"x"}"#, [], "decode"),
      (["--error-if", "/error"], #"{"error":"no"}"#, [], "api_error"),
      (["--select", "/a"], "text", [], "decode"),
    ] as [([String], String, [String], String?)])
  func checksAndSelects(
    options: [String], body: String, values: [String], code: String?
  ) async throws {
    let harness = try RunnerHarness { _ in .json(body) }

    let output = try await harness.run(options, input: ["http://h/"])

    let records = try output.lines.map { try Record($0) }
    #expect(records.compactMap { $0["value"]?.text } == values)
    #expect(records.compactMap(\.code) == [code].compactMap(\.self))
  }

  /// Values have other fields than a response, so the record of a failure has none of them.
  @Test(arguments: [
    ([], true), (["--expect", "object"], true), (["--error-if", "/e"], true),
    (["--select", "/a"], false), (["--each", ""], false),
  ])
  func checkedResponseOfFailingStatusHasItsFields(options: [String], hasFields: Bool) async throws {
    let harness = try RunnerHarness { _ in .json(#"{"b":1}"#, status: 404) }

    let output = try await harness.run(options, input: ["http://h/"])
    let parsed = try await harness.run(["--parse", "-"] + options, input: [Self.gone])

    for text in [output.text, parsed.text] {
      #expect(text.hasPrefix(#"{"error":{"code":"http_status""#))
      #expect(text.contains(#","status":404,"#) == hasFields, "\(text)")
    }
  }

  private static let gone = #"{"url":"http://h/","status":404,"json":{"b":1}}"#

  @Test func masksSecretInStatusMessage() async throws {
    let harness = try RunnerHarness { _ in ScriptedReply(status: 403) }

    let output = try await harness.run([
      "--format", "jsonl", "http://h/token-abcdefgh", "Authorization:token-abcdefgh",
    ])

    #expect(output.messages.contains("HTTP status 403"))
    #expect(!output.messages.contains("token-abcdefgh"))
  }

  @Test func omitsErrorBodies() async throws {
    let harness = try RunnerHarness { _ in ScriptedReply(status: 500, body: "secret") }

    let output = try await harness.run(["--fail"], input: ["http://h/"])

    #expect(!output.text.contains("secret") && output.text.contains(#""bytes":6"#))
  }

  @Test(arguments: [["--select", "/a"], ["--expect", "json"], ["--paginate", "link"]])
  func rejectsOutputFileForCheckedBody(options: [String]) async throws {
    let harness = try RunnerHarness()

    let output = try await harness.run(
      options, input: [#"{"url":"http://h/","output":"file"}"#])

    #expect(output.text.contains("invalid_input"))
    #expect(harness.executor.requests.isEmpty)
  }

  @Test func addsDefaultsToRequests() async throws {
    let harness = try RunnerHarness()

    _ = try await harness.run(
      ["-X", "PUT", "--base-url", "http://u:p@h/api", "--compress-body"],
      input: ["/a", #"{"url":"/b","method":"POST","body":"x"}"#])

    let requests = harness.executor.requests
    #expect(requests.map(\.url.path) == ["/api/a", "/api/b"])
    #expect(requests.map(\.method) == ["PUT", "POST"])
    #expect(requests.map { $0.headers["Authorization"] } == ["Basic dTpw", "Basic dTpw"])
    #expect(requests.map { $0.headers["Content-Encoding"] } == [nil, "gzip"])
  }

  @Test func skipsFinishedItemsOfJournal() async throws {
    let harness = try RunnerHarness { request in
      ScriptedReply(
        error: request.url.path == "/2" ? .connect(address: "h:80", detail: "refused") : nil)
    }
    let options = ["--journal", harness.directory.path("journal"), "--resume"]

    let first = try await harness.run(options, input: Self.urls)
    let second = try await harness.run(options, input: Self.urls)

    #expect(harness.executor.requests.map(\.url.path) == ["/1", "/2", "/3"])
    #expect(first.text == second.text)
    #expect([first.status, second.status] == [.failure, .failure])
    // Only the failed connection is retried.
    _ = try await harness.run(options + ["--retry-errors"], input: Self.urls)
    #expect(harness.executor.requests.map(\.url.path) == ["/1", "/2", "/3", "/2"])
  }
}
