import Synchronization
import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineReq
@testable import WirelineRequests

@Suite struct PageRunTests {
  /// Pages of two elements each, linked by `Link`.
  private static func linked(_ request: RequestSpecification) -> ScriptedReply {
    let page = Int(request.url.path.dropFirst()) ?? 0
    var reply = ScriptedReply.json("[\(2 * page),\(2 * page + 1)]")
    reply.elapsed = .seconds(2)
    if page < 3 { reply.headers.set("Link", #"</\#(page + 1)>; rel="next""#) }
    return reply
  }

  @Test(arguments: [
    ([], ["0", "1", "2", "3", "4", "5", "6", "7"]), (["--max-pages", "2"], ["0", "1", "2", "3"]),
  ])
  func combinesPages(options: [String], elements: [String]) async throws {
    let harness = try RunnerHarness(respond: Self.linked)
    let arguments = ["--paginate", "link", "--each", ""] + options

    let single = try await harness.run(arguments + ["http://h/0"])
    let stream = try await harness.run(arguments, input: ["http://h/0"])

    #expect(single.lines == elements)
    let records = try stream.lines.map { try Record($0) }
    #expect(records.compactMap { $0["value"]?.text } == elements)
    #expect(records.compactMap { $0["rank"]?.text } == elements.indices.map { "\($0 + 1)" })
    #expect([single.status, stream.status] == [.success, .success])
    // All pages share a deadline.
    let elapsed = harness.executor.requests.prefix(elements.count / 2).map(\.elapsed)
    #expect(elapsed == elapsed.indices.map { .seconds(2 * $0) })
  }

  /// A cassette responds during the call: 2,000 calls inside one another would overflow the stack.
  @Test func manyPagesNeedNoStack() async throws {
    let harness = try RunnerHarness {
      .json("[\($0.url.query == "p=2000" ? "" : "\"\($0.url.text)\"")]")
    }
    let options = ["--paginate", "page=p", "--each", ""]

    let single = try await harness.run(options + ["http://h/"])
    let stream = try await harness.run(options, input: ["http://h/"])

    #expect([single.lines.count, stream.lines.count] == [1999, 1999])
  }

  @Test(arguments: [
    (
      ScriptedReply.json("{}"), ["--paginate", "offset=o,size=2"], "name the array with --each",
      "decode"
    ),
    (
      ScriptedReply(headers: ["Link": "<ftp://h/>; rel=next"], body: "[1]"),
      ["--paginate", "link"],
      "link to the next page", "decode"
    ),
    (
      ScriptedReply(error: .connect(address: "h:80", detail: "refused")), ["--paginate", "link"],
      "cannot connect", "connect"
    ),
    (ScriptedReply(status: 500), ["--paginate", "link"], "HTTP status 500", "http_status"),
  ])
  func reportsMissingPages(
    reply: ScriptedReply, options: [String], message: String, code: String
  ) async throws {
    let harness = try RunnerHarness { _ in reply }

    let single = try await harness.run(options + ["http://h/"])
    let stream = try await harness.run(options, input: ["http://h/"])

    #expect(single.messages.contains(message))
    #expect((stream.text + stream.messages).contains(code))
    #expect(single.status != .success && stream.status == .failure)
  }

  @Test(arguments: [([], nil), (["--location-trusted"], "Bearer x")] as [([String], String?)])
  func sendsCredentialsToTrustedOriginsOnly(options: [String], received: String?) async throws {
    let harness = try RunnerHarness { request in
      .json(request.url.host == "h" ? #"{"n":"http://other/"}"# : "{}")
    }

    _ = try await harness.run(
      ["--paginate", "next=/n", "http://h/", "Authorization:Bearer x"] + options)

    #expect(
      harness.executor.requests.map { $0.headers["Authorization"] } == ["Bearer x", received])
  }

  @Test(arguments: [([], 1), (["--allow-downgrade"], 2)])
  func followsFromHTTPSToHTTPOnlyIfAllowed(options: [String], requests: Int) async throws {
    let harness = try RunnerHarness { request in
      .json(request.url.host == "h" ? #"{"n":"http://other/"}"# : "{}")
    }

    let output = try await harness.run(["--paginate", "next=/n", "https://h/"] + options)

    #expect(harness.executor.requests.count == requests)
    #expect(output.messages.contains("--allow-downgrade") == (requests == 1))
  }

  /// A service that ignores the parameter repeats its first page.
  @Test func warnsAboutRepeatedPage() async throws {
    let harness = try RunnerHarness { _ in .json("[1,2]") }
    let options = ["--paginate", "page=p", "--each", ""]

    let single = try await harness.run(options + ["http://h/"])
    let stream = try await harness.run(options, input: ["http://h/"])

    #expect(single.lines == ["1", "2"] && stream.lines.count == 2)
    #expect([single.status, stream.status] == [.success, .success])
    for output in [single, stream] {
      #expect(output.messages.contains("ignored \"http://h/?p=2\": it repeats the page before"))
    }
    #expect(harness.executor.requests.count == 4)
  }

  /// Pages 0 to 3, of which the third is not JSON at first.
  @Test(arguments: [("<html>", "decode"), ("", "empty_body"), ("[{}]", "decode")])
  func resumeContinuesAtMalformedPage(body: String, code: String) async throws {
    let isBroken = Atomic(true)
    let harness = try RunnerHarness { request in
      let page = Int(request.url.parameters.last?.value ?? "") ?? 0
      if page == 2, isBroken.load(ordering: .relaxed) { return .json(body) }
      let next = page < 3 ? "\(page + 1)" : "null"
      return .json(#"{"items":[\#(2 * page),\#(2 * page + 1)],"next":\#(next)}"#)
    }
    let options = [
      "--paginate", "cursor=c:/next", "--each", "/items", "--journal",
      harness.directory.path("journal"), "--resume",
    ]

    let first = try await harness.run(options, input: ["http://h/"])
    isBroken.store(false, ordering: .relaxed)
    let second = try await harness.run(options, input: ["http://h/"])
    let third = try await harness.run(options, input: ["http://h/"])

    let records = try first.lines.map { try Record($0) }
    #expect(records.compactMap { $0["value"]?.text } == ["0", "1", "2", "3"])
    #expect(records.last?.code == code && records.last?["url"]?.string == "http://h/?c=2")
    #expect(
      try second.lines.map { try Record($0)["value"]?.text } == (0..<8).map { "\($0)" })
    #expect(try second.lines.map { try Record($0)["rank"]?.text } == (1...8).map { "\($0)" })
    #expect(third.text == second.text && [second.status, third.status] == [.success, .success])
    #expect(
      harness.executor.requests.map { $0.url.query ?? "" } == ["", "c=1", "c=2", "c=2", "c=3"])
  }

  @Test func resumeContinuesAfterSignal() async throws {
    let shutdown = Mutex<ShutdownSignal?>(nil)
    let harness = try RunnerHarness { request in
      if request.url.path == "/1" { shutdown.withLock { _ = $0?.request() } }
      return Self.linked(request)
    }
    shutdown.withLock { $0 = harness.shutdown }
    let resumed = try RunnerHarness(respond: Self.linked)
    let options = [
      "--paginate", "link", "--each", "", "--journal", harness.directory.path("journal"),
      "--resume",
    ]

    let first = try await harness.run(options, input: ["http://h/0"])
    let second = try await resumed.run(options, input: ["http://h/0"])

    #expect(try Record(first.lines.last ?? "").code == "cancelled" && first.lines.count == 5)
    #expect(resumed.executor.requests.map(\.url.path) == ["/2", "/3"])
    #expect(second.lines.count == 8 && second.lines.prefix(4) == first.lines.prefix(4))
  }
}
