import Testing

@testable import WirelineCore

@Suite struct RunStatusTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let run: RunStatus
    let status: ExitStatus
    var outcome = PipeOutcome()

    init(
      _ name: String, _ tolerance: FailureTolerance, _ shape: RunShape, _ status: ExitStatus,
      failed: Int = 0, of items: Int = 1, with failure: ExitStatus = .httpStatus,
      signal: Int32? = nil, isPostponed: Bool = false,
      _ change: (inout PipeOutcome) -> Void = { _ in }
    ) {
      testDescription = name
      run = RunStatus(shape: shape, tolerance: tolerance, signal: signal)
      self.status = status
      outcome.items = items
      outcome.isPostponed = isPostponed
      if failed > 0 {
        outcome.failures[.httpStatus] = failed
        outcome.firstFailure = ItemFailure(code: .httpStatus, status: failure, message: "")
      }
      change(&outcome)
    }
  }

  static let cases = [
    Case("nothing happened", .none, .stream, .success, of: 0),
    Case("all succeeded", .none, .stream, .success, of: 2),
    Case("a single item failed", .none, .single, .timedOut, failed: 1, with: .timedOut),
    Case("the only line failed", .none, .stream, .failure, failed: 1, with: .timedOut),
    Case("some failed", .none, .stream, .failure, failed: 1, of: 3),
    Case("found nothing", .none, .single, .failure) { $0.found = 0 },
    Case("found nothing in a stream", .none, .stream, .success) { $0.found = 0 },
    Case("found something", .none, .single, .success) { $0.found = 3 },
    Case("failed without results", .none, .single, .unauthorized, failed: 1, with: .unauthorized) {
      $0.found = 0
    },
    Case("could not read", .none, .stream, .cannotRead, failed: 1) {
      $0.readFailure = ReadError(code: 5)
    },
    Case("the reader exited", .none, .stream, .success, failed: 1) { $0.isClosed = true },
    Case("the reader exited and the disk is full", .none, .stream, .cannotWrite) {
      $0.isClosed = true
      $0.writeFailure = WriteError(code: 28)
    },
    Case("interrupted", .none, .stream, .interrupted, failed: 1, signal: 2),
    Case("terminated after a fatal error", .none, .single, .terminated, signal: 15) {
      $0.readFailure = ReadError(code: 5)
    },
  ]

  static let tolerated = [
    Case("any number", .all, .stream, .success, failed: 7, of: 7),
    Case("as many as tolerated", .count(2), .stream, .success, failed: 2, of: 9),
    Case("one more than tolerated", .count(2), .stream, .failure, failed: 3, of: 9),
    Case("no items", .count(0), .stream, .success, of: 0),
    Case("one failed, 0 tolerated", .count(0), .stream, .failure, failed: 1, of: 9),
    Case("exactly the share", .share(millionths: 50_000), .stream, .success, failed: 5, of: 100),
    Case("above the share", .share(millionths: 50_000), .stream, .failure, failed: 5, of: 99),
    Case("share of no items", .share(millionths: 0), .stream, .success, of: 0),
    Case("tolerated single item", .all, .single, .success, failed: 1),
    Case("a single item has its own status", .count(0), .single, .httpStatus, failed: 1),
    Case("found nothing", .count(0), .single, .success) { $0.found = 0 },
    Case("the disk is full", .all, .stream, .cannotWrite, failed: 1) {
      $0.writeFailure = WriteError(code: 28)
    },
    Case("interrupted", .all, .stream, .terminated, signal: 15),
    Case("quota spent", .all, .stream, .tryLater, failed: 1, isPostponed: true),
    Case(
      "quota spent without a tolerance", .none, .stream, .tryLater, failed: 1, isPostponed: true),
    Case("the reader exited", .count(0), .stream, .success, failed: 1, isPostponed: true) {
      $0.isClosed = true
    },
    Case(
      "items of other shards do not count", .share(millionths: 500_000), .stream, .failure,
      failed: 2, of: 9
    ) { $0.outcomes = ["other_shard": 4, "skipped": 2] },
  ]

  @Test(arguments: cases + tolerated)
  func decidesStatus(_ test: Case) {
    #expect(test.run.status(of: test.outcome) == test.status)
  }
}
