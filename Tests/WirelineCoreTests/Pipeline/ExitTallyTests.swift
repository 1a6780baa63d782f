import Testing
import WirelineCore

@Suite struct ExitTallyTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let shape: ExitTally.Shape
    let status: ExitStatus
    let events: @Sendable (inout ExitTally) -> Void
    var testDescription: String { name }

    init(
      _ name: String, _ shape: ExitTally.Shape, _ status: ExitStatus,
      _ events: @escaping @Sendable (inout ExitTally) -> Void
    ) {
      self.name = name
      self.shape = shape
      self.status = status
      self.events = events
    }
  }

  static let cases = [
    Case("nothing happened", .stream, .success) { _ in },
    Case("all good", .stream, .success) {
      $0.succeed(); $0.succeed()
    },
    Case("single failed", .single, .nameNotResolved) { $0.fail(.nameNotResolved) },
    Case("the only line of a stream failed", .stream, .failure) { $0.fail(.nameNotResolved) },
    Case("some failed", .stream, .failure) {
      $0.succeed(); $0.fail(.timedOut); $0.succeed()
    },
    Case("a single's first failure counts", .single, .timedOut) {
      $0.fail(.timedOut)
      $0.fail(.httpStatus)
    },
    Case("nothing found", .single, .failure) {
      $0.succeed(); $0.find(0)
    },
    Case("nothing found in a stream", .stream, .failure) {
      $0.find(0); $0.find(0)
    },
    Case("something found", .stream, .success) {
      $0.find(0); $0.find(3); $0.find(0)
    },
    Case("nobody looked", .stream, .success) { $0.succeed() },
    Case("a failure tells more than nothing found", .single, .unauthorized) {
      $0.find(0)
      $0.fail(.unauthorized)
    },
    Case("could not go on", .stream, .cannotRead) {
      $0.fail(.timedOut)
      $0.stop(.cannotRead)
      $0.stop(.cannotWrite)
    },
    Case("the reader left", .stream, .success) {
      $0.fail(.timedOut); $0.closeOutput()
    },
    Case("the reader left and the disk is full", .stream, .cannotWrite) {
      $0.closeOutput()
      $0.stop(.cannotWrite)
    },
    Case("interrupted", .stream, .interrupted) {
      $0.fail(.timedOut); $0.interrupt(signal: 2)
    },
    Case("the first signal counts", .single, .terminated) {
      $0.stop(.cannotRead)
      $0.interrupt(signal: 15)
      $0.interrupt(signal: 2)
    },
  ]

  @Test(arguments: cases)
  func theStatusIsDecidedAtTheEnd(_ run: Case) {
    var tally = ExitTally(run.shape)

    run.events(&tally)

    #expect(tally.status == run.status)
  }

  struct Tolerated: Sendable, CustomTestStringConvertible {
    let tolerance: FailureTolerance
    let shape: ExitTally.Shape
    let status: ExitStatus
    let events: @Sendable (inout ExitTally) -> Void
    let testDescription: String

    init(
      _ name: String, _ tolerance: FailureTolerance, _ shape: ExitTally.Shape,
      _ status: ExitStatus, _ events: @escaping @Sendable (inout ExitTally) -> Void
    ) {
      testDescription = name
      self.tolerance = tolerance
      self.shape = shape
      self.status = status
      self.events = events
    }
  }

  private static func fail(_ count: Int, of items: Int) -> @Sendable (inout ExitTally) -> Void {
    { $0.count(items: items, failures: count, first: count > 0 ? .httpStatus : nil) }
  }

  static let tolerated = [
    Tolerated("any number", .all, .stream, .success, fail(7, of: 7)),
    Tolerated("as many as tolerated", .count(2), .stream, .success, fail(2, of: 9)),
    Tolerated("one more than tolerated", .count(2), .stream, .failure, fail(3, of: 9)),
    Tolerated("none failed of none", .count(0), .stream, .success, fail(0, of: 0)),
    Tolerated("one failed where 0 may", .count(0), .stream, .failure, fail(1, of: 9)),
    Tolerated("exactly the share", .share(millionths: 50_000), .stream, .success, fail(5, of: 100)),
    Tolerated("above the share", .share(millionths: 50_000), .stream, .failure, fail(5, of: 99)),
    Tolerated("a share of nothing", .share(millionths: 0), .stream, .success, fail(0, of: 0)),
    Tolerated("all of them", .share(millionths: 1_000_000), .stream, .success, fail(3, of: 3)),
    Tolerated("a single that failed", .all, .single, .success, fail(1, of: 1)),
    Tolerated("a single has its own status", .count(0), .single, .httpStatus, fail(1, of: 1)),
    Tolerated("one after the other", .count(1), .stream, .failure) {
      $0.fail(.timedOut)
      $0.succeed()
      $0.fail(.httpStatus)
    },
    Tolerated("nothing found", .count(0), .single, .success) {
      $0.succeed(); $0.find(0)
    },
    Tolerated("nothing found, and no tolerance", .none, .single, .failure) {
      $0.succeed(); $0.find(0)
    },
    Tolerated("the input broke off", .all, .stream, .cannotRead) { $0.stop(.cannotRead) },
    Tolerated("the disk is full", .all, .stream, .cannotWrite) {
      $0.fail(.timedOut)
      $0.stop(.cannotWrite)
    },
    Tolerated("a fault of our own", .all, .stream, .internalFault) { $0.stop(.internalFault) },
    Tolerated("interrupted", .all, .stream, .terminated) { $0.interrupt(signal: 15) },
    Tolerated("the quota is spent", .all, .stream, .tryLater) {
      $0.fail(.tryLater)
      $0.postpone()
    },
    Tolerated("the quota is spent, and nothing is left", .all, .stream, .success) {
      $0.succeed(); $0.postpone()
    },
    Tolerated("the quota is spent without a tolerance", .none, .stream, .tryLater) {
      $0.fail(.httpStatus)
      $0.postpone()
    },
    Tolerated("the reader left", .count(0), .stream, .success) {
      $0.fail(.timedOut)
      $0.postpone()
      $0.closeOutput()
    },
  ]

  @Test(arguments: tolerated)
  func toleratesFailuresOfItemsOnly(_ run: Tolerated) {
    var tally = ExitTally(run.shape, tolerance: run.tolerance)

    run.events(&tally)

    #expect(tally.status == run.status)
  }

  @Test func itemsAndFailuresAreCounted() {
    var tally = ExitTally(.stream)

    tally.succeed()
    tally.fail(ErrorRecord(code: .dns, message: "", tool: "req"))

    #expect((tally.items, tally.failures) == (2, 1))
  }

  @Test(
    arguments: zip(
      [(0, false), (1, false), (2, false), (0, true), (1, true)],
      [
        ExitTally.Shape.single, .single, .stream, .stream, .stream,
      ]))
  func aSingleIsOneItemWithoutAStream(input: (Int, Bool), shape: ExitTally.Shape) {
    #expect(ExitTally.Shape(operands: input.0, readsInput: input.1) == shape)
  }
}
