import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineRequests
@testable import WirelineYelp

/// Commands that send nothing: `parse` and `quota`.
@Suite struct LocalCommandTests {
  private let session: QuerySession

  init() throws { session = try QuerySession() }

  private func parse(
    _ input: String, isEnvelope: Bool = false
  ) async throws -> QuerySession.Outcome {
    let parser = ResponseParser(
      .search, isEnvelope: isEnvelope, dates: nil,
      files: try FileAccessOptions().files(maximumBytes: nil))
    return try await session.outcome(CommonOptions(), input) { context, _ in
      try await parser.run(context, RecordOptions())
    }
  }

  private static let response =
    #"{"ref":5,"url":"http://h/x","status":200,"json":{"businesses":[{"id":"a"},{"id":"b"}]}}"#

  @Test func parsesResponseRecords() async throws {
    let run = try await parse(Self.response)

    #expect(run.status == .success)
    #expect(run.records("ref", "rank", "id") == [#"5 1 "a""#, #"5 2 "b""#])
  }

  @Test func printsEnvelopes() async throws {
    let run = try await parse(Self.response, isEnvelope: true)

    #expect(run.records("ref") == ["5"])
    #expect(run.output.contains(#"[{"id":"a"},{"id":"b"}]"#))
  }

  @Test(arguments: [
    ("[]", "invalid_input"),
    (#"{"status":200,"json":{"businesses":7}}"#, "decode"),
    (#"{"status":401,"json":{}}"#, "unauthorized"),
  ])
  func reportsInvalidResponses(record: String, code: String) async throws {
    let run = try await parse(record)

    #expect(run.records("error.code") == ["\"\(code)\""])
  }

  private func quota() async throws -> QuerySession.Outcome {
    try await session.outcome(CommonOptions(), "") { context, _ in
      try QuotaPrinter(ServerOptions()) { QuerySession.now }.run(context)
    }
  }

  @Test func printsTheStoredQuota() async throws {
    let environment = session.environment
    let folder = try YelpQuotaStore.folder(Directories { environment[$0] })
    let store = YelpQuotaStore(folder: folder, host: "api.yelp.com", key: QuerySession.key) {
      QuerySession.now - 60
    }
    _ = store.admit(reserve: 0)
    store.note(["RateLimit-DailyLimit": "300", "RateLimit-Remaining": "42"], status: 200)

    let run = try await quota()

    #expect(run.status == .success)
    #expect(run.records("daily_limit", "remaining", "age_s") == ["300 42 60"])
  }

  @Test func reportsAnUnknownQuota() async throws {
    let run = try await quota()

    #expect(run.status == .failure && run.output.isEmpty)
    #expect(run.messages.contains("error: no quota information for this key yet\n"))
  }
}
