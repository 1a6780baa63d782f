import Glibc
import TestSupport
import Testing

/// Hooks for scripts: the event log and the adapter.
@Suite struct YelpHookTests {
  private let query: YelpTool
  private var sandbox: Sandbox { query.sandbox }

  init() throws { query = try YelpTool(YelpTestServer()) }

  /// The events in a file, checked for pairs of start and end.
  private func events(
    _ file: String = "events", sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> [Record] {
    let records = try sandbox.text(file).split(separator: "\n").map { try Record(String($0)) }
    for record in records {
      let faults = RecordShape.callEvent.errors(in: record.json)
      #expect(faults == [], "\(record.line)", sourceLocation: sourceLocation)
    }
    let calls = { (name: String) in
      records.filter { $0["event"]?.string == name }.compactMap { $0["call"]?.integer }
    }
    let starts = calls("start")
    #expect(Set(starts).count == starts.count, sourceLocation: sourceLocation)
    #expect(calls("complete").sorted() == starts.sorted(), sourceLocation: sourceLocation)
    return records
  }

  private func names(_ records: [Record]) -> [String?] { records.map { $0["event"]?.string } }

  @Test func logsRetries() throws {
    query.yelp.fail(with: .internalError, times: 2)

    try query("business", "x", "--event-log", "events").expect(exit: 0)

    let records = try events()
    #expect(names(records) == ["start", "retry", "retry", "complete"])
    #expect(sandbox.directory.permissions("work/events") == 0o600)
    let attempts = records.map { $0["attempt"]?.integer }
    #expect(attempts == [nil, 2, 3, nil], "the number of the next attempt")
    #expect(records[1]["wait_ms"]?.number != nil && records[1].ref == "1")
    #expect(records.allSatisfy { $0["call"]?.integer == 1 })
    #expect(records[3]["attempts"]?.integer == 3)
  }

  @Test func logsEachPageAndEachItemAsACall() throws {
    let query = try YelpTool(YelpTestServer(dailyLimit: 5, total: 70), in: sandbox)

    try query("search", "--all", "--event-log", "events", stdin: .lines(["a", "b", "{", "c", "d"]))
      .expect(exit: 75)

    let records = try events()
    let ends = records.filter { $0["event"]?.string == "complete" }
    #expect(ends.count { $0["status"]?.integer == 200 } == query.yelp.calls)
    #expect(ends.contains { $0["error"]?.string == "quota_exhausted" })
    try self.query("business", "x").expect(exit: 0)
  }

  /// Calls in flight at a shutdown are logged as complete, too.
  @Test func logsTheEndOfCallsAtAShutdown() throws {
    query.yelp.fail(with: .slow(.milliseconds(400)), times: 4)
    let tool = try query.start(
      ["search", "--event-log", "events"], stdin: .lines((1...9).map { "place \($0)" }))
    #expect(query.yelp.waitForCalls(4))

    tool.send(SIGTERM)
    try tool.wait().expect(exit: 143)

    #expect(try !events().isEmpty)
  }

  @Test func adapterAddsAFieldAndChangesAParameter() throws {
    let script = #"sed -e 's/"headers":{/&"X-Mine":"1",/' -e s/term=a/term=b/"#

    try query("search", "--location", "x", "--term", "a", "--adapter", script).expect(exit: 0)

    let request = try #require(query.yelp.requests.first)
    #expect(request[header: "x-mine"] == "1" && request[query: "term"] == "b")
    #expect(request[header: "authorization"] == "Bearer \(query.yelp.key)")
  }

  @Test func adapterReceivesARequestRecord() throws {
    let yelp = try YelpTestServer(total: 120)
    yelp.fail(with: .internalError)
    let query = try YelpTool(yelp, in: sandbox)

    try query("search", "--location", "x", "--all", "--adapter", "tee -a seen").expect(exit: 0)
    try query("chat", "x \"y\"", "--adapter", "tee -a seen").expect(exit: 0)

    // Once per call, even if the call is retried.
    let records = expectRecords(try sandbox.read("seen"), as: .request)
    #expect(records.count == 4 && yelp.calls == 5)
    #expect(records.allSatisfy { $0["credential"]?.string == "yelp" })
    #expect(records[3]["json"]?["query"]?.string == "x \"y\"")
    #expect(yelp.requests.last?.text == #"{"query":"x \"y\""}"#)
    try self.query("business", "x").expect(exit: 0)
  }

  @Test func adapterCannotRemoveHeaderFieldsAndCredential() throws {
    let script = #"sed -e 's/,"headers":{[^}]*}//' -e 's/,"credential":"yelp"//' | tee seen"#

    try query("business", "x", "--adapter", script).expect(exit: 0)

    #expect(try !sandbox.text("seen").contains("headers"))
    #expect(try !sandbox.text("seen").contains("credential"))
    #expect(query.yelp.requests.first?[header: "accept"] == "application/json")
  }

  @Test(arguments: [
    "cat; exit 3", "echo '[]'", ":", "kill -9 $$", #"echo '{"url":"htp:/x"}'"#,
  ])
  func reportsAFailedAdapter(script: String) throws {
    let single = try query("business", "x", "--adapter", script).expect(exit: 65)
    let stream = try query("business", "--adapter", script, stdin: .lines(["x", "y"]))

    for result in [single, stream] {
      let records = result.results()
      #expect(records.allSatisfy { $0.code == "invalid_input" })
      #expect(records.allSatisfy { $0.message?.hasPrefix("the adapter failed: ") == true })
    }
    #expect(stream.expect(exit: 1).results().map(\.input) == ["x", "y"])
    #expect(query.yelp.calls == 0)
    try query("business", "x").expect(exit: 0)
  }

  /// No process is left after the run, nor after a second signal, which ends the tool at once.
  @Test(arguments: [SIGTERM, SIGINT, SIGKILL])
  func killsAHangingAdapterAtAShutdown(signal: Int32) throws {
    let script = "echo $$ > pid.new; mv pid.new pid; exec sleep 1000"
    let tool = try query.start(["business", "--adapter", script], stdin: .lines(["x"]))
    #expect(sandbox.waitForFile("pid", bytes: 2))
    let text = try sandbox.text("pid")
    let child = try #require(pid_t(text.prefix { $0.isNumber }))

    #expect(tool.sendUntilEnd(signal))
    _ = try tool.wait()
    defer { kill(child, SIGKILL) }

    // The command line of a zombie is empty.
    let isThere = { TextFile.read("/proc/\(child)/cmdline")?.contains("sleep") == true }
    #expect(becomesTrue { !isThere() }, "the adapter still runs")
    try query("business", "x").expect(exit: 0)
  }
}
