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

  @Test func sendsNoCredentialsToAnotherOrigin() async throws {
    let harness = try RunnerHarness { request in
      request.url.host == "h"
        ? ScriptedReply(headers: ["Link": "<http://other/>; rel=next"], body: "[1]")
        : .json("[2]")
    }

    _ = try await harness.run(["--paginate", "link", "http://h/", "Authorization:Bearer x"])

    #expect(harness.executor.requests.map { $0.headers["Authorization"] } == ["Bearer x", nil])
  }
}
