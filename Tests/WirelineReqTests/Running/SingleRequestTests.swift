import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineReq
@testable import WirelineRequests

@Suite struct SingleRequestTests {
  /// Fields that every request has, as options of curl.
  private static let agent = "-H 'User-Agent: wireline/\(ToolVersion.number)'"
  private static let fields = "\(agent) -H 'Accept: */*'"

  @Test(arguments: [
    ([], false, true), (["-i"], true, true), (["-I"], true, false), (["-D", "-"], true, true),
  ])
  func printsBodyAndHead(options: [String], printsHead: Bool, printsBody: Bool) async throws {
    let harness = try RunnerHarness { _ in .json(#"{ "a": 1 }"#) }

    let output = try await harness.run(options + ["h/"])

    let head = "HTTP/1.1 200\r\nContent-Type: application/json\r\n\r\n"
    #expect(output.text == (printsHead ? head : "") + (printsBody ? #"{ "a": 1 }"# : ""))
    #expect(output.status == .success && output.messages.isEmpty)
    #expect(harness.executor.requests.map(\.url.text) == ["https://h/"])
  }

  @Test(arguments: [
    ([], 404, WirelineCore.ExitStatus.httpStatus, "no"), (["--no-fail"], 404, .success, "no"),
    (["--fail"], 404, .httpStatus, ""), (["--fail"], 200, .success, "no"),
  ])
  func reportsErrorStatus(
    options: [String], status: Int, exit: WirelineCore.ExitStatus, body: String
  ) async throws {
    let harness = try RunnerHarness { _ in ScriptedReply(status: status, body: "no") }

    let output = try await harness.run(options + ["http://u:secret@h/"])

    #expect(output.status == exit)
    #expect(output.text == body)
    let message = "req: error: HTTP status 404 for \"http://h/\"\n"
    #expect(output.messages == (exit == .success ? "" : message))
  }

  @Test func showsProblemDetails() async throws {
    let harness = try RunnerHarness { _ in
      ScriptedReply(
        status: 400, headers: ["Content-Type": "application/problem+json"],
        body: #"{"title":"Bad date","detail":"13 is not a month"}"#)
    }

    let output = try await harness.run(["http://h/"])

    #expect(output.messages.contains("req: hint: Bad date"))
    #expect(output.messages.contains("req: hint: 13 is not a month"))
  }

  @Test(arguments: [
    (["--select", "/a"], #"{"a":"x"}"#, "\"x\"\n", WirelineCore.ExitStatus.success),
    (["--each", ""], "[1,{}]", "1\n{}\n", .success), (["--expect", "object"], "[1]", "", .badData),
    (["--expect", "array"], "[1]", "[1]", .success),
    (["--error-if", "/error"], #"{"error":"no"}"#, "", .httpStatus),
  ])
  func checksBodyBeforePrinting(
    options: [String], body: String, printed: String, exit: WirelineCore.ExitStatus
  ) async throws {
    let harness = try RunnerHarness { _ in .json(body) }

    let output = try await harness.run(options + ["http://h/"])

    #expect(output.text == printed)
    #expect(output.status == exit)
  }

  @Test(arguments: [
    (RequestError.Reason.noResponse, WirelineCore.ExitStatus.emptyReply),
    (.connect(address: "h:80", detail: "refused"), .notConnected),
    (.timeout(.seconds(1), phase: "response"), .timedOut),
  ])
  func exitsWithStatusOfError(reason: RequestError.Reason, exit: WirelineCore.ExitStatus)
    async throws
  {
    let harness = try RunnerHarness { _ in ScriptedReply(error: reason) }

    let output = try await harness.run(["http://h/"])

    #expect(output.status == exit)
    #expect(output.messages == "req: error: \(reason.message)\n")
  }

  @Test func refusesBinaryDataOnTerminal() async throws {
    let harness = try RunnerHarness { _ in ScriptedReply(body: "\u{0}\u{1}\u{2}") }

    let output = try await harness.run(["http://h/"], isTerminal: true)

    #expect(output.text.isEmpty)
    #expect(output.messages.contains("cannot print binary data on a terminal"))
    #expect(output.status == .cannotWrite)
  }

  @Test(arguments: [
    [], ["-i"], ["-I"], ["-w", "x"], ["--select", "/a"], ["-i", "--select", "/a"],
  ])
  func closedReaderIsNoFailure(options: [String]) async throws {
    let harness = try RunnerHarness { _ in .json(#"{"a":1}"#) }

    let output = try await harness.run(options + ["http://h/"], hasReader: false)

    #expect(output.status == .success && output.messages.isEmpty, "\(output.messages)")
  }

  @Test func signalEndsRequestImmediately() async throws {
    let harness = try RunnerHarness { _ in nil }
    harness.shutdown.request(signal: 2)

    let output = try await harness.run(["http://h/"])

    #expect(output.status == .interrupted && output.messages.isEmpty)
  }

  @Test func printsCurlCommand() async throws {
    let harness = try RunnerHarness()

    let output = try await harness.run([
      "--to-curl", "-k", "-m", "3s", "-H", "Accept:", "-o", "f", "http://h/", "X-A:1",
    ])

    let options =
      "--location --max-redirs 10 --fail --retry 3 --insecure --max-time 3.0 --output f"
    #expect(output.text == "curl \(options) -H 'X-A: 1' \(Self.agent) -H Accept: http://h/\n")
    #expect(harness.executor.requests.isEmpty)
  }

  @Test func curlCommandHasOwnFile() async throws {
    let harness = try RunnerHarness()

    let output = try await harness.run([
      "--to-curl", "-o", "a", "-O", "--output-dir", "d", "http://h/1", "http://h/2",
    ])

    let start = "curl --location --max-redirs 10 --fail --retry 3 --output-dir d"
    #expect(
      output.lines == [
        "\(start) --output a \(Self.fields) http://h/1",
        "\(start) --remote-name \(Self.fields) http://h/2",
      ])
  }

  @Test func curlCommandHasConnectionAndLogin() async throws {
    let harness = try RunnerHarness()

    let output = try await harness.run([
      "--to-curl", "--connect-to", "h:80:b:2", "-4", "--noproxy", "*", "--proto", "=http,https",
      "--digest", "-u", "me:secret", "--interface", "lo", "-0", "--post302", "http://h/",
    ])
    let signed = try await harness.run([
      "--to-curl", "--aws-sigv4", "aws:amz:eu-1", "-u", "me:secret", "http://h/",
    ])

    let start = "curl --location --max-redirs 10 --fail-with-body --retry 3"
    let options =
      "--noproxy '*' --connect-to h:80:b:2 --interface lo --http1.0 --post302 --ipv4"
      + " --proto =http,https --digest"
    let end = "\(Self.fields) http://h/ --user \"$LOGIN\"\n"
    #expect(output.text == "\(start) \(options) \(end)")
    #expect(signed.text == "\(start) --aws-sigv4 aws:amz:eu-1 \(end)")
  }

  @Test(arguments: ["0-5", "bytes=0-5"])
  func builtRecordHasRange(range: String) async throws {
    let harness = try RunnerHarness()

    let output = try await harness.run(["--build", "-r", range, "http://h/"])

    let record = try #require(expectRecords(Array(output.text.utf8), as: .request).first)
    #expect(record["headers"]?["Range"]?.string == "bytes=0-5")
  }
}
