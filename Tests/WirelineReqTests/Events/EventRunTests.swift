import Synchronization
import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineReq
@testable import WirelineRequests

/// Streams of events as the runner prints them.
@Suite struct EventRunTests {
  private static func stream(
    _ body: String, type: String = "text/event-stream; charset=utf-8",
    error: RequestError.Reason? = nil
  ) -> ScriptedReply {
    ScriptedReply(headers: ["Content-Type": type], body: body, error: error)
  }

  private static let three =
    "id: 1\ndata: {\"n\":1}\n\nevent: ping\n\ndata: {\"n\":2}\n\ndata: x\n\n"

  @Test(arguments: [
    (
      ["--each", ""],
      [
        #"{"event":"message","id":"1","data":{"n":1}}"#,
        #"{"event":"message","id":"1","data":{"n":2}}"#,
        #"{"event":"message","id":"1","data":"x"}"#,
      ]
    ),
    (["--select", "/data/n"], ["1", "2"]),
    (["--select", "/data"], [#"{"n":1}"#, #"{"n":2}"#, #""x""#]),
  ])
  func printsEvents(options: [String], values: [String]) async throws {
    let harness = try RunnerHarness { _ in Self.stream(Self.three) }

    let single = try await harness.run(options + ["http://h/"])
    let stream = try await harness.run(options, input: [#"{"url":"http://h/","id":"a"}"#])

    #expect(single.lines == values)
    let records = try stream.lines.map { try Record($0) }
    #expect(records.map { $0["ref"]?.text } == values.map { _ in #""a""# })
    #expect(records.map { $0["rank"]?.text } == values.indices.map { "\($0 + 1)" })
    #expect([single.status, stream.status] == [.success, .success])
  }

  /// Kubernetes calls the lines JSON. A single line is a document.
  @Test(arguments: [
    ("application/x-ndjson", "{\"a\":[1]}\n{\"a\":[2,3]}", ["1", "2", "3"]),
    ("application/json", "{\"a\":[1]}\n{\"a\":[2,3]}\n{}\n", ["1", "2", "3"]),
    ("application/json", "{\"a\":[1]}\n\n", ["1"]), ("application/json", "{\n\"a\":[1]}\n", ["1"]),
  ])
  func printsElementsOfLines(type: String, body: String, elements: [String]) async throws {
    let harness = try RunnerHarness { _ in Self.stream(body, type: type) }

    let single = try await harness.run(["--each", "/a", "http://h/"])
    let stream = try await harness.run(["--each", "/a"], input: ["http://h/"])

    #expect(single.lines == elements)
    #expect(try stream.lines.map { try Record($0)["value"]?.text } == elements)
  }

  @Test(arguments: [
    (stream(three, error: .truncated(received: 9, expected: nil)), "truncated", 18),
    (
      stream("data: {\"n\":1}\n\ndata: {\"error\":{\"message\":\"busy\"}}\n\ndata: 1\n\n"),
      "api_error", 22
    ),
    (stream("{\"n\":1}\nx\n", type: "application/jsonl"), "decode", 65),
    (stream("data: 1\n\ndata: \(String(repeating: "a", count: 99))"), "body_too_large", 63),
  ])
  func failureFollowsEvents(reply: ScriptedReply, code: String, exit: Int32) async throws {
    let harness = try RunnerHarness { _ in reply }
    let options = ["--each", "", "--error-if", "/data/error", "--max-body", "64"]

    let single = try await harness.run(options + ["http://h/"])
    let stream = try await harness.run(options, input: ["http://h/"])

    #expect(!single.lines.isEmpty && single.status.rawValue == exit, "\(single.messages)")
    let records = try stream.lines.map { try Record($0) }
    #expect(records.map(\.code).dropLast().allSatisfy { $0 == nil })
    #expect(records.count > 1 && records.last?.code == code)
    #expect(stream.status == .failure)
  }

  @Test(arguments: [
    // Continues after the end and after a failure, with the last identifier.
    (
      ["--reconnect", "2"], [nil, "1", "2"],
      [#""a""#, #""b""#, #""c""#], WirelineCore.ExitStatus.success
    ),
    (["--reconnect", "1"], [nil, "1"], [#""a""#, #""b""#], .failure),
    ([], [nil], [#""a""#], .success),
  ])
  func reconnects(
    options: [String], ids: [String?], values: [String], status: WirelineCore.ExitStatus
  ) async throws {
    let harness = try RunnerHarness { request in
      switch request.headers["Last-Event-ID"] {
      case nil: Self.stream("retry: 5\nid: 1\ndata: a\n\nid: 9\ndata: z")
      case "1": Self.stream("id: 2\ndata: b\n\n", error: .noResponse)
      default: Self.stream("data: c\n\n")
      }
    }

    let output = try await harness.run(
      options + ["--select", "/data"], input: ["http://h/"])

    let sent = harness.executor.requests.map(\.headers)
    #expect(sent.map { $0["Last-Event-ID"] } == ids)
    // The cache would repeat the events.
    #expect(sent.map { $0["Cache-Control"] } == ids.map { $0.map { _ in "no-store" } })
    #expect(try output.lines.compactMap { try Record($0)["value"]?.text } == values)
    #expect(output.status == status)
    let accept = harness.executorSetups.last?.fields.defaults["Accept"]
    #expect(accept == (options.isEmpty ? "*/*" : "text/event-stream, */*;q=0.5"))
  }

  @Test(arguments: [("4", 1, WirelineCore.ExitStatus.timedOut), ("9", 2, .success)])
  func deadlineCoversReconnections(
    deadline: String, requests: Int, status: WirelineCore.ExitStatus
  ) async throws {
    let harness = try RunnerHarness { _ in Self.stream("retry: 5000\ndata: 1\n\n") }

    let output = try await harness.run(
      ["--reconnect", "1", "--deadline", deadline, "--select", "/data", "http://h/"])

    #expect(output.lines.count == requests && output.status == status, "\(output.messages)")
    let elapsed = harness.executor.requests.dropFirst().map(\.elapsed)
    #expect(elapsed.count == requests - 1 && elapsed.allSatisfy { $0 >= .seconds(5) })
  }

  /// The second request arrives while the stream of the first is idle.
  @Test(arguments: [(["--unordered"], "text/event-stream"), ([], "application/jsonl")])
  func signalEndsIdleStream(options: [String], type: String) async throws {
    let shutdown = Mutex<ShutdownSignal?>(nil)
    let harness = try RunnerHarness { request in
      guard request.url.path == "/2" else {
        return ScriptedReply(headers: ["Content-Type": type], body: "data", isEndless: true)
      }
      shutdown.withLock { _ = $0?.request() }
      return .json("{}")
    }
    shutdown.withLock { $0 = harness.shutdown }

    let output = try await harness.run(
      options + ["--each", ""], input: ["http://h/1", "http://h/2"])

    #expect(output.lines.contains { (try? Record($0))?.code == "cancelled" })
    #expect(output.status == .terminated)
  }

  @Test(arguments: [
    ("data: 1\n\ndata: [DONE]\n\n", ["GET"], 1), ("data: 1\n\n", ["POST"], 1),
    // The second response has the status 204.
    ("id: 1\ndata: 1\n\n", ["GET"], 2),
  ])
  func endsWithoutReconnection(body: String, method: [String], requests: Int) async throws {
    let harness = try RunnerHarness { request in
      request.headers["Last-Event-ID"] == nil ? Self.stream(body) : ScriptedReply(status: 204)
    }

    let output = try await harness.run(
      ["--reconnect", "9", "--select", "/data"] + method + ["http://h/"])

    #expect(output.lines == ["1"] && output.status == .success)
    #expect(harness.executor.requests.count == requests)
  }

  /// A broken stream is requested again, and a complete one is printed from the journal.
  @Test(arguments: [true, false])
  func journalHasCompleteStreams(breaks: Bool) async throws {
    let harness = try RunnerHarness { _ in
      Self.stream(Self.three, error: breaks ? .truncated(received: 9, expected: nil) : nil)
    }
    let options = ["--select", "/data/n", "--resume", "--journal", harness.directory.path("j")]

    let first = try await harness.run(options, input: ["http://h/"])
    let second = try await harness.run(options, input: ["http://h/"])

    #expect(first.lines.count == (breaks ? 3 : 2))
    #expect(second.text == first.text)
    #expect(harness.executor.requests.count == (breaks ? 2 : 1))
  }
}
