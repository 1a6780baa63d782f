import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineRequests
@testable import WirelineYelp

@Suite struct QueryRunnerTests {
  private let session: QuerySession

  init() throws { session = try QuerySession() }

  /// A page of businesses with the identifiers from `first`.
  private static func page(_ range: Range<Int>, total: Int) -> MemoryExecutor.Reply {
    let businesses = range.map { #"{"id":"b\#($0)"}"# }.joined(separator: ",")
    return (200, #"{"businesses":[\#(businesses)],"total":\#(total)}"#)
  }

  @Test func queriesEachRecordOfTheInput() async throws {
    let executor = MemoryExecutor { request in
      (200, #"{"id":"\#(request.url.path.split(separator: "/").last ?? "")"}"#)
    }

    let run = try await session.run(
      .business, "--copy", "note", input: #"{"id":"a","note":1}"# + "\n" + #"{"id":"b"}"#,
      executor: executor)

    #expect(run.status == .success)
    #expect(executor.paths.sorted() == ["/businesses/a", "/businesses/b"])
    #expect(run.records("id", "note") == [#""a" 1"#, #""b" -"#])
  }

  static let repeats: [([String], String, [String])] = [
    ([], "1.5,2.5\n-33,151\n", ["1", "1"]),
    ([], "Paris\nRome\n", ["1", "1", "2", "2"]),
    (["--unique"], "Paris\nRome\n", ["1", "1"]),
    (["--no-unique"], "1.5,2.5\n-33,151\n", ["1", "1", "2", "2"]),
    (["--envelope"], "1.5,2.5\n-33,151\n", ["1", "2"]),
  ]

  @Test(arguments: repeats)
  func printsResultsNearCoordinatesOnce(
    words: [String], input: String, references: [String]
  ) async throws {
    let executor = MemoryExecutor { _ in Self.page(0..<2, total: 2) }

    let run = try await session.run(.search, words, input: input, executor: executor)

    #expect(run.status == .success && executor.paths.count == 2)
    #expect(run.records("ref") == references)
  }

  @Test func keepsTheRanksOfResultsAfterARepeatedOne() async throws {
    let executor = MemoryExecutor { request in
      request.url.text.contains("latitude=1")
        ? Self.page(0..<2, total: 2) : Self.page(1..<4, total: 3)
    }

    let run = try await session.run(
      .search, "--jobs", "1", input: "1.5,2.5\n2.5,2.5\n", executor: executor)

    #expect(
      run.records("ref", "rank", "id")
        == [#"1 1 "b0""#, #"1 2 "b1""#, #"2 2 "b2""#, #"2 3 "b3""#])
  }

  @Test func printsRepeatedBusinessesInEnvelopesOnceOnRequest() async throws {
    let executor = MemoryExecutor { _ in Self.page(0..<2, total: 2) }

    let run = try await session.run(
      .search, "--envelope", "--unique", input: "Paris\nRome\n", executor: executor)

    #expect(run.records("total", "results") == [#"2 [{"id":"b0"},{"id":"b1"}]"#, "2 []"])
  }

  @Test func remembersABoundedNumberOfResults() throws {
    let printed = PrintedResults(capacity: 100)
    let result = { (id: Int) in try JSONView.parse(Array(#"{"id":"\#(id)"}"#.utf8)) }

    for id in 0..<1000 { #expect(printed.insert(try result(id))) }
    for id in 900..<1000 { #expect(!printed.insert(try result(id))) }
    #expect(printed.insert(try result(0)), "forgotten")
    #expect(printed.repeats == 100)
    let unnamed = try JSONView.parse(Array("{}".utf8))
    #expect(printed.insert(unnamed) && printed.insert(unnamed))
  }

  @Test func reportsInvalidItemsAndContinues() async throws {
    let executor = MemoryExecutor { _ in Self.page(0..<1, total: 1) }

    let run = try await session.run(
      .phone, input: #"{"phone":"12"}"# + "\n" + #"{"phone":"+33142685300"}"#,
      executor: executor)

    #expect(run.records("ref", "error.code", "id") == [#"1 "invalid_input" -"#, #"2 - "b0""#])
    #expect(executor.paths.count == 1)
  }

  @Test func warnsIfTheAPIReturnsFewerResultsThanItReports() async throws {
    let executor = MemoryExecutor { request in
      request.url.text.contains("offset=")
        ? Self.page(0..<0, total: 90) : Self.page(0..<50, total: 90)
    }

    let run = try await session.run(
      .search, "--location", "Paris", "--all", "--envelope", executor: executor)

    #expect(run.records("truncated", "total") == ["true 90"])
    #expect(
      run.messages.hasPrefix("yelp-query: warning: the API returned only 50 of 90 results\n"))
    #expect(run.messages.contains("hint: split the search by --price"))
  }

  @Test func convertsTimes() async throws {
    let executor = MemoryExecutor { _ in
      (200, #"{"reviews":[{"id":"r","time_created":"2026-01-01 00:00:00"}]}"#)
    }

    let run = try await session.run(.reviews, "x", "--dates", "unix", executor: executor)

    #expect(run.records("time_created") == ["1767225600"])
  }

  @Test func reportsAnEventLogThatCannotBeWritten() async throws {
    await #expect(throws: UsageError.self) {
      try await session.run(.search, "Paris", "--event-log", "/dev/full")
    }
  }
}
