import Glibc
import Synchronization
import TestSupport
import Testing

@testable import WirelineCore

/// The pipe without a tool: order, limits and completion.
@Suite struct RecordPipeTests {
  private final class Collected: Sendable {
    private let bytes = Mutex<[UInt8]>([])

    var lines: [String] {
      String(decoding: bytes.withLock { $0 }, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    func add(_ lines: [UInt8]) { bytes.withLock { $0 += lines } }
  }

  private typealias Write = @Sendable ([UInt8]) throws(WriteError) -> Bool

  private static func result(_ text: String, failed: Bool = false) -> ItemResult {
    ItemResult(
      PipeRecords(line: Array(text.utf8)),
      failure: failed ? ItemFailure(code: .dns, status: .failure, message: "no") : nil)
  }

  private func numbers(_ count: Int) -> String { (0..<count).map { "\($0)\n" }.joined() }

  private func run(
    _ input: String, window: Int = 1000, failureLimit: Int? = nil,
    backpressure: OutputBackpressure? = nil, write: Write? = nil,
    work: @escaping @Sendable (String, @escaping @Sendable (ItemResult) -> Void) -> Void
  ) async throws -> ([String], PipeOutcome) {
    let directory = try TemporaryDirectory()
    let file = try directory.write("in", input)
    let descriptor = open(file, O_RDONLY)
    defer { close(descriptor) }
    var options = PipeOptions()
    options.window = window
    options.failureLimit = failureLimit
    options.form.acceptsNumbers = true
    let pipe = RecordPipe(
      parser: ItemParser(tool: "t", names: [], options: options, acceptsPlainText: true),
      options: options)
    let collected = Collected()
    var output: Write = { (lines: [UInt8]) throws(WriteError) -> Bool in
      collected.add(lines)
      return true
    }
    if let write { output = write }
    let outcome = await pipe.run(
      input: .descriptor(descriptor), backpressure: backpressure, write: output,
      prepare: { item in .job { work(item.text, $0) } })
    return (collected.lines, outcome)
  }

  /// The first item ends after the last one has begun, many windows later.
  @Test func slowItemDoesNotBlockOthers() async throws {
    let input = numbers(3000)
    let first = Mutex<(@Sendable () -> Void)?>(nil)

    let (lines, _) = try await run(input, window: 100) { text, done in
      if text == "0" { return first.withLock { $0 = { done(Self.result("0")) } } }
      done(Self.result(text))
      if text == "2999" { first.withLock { $0.take() }?() }
    }

    #expect(lines == (0..<3000).map(String.init))
  }

  @Test func writesInInputOrder() async throws {
    let input = numbers(500)
    let held = Mutex<[@Sendable () -> Void]>([])

    // Groups of ten end in reverse order.
    let (lines, outcome) = try await run(input) { text, done in
      let group = held.withLock { held -> [@Sendable () -> Void] in
        held.append { done(Self.result(text)) }
        guard held.count == 10 else { return [] }
        defer { held = [] }
        return held
      }
      for end in group.reversed() { end() }
    }

    #expect(lines == (0..<500).map { "\($0)" })
    #expect(outcome.items == 500)
  }

  /// Items that need no waiting are written together until the window is full or the input idle.
  @Test func writesRecordsOfFastItemsTogether() async throws {
    let written = ThreadSemaphore()
    let count = Mutex(0)
    let output = OrderedOutput(isOrdered: true, window: 8, batchDelay: .seconds(60)) {
      (_: [UInt8]) throws(WriteError) -> Bool in
      count.withLock { $0 += 1 }
      written.signal()
      return true
    }

    DetachedThread.startOrExit {
      for number in 0..<10 {
        output.begin(isInputIdle: number == 9)
        output.complete(number, PipeRecords(line: [0x78]))
      }
    }

    for _ in 0..<2 { try #require(written.wait(atMost: .seconds(10))) }
    await output.finish()
    #expect(count.withLock { $0 } == 2)
  }

  private func part(_ text: String) -> PipeRecords { PipeRecords(line: Array(text.utf8)) }

  /// Records of unfinished items are written in the order of their items.
  @Test(arguments: [
    (true, ["a1", "a2", "a", "b1", "b2", "b", "c1", "c"]),
    (false, ["a1", "b1", "c1", "b2", "b", "a2", "a", "c"]),
  ])
  func writesPartsOfItems(isOrdered: Bool, lines: [String]) async {
    let written = Collected()
    let output = OrderedOutput(isOrdered: isOrdered, window: 8) {
      (lines: [UInt8]) throws(WriteError) -> Bool in
      written.add(lines)
      return true
    }
    for _ in 0..<3 { output.begin(isInputIdle: false) }

    for (text, item) in [("a1", 0), ("b1", 1), ("c1", 2), ("b2", 1)] {
      #expect(output.add(part(text), to: item) == .accepted)
    }
    output.complete(1, part("b"), isWorked: true)
    #expect(output.add(part("a2"), to: 0) == .accepted)
    output.complete(0, part("a"))
    output.complete(2, part("c"))
    await output.finish()

    #expect(written.lines == lines)
  }

  /// A slow reader holds back the first item; others are held in memory, up to a limit.
  @Test func boundsPartsOfItems() async throws {
    let (begun, gate) = (ThreadSemaphore(), ThreadSemaphore())
    let output = OrderedOutput(isOrdered: true, window: 8) {
      (_: [UInt8]) throws(WriteError) -> Bool in
      begun.signal()
      gate.wait()
      return false
    }
    for _ in 0..<2 { output.begin(isInputIdle: true) }
    let large = PipeRecords(bytes: OrderedOutput.maximumPartBytes) { _ in }
    #expect(output.add(large, to: 1) == .accepted)
    #expect(output.add(part("b"), to: 1) == .full)

    let accepted = Mutex(0)
    let ended = ThreadSemaphore()
    DetachedThread.startOrExit {
      while output.add(PipeRecords(line: [0x78]), to: 0) == .accepted {
        accepted.withLock { $0 += 1 }
      }
      ended.signal()
    }
    try #require(begun.wait(atMost: .seconds(10)))
    #expect(!ended.wait(atMost: .milliseconds(50)))
    #expect(accepted.withLock { $0 } <= 200)
    gate.signal()
    #expect(ended.wait(atMost: .seconds(10)))
    output.complete(0, .none)
    output.complete(1, .none)
    await output.finish()
  }

  @Test func startsAtMostWindowItems() async throws {
    typealias End = @Sendable () -> Void
    let state = Mutex((held: [End](), peak: 0))
    let input = numbers(210)

    // No item ends until seven have begun, so a smaller limit would block forever.
    let (lines, _) = try await run(input, window: 7) { text, done in
      let group = state.withLock { state -> [End] in
        state.held.append { done(Self.result(text)) }
        state.peak = max(state.peak, state.held.count)
        guard state.held.count >= 7 else { return [] }
        defer { state.held = [] }
        return state.held
      }
      if !group.isEmpty { _ = DetachedThread.start { for end in group { end() } } }
    }

    #expect(lines.count == 210)
    #expect(state.withLock { $0.peak } == 7)
  }

  @Test(arguments: [
    (0, "20", 20), (3, "5", 35), (3, "7", 37),
  ])
  func stopsAfterFailureLimit(limit: Int, failing: String, last: Int) async throws {
    let (lines, outcome) = try await run(numbers(5000), window: 8, failureLimit: limit) {
      text, done in done(Self.result(text, failed: text.hasSuffix(failing)))
    }

    #expect(outcome.isStopped)
    #expect(outcome.failureCount == limit + 1)
    #expect(outcome.firstFailure?.message == "no")
    #expect(lines == (0...last).map { "\($0)" })
  }

  @Test func releasesMemoryAfterEachWrite() async throws {
    let backpressure = OutputBackpressure()
    let record = String(repeating: "x", count: 64 * 1024)
    let input = numbers(50)
    let held = Mutex<[@Sendable () -> Void]>([])
    let holds = Mutex<[OutputBackpressure.Hold]>([])

    // The first item ends last, so all become ready together.
    let (_, outcome) = try await run(
      input, backpressure: backpressure,
      write: { (_: [UInt8]) throws(WriteError) -> Bool in
        holds.withLock { $0.append(backpressure.hold) }
        return true
      },
      work: { _, done in
        let ends = held.withLock { held in
          held.append { done(Self.result(record)) }
          return held.count == 50 ? held : []
        }
        for end in ends.reversed() { end() }
      })

    #expect(outcome.items == 50)
    let seen = holds.withLock { $0 }
    #expect(seen.count == 50)
    #expect(seen.first == .all && seen.last == .nothing)
  }

  @Test func writesBatchesLargerThanOnePiece() async throws {
    // A batch of more than the 64 KB of one write.
    let long = String(repeating: "x", count: 1000)
    let input = numbers(300)
    let (lines, _) = try await run(input) { text, done in done(Self.result(text + long)) }

    #expect(lines == (0..<300).map { "\($0)" + long })
  }
}
