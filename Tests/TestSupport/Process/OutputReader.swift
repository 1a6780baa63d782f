import Glibc

/// Takes what comes out of a pipe in a thread of its own, so that no full pipe stops the tool.
final class OutputReader: Sendable {
  struct Collected: Sendable {
    var bytes: [UInt8] = []
    var total = 0
    var lines = 0
    var isAtEnd = false
  }

  /// How much of a counted output is kept.
  private static let keptTail = 1 << 16
  private let collected: Monitor<Collected>

  /// Reads `descriptor` to its end and closes it.
  ///
  /// - Parameter start: what was read of it before.
  init(_ descriptor: Int32, as output: ToolOutput, after start: [UInt8] = []) throws {
    let lines = start.count { $0 == UInt8(ascii: "\n") }
    let collected = Monitor(Collected(bytes: start, total: start.count, lines: lines))
    self.collected = collected
    try BackgroundThread.start {
      Self.read(descriptor, as: output, into: collected)
      close(descriptor)
      collected.withLock { $0.isAtEnd = true }
    }
  }

  /// All that came.
  ///
  /// - Parameter limit: how long to wait for the end of it.
  /// - Returns: what there is, and whether it is all.
  func finish(within limit: Duration) -> Collected {
    _ = collected.wait(within: limit) { $0.isAtEnd }
    return collected.withLock { $0 }
  }

  private static func read(
    _ descriptor: Int32, as output: ToolOutput, into collected: Monitor<Collected>
  ) {
    var size = 1 << 16
    if case .slow(let bytes, _) = output { size = bytes }
    while true {
      let chunk = Descriptor.read(descriptor, upTo: size)
      if chunk.isEmpty { return }
      let goesOn = collected.withLock { take(chunk, as: output, into: &$0) }
      if !goesOn { return }
      if case .slow(_, let pause) = output { _ = Descriptor.wait(-1, within: pause) }
    }
  }

  private static func take(
    _ chunk: [UInt8], as output: ToolOutput, into collected: inout Collected
  ) -> Bool {
    collected.total += chunk.count
    collected.lines += chunk.count { $0 == UInt8(ascii: "\n") }
    collected.bytes += chunk
    if case .counted = output, collected.bytes.count > 4 * keptTail {
      collected.bytes.removeFirst(collected.bytes.count - keptTail)
    }
    if case .firstLine = output { return collected.lines == 0 }
    return true
  }
}
