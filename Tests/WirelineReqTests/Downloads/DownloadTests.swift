import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineReq
@testable import WirelineRequests

@Suite struct DownloadTests {
  private static let url = "http://h/file"
  private static let tag: HeaderFields = ["ETag": "\"v1\""]

  /// A response to a resumed download.
  private static func part(_ range: String, _ body: String, tag: String = "\"v1\"") -> ScriptedReply
  {
    ScriptedReply(status: 206, headers: ["Content-Range": range, "ETag": tag], body: body)
  }

  private func download(
    _ harness: RunnerHarness, _ options: [String] = []
  ) async throws -> RunnerHarness.Output {
    try await harness.run(["-o", harness.directory.path("out"), Self.url] + options)
  }

  @Test(arguments: [
    ([], ScriptedReply(body: "new"), "new", WirelineCore.ExitStatus.success),
    ([], ScriptedReply(status: 404, body: "no"), "old", .httpStatus),
    (["--no-fail"], ScriptedReply(status: 404, body: "no"), "no", .success),
    (
      [], ScriptedReply(body: "ne", error: .truncated(received: 2, expected: 3)), "old",
      .partialBody
    ),
    (["--max-body", "2"], ScriptedReply(body: "new"), "old", .bodyTooLarge),
    ([], ScriptedReply(status: 301, body: "moved"), "moved", .success),
  ])
  func replacesFileOnSuccess(
    options: [String], reply: ScriptedReply, content: String, exit: WirelineCore.ExitStatus
  ) async throws {
    let harness = try RunnerHarness { _ in reply }
    try harness.directory.write("out", "old")

    let output = try await download(harness, options)

    #expect(output.status == exit)
    #expect(try harness.directory.text("out") == content)
    #expect(!harness.directory.files().contains { $0.hasSuffix(".tmp") })
  }

  /// The first three bytes of "abcdef" were received earlier.
  @Test(arguments: [
    (part("bytes 3-5/6", "def"), "abcdef", 1),
    (ScriptedReply(headers: tag, body: "abcdef"), "abcdef", 1),
    (ScriptedReply(headers: ["ETag": "\"v2\""], body: "new"), "new", 1),
    (part("bytes 0-2/6", "abc"), "whole", 2), (part("bytes 3-4/6", "de"), "whole", 2),
    (part("bytes 3-5/6", "de"), "whole", 2),
    (part("bytes 3-5/6", "def", tag: "\"v2\""), "whole", 2),
    (ScriptedReply(status: 416, headers: ["Content-Range": "bytes */3"]), "abc", 1),
    (ScriptedReply(status: 416, headers: ["Content-Range": "bytes */9"]), "whole", 2),
  ])
  func resumesPart(reply: ScriptedReply, content: String, requests: Int) async throws {
    let harness = try RunnerHarness { request in
      request.headers["Range"] == nil ? ScriptedReply(headers: Self.tag, body: "whole") : reply
    }
    try harness.directory.write("out.part", "abc")
    try harness.directory.write("out.part.mark", "\(Self.url)\n\"v1\"\n")

    let output = try await download(harness, ["-C", "-"])

    #expect(output.status == .success)
    #expect(try harness.directory.text("out") == content)
    #expect(harness.executor.requests.count == requests)
    #expect(harness.executor.requests.first?.headers["Range"] == "bytes=3-")
    #expect(harness.executor.requests.first?.headers["If-Range"] == "\"v1\"")
    #expect(!harness.directory.exists("out.part") && !harness.directory.exists("out.part.mark"))
  }

  @Test(arguments: [
    ("http://other/file\n\"v1\"\n", "abc"), ("", "abc"), ("\(url)\n\"v1\"\n", ""),
  ])
  func ignoresPartOfUnknownOrigin(mark: String, part: String) async throws {
    let harness = try RunnerHarness { _ in ScriptedReply(headers: Self.tag, body: "whole") }
    try harness.directory.write("out.part", part)
    try harness.directory.write("out.part.mark", mark)

    _ = try await download(harness, ["-C", "-"])

    #expect(harness.executor.requests.map { $0.headers["Range"] } == [nil])
    #expect(try harness.directory.text("out") == "whole")
  }

  @Test(
    arguments: [
      (tag, true), (["ETag": "W/\"v1\""], false), ([:], false),
    ] as [(HeaderFields, Bool)])
  func keepsPartWithStrongValidator(headers: HeaderFields, isKept: Bool) async throws {
    let harness = try RunnerHarness { _ in
      ScriptedReply(
        headers: headers, body: "abc", error: .truncated(received: 3, expected: 6))
    }

    let output = try await download(harness, ["-C", "-"])

    #expect(output.status == .partialBody)
    #expect(harness.directory.exists("out.part") == isKept)
    #expect(!harness.directory.exists("out"))
  }

  @Test func keepsPartAfterErrorResponse() async throws {
    let harness = try RunnerHarness { _ in ScriptedReply(status: 503, body: "later") }
    try harness.directory.write("out.part", "abc")
    try harness.directory.write("out.part.mark", "\(Self.url)\n\"v1\"\n")

    let output = try await download(harness, ["-C", "-"])

    #expect(output.status == .httpStatus)
    #expect(try harness.directory.text("out.part") == "abc")
  }

  /// The file has the first two bytes of "abcd".
  @Test(arguments: [
    (part("bytes 2-3/4", "cd"), "abcd", WirelineCore.ExitStatus.success),
    (part("bytes 0-1/4", "ab"), "ab", .rangeError),
    (ScriptedReply(body: "abcd"), "ab", .rangeError),
    (ScriptedReply(status: 404, body: "no"), "ab", .httpStatus),
    (ScriptedReply(status: 301, body: "moved"), "ab", .success),
  ])
  func appendsRequestedBytesOnly(
    reply: ScriptedReply, content: String, exit: WirelineCore.ExitStatus
  ) async throws {
    let harness = try RunnerHarness { _ in reply }
    try harness.directory.write("out", "ab")

    let output = try await download(harness, ["-C", "2", "--fail-with-body"])

    #expect(output.status == exit)
    #expect(try harness.directory.text("out") == content)
  }

  @Test func keepsFilesWithNumbers() async throws {
    let harness = try RunnerHarness { _ in ScriptedReply(body: "new") }
    let names = ["out"] + (1...100).map { "out.\($0)" }
    for name in names { try harness.directory.write(name, "old") }

    _ = try await download(
      harness, ["--no-clobber", "-w", "%output{>>\(harness.directory.path("out"))}!"])

    #expect(try harness.directory.text("out.101") == "new")
    #expect(try harness.directory.text("out") == "old!")
  }

  @Test func writesHeadsOfSeveralURLs() async throws {
    let harness = try RunnerHarness()
    let paths = ["a", "b"].map(harness.directory.path)

    _ = try await harness.run(["-Z", "-I", "h/", "h/", "-o", paths[0], "-o", paths[1]])

    #expect(try harness.directory.text("b") == "HTTP/1.1 200\r\n\r\n")
  }

  @Test func rejectsUnrequestedRange() async throws {
    let harness = try RunnerHarness { _ in Self.part("bytes 0-2/6", "abc") }

    let output = try await download(harness, ["-C", "-"])

    #expect(output.status == .receiveFailure)
    #expect(harness.executor.requests.count == 2)
    #expect(!harness.directory.exists("out"))
  }

  @Test(arguments: [([], 0o644), (["Authorization:Bearer x"], 0o600)] as [([String], UInt32)])
  func restrictsAccessToAuthorizedDownload(items: [String], mode: UInt32) async throws {
    let harness = try RunnerHarness { _ in ScriptedReply(body: "x") }

    _ = try await download(harness, items)

    #expect(harness.directory.permissions("out") == mode)
  }
}
