import TestSupport
import Testing

/// Unusual validators, dates and ages, RFC 9111.
@Suite struct FreshnessFaultTests {
  private let req: Tool

  init() throws { req = try Tool("req") }

  private func fetch(_ server: LoopbackServer, _ arguments: String...) throws -> Record {
    let result = try req.run(
      ["--format", "jsonl", "--retry", "0", "--cache", server.url("/")] + arguments)
    return try #require(result.records(as: .response).first)
  }

  private static func notModified(_ headers: KeyValuePairs<String, String> = [:]) -> Script {
    .answer(ServedResponse(status: 304, headers: headers))
  }

  @Test func repeatsUnconditionallyIfStoredBodyIsMissing() throws {
    let large = String(repeating: "x", count: 200_000)
    let server = try LoopbackServer { request in
      request[header: "if-none-match"] == nil
        ? .ok(large, headers: ["Cache-Control": "max-age=0", "ETag": "\"1\""])
        : Self.notModified(["ETag": "\"1\""])
    }
    _ = try fetch(server)
    _ = try req.sandbox.shell("rm -r \"$XDG_CACHE_HOME\"/wireline/http/??")

    let second = try fetch(server)

    #expect(second["status"]?.integer == 200)
    #expect(second["bytes"]?.integer == large.utf8.count)
    #expect(second["body"]?.string == large)
  }
}
