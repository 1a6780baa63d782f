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
