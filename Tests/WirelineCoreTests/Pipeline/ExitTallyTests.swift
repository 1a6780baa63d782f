import Testing

@testable import WirelineCore

@Suite struct ExitTallyTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let tolerance: FailureTolerance
    let shape: ExitTally.Shape
    let status: ExitStatus
    let change: @Sendable (inout ExitTally) -> Void
    let testDescription: String

    init(
      _ name: String, _ tolerance: FailureTolerance, _ shape: ExitTally.Shape,
      _ status: ExitStatus, _ change: @escaping @Sendable (inout ExitTally) -> Void
    ) {
      testDescription = name
      self.tolerance = tolerance
      self.shape = shape
      self.status = status
      self.change = change
    }
  }

  private static func fail(
    _ count: Int, of items: Int, _ status: ExitStatus = .httpStatus
  ) -> @Sendable (inout ExitTally) -> Void {
    { tally in
      tally.items = items
      tally.failures = count
      tally.firstFailure = count > 0 ? status : nil
    }
  }

  static let cases = [
    Case("nothing happened", .none, .stream, .success) { _ in },
    Case("all succeeded", .none, .stream, .success, fail(0, of: 2)),
    Case(
      "a single item failed", .none, .single, .nameNotResolved, fail(1, of: 1, .nameNotResolved)),
    Case("the only line failed", .none, .stream, .failure, fail(1, of: 1, .nameNotResolved)),
    Case("some failed", .none, .stream, .failure, fail(1, of: 3, .timedOut)),
    Case("found nothing", .none, .single, .failure) { $0.found = 0 },
    Case("found nothing in a stream", .none, .stream, .failure) { $0.found = 0 },
    Case("found something", .none, .stream, .success) { $0.found = 3 },
    Case("failure takes precedence over no results", .none, .single, .unauthorized) {
      fail(1, of: 1, .unauthorized)(&$0)
      $0.found = 0
    },
    Case("could not continue", .none, .stream, .cannotRead) {
      fail(1, of: 1, .timedOut)(&$0)
      $0.fatal = .cannotRead
    },
    Case("the reader exited", .none, .stream, .success) {
      fail(1, of: 1)(&$0)
      $0.isOutputClosed = true
    },
    Case("the reader exited and the disk is full", .none, .stream, .cannotWrite) {
      $0.isOutputClosed = true
      $0.fatal = .cannotWrite
    },
    Case("interrupted", .none, .stream, .interrupted) {
      fail(1, of: 1)(&$0)
      $0.signal = 2
    },
    Case("terminated after a fatal error", .none, .single, .terminated) {
      $0.fatal = .cannotRead
      $0.signal = 15
    },
  ]

  static let tolerated = [
    Case("any number", .all, .stream, .success, fail(7, of: 7)),
    Case("as many as tolerated", .count(2), .stream, .success, fail(2, of: 9)),
    Case("one more than tolerated", .count(2), .stream, .failure, fail(3, of: 9)),
    Case("no items", .count(0), .stream, .success, fail(0, of: 0)),
    Case("one failed, 0 tolerated", .count(0), .stream, .failure, fail(1, of: 9)),
    Case("exactly the share", .share(millionths: 50_000), .stream, .success, fail(5, of: 100)),
    Case("above the share", .share(millionths: 50_000), .stream, .failure, fail(5, of: 99)),
    Case("share of no items", .share(millionths: 0), .stream, .success, fail(0, of: 0)),
    Case("all of them", .share(millionths: 1_000_000), .stream, .success, fail(3, of: 3)),
    Case("tolerated single item", .all, .single, .success, fail(1, of: 1)),
    Case("a single item has its own status", .count(0), .single, .httpStatus, fail(1, of: 1)),
    Case("found nothing", .count(0), .single, .success) {
      $0.items = 1
      $0.found = 0
    },
    Case("cannot read the input", .all, .stream, .cannotRead) { $0.fatal = .cannotRead },
    Case("the disk is full", .all, .stream, .cannotWrite) {
      fail(1, of: 1)(&$0)
      $0.fatal = .cannotWrite
    },
    Case("internal error", .all, .stream, .internalError) { $0.fatal = .internalError },
    Case("interrupted", .all, .stream, .terminated) { $0.signal = 15 },
    Case("quota spent", .all, .stream, .tryLater) {
      fail(1, of: 1, .tryLater)(&$0)
      $0.isPostponed = true
    },
    Case("quota spent, but nothing failed", .all, .stream, .success) {
      fail(0, of: 1)(&$0)
      $0.isPostponed = true
    },
    Case("quota spent without a tolerance", .none, .stream, .tryLater) {
      fail(1, of: 1)(&$0)
      $0.isPostponed = true
    },
    Case("the reader exited", .count(0), .stream, .success) {
      fail(1, of: 1)(&$0)
      $0.isPostponed = true
      $0.isOutputClosed = true
    },
  ]

  @Test(arguments: cases + tolerated)
  func decidesStatus(_ run: Case) {
    var tally = ExitTally(run.shape, tolerance: run.tolerance)

    run.change(&tally)

    #expect(tally.status == run.status)
  }

  @Test(
    arguments: zip(
      [(0, false), (1, false), (2, false), (0, true), (1, true)],
      [
        ExitTally.Shape.single, .single, .stream, .stream, .stream,
      ]))
  func oneOperandIsSingle(input: (Int, Bool), shape: ExitTally.Shape) {
    #expect(ExitTally.Shape(operands: input.0, readsInput: input.1) == shape)
  }
}
