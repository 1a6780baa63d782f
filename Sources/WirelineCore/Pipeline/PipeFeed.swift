/// Puts items into a pipe's output, one after the other; records that only
/// pass through go together, as one. Used by the reader's thread.
struct PipeFeed {
  private let output: OrderedOutput
  private var sequence = 0
  private var passing: [UInt8] = []
  private var passingLines = 0
  private let maximumLines: Int

  /// So many bytes that pass through go together at most.
  private static let maximumBytes = 64 * 1024

  init(_ output: OrderedOutput, window: Int) {
    self.output = output
    maximumLines = max(1, window / 8)
  }

  /// Begins an item, when there is room for it; its place in the order.
  mutating func begin() -> Int {
    flush()
    return next(items: 1)
  }

  /// Hands a line on.
  ///
  /// - Parameter isUrgent: no further line is here yet.
  mutating func pass(_ line: [UInt8], isUrgent: Bool) {
    passing += line
    passing.append(0x0A)
    passingLines += 1
    if isUrgent || passingLines >= maximumLines || passing.count >= Self.maximumBytes { flush() }
  }

  mutating func flush() {
    if passing.isEmpty { return }
    let records = PipeRecords(lines: passing, count: passingLines)
    output.complete(next(items: passingLines), records)
    passing = []
    passingLines = 0
  }

  private mutating func next(items: Int) -> Int {
    output.begin(items: items)
    defer { sequence += 1 }
    return sequence
  }
}
