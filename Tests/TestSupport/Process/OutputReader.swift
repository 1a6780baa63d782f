import Glibc

/// Reads a pipe on its own thread, so that a full pipe does not block the tool.
final class OutputReader: Sendable {
  struct Collected: Sendable {
    var bytes: [UInt8] = []
    var total = 0
    var lines = 0
    var isAtEnd = false
  }

  /// The number of bytes retained of a counted output.
  private static let tailBytes = 1 << 16
  private let collected: Monitor<Collected>

  /// Reads a descriptor to its end and closes it.
  ///
  /// - Parameter start: the bytes already read from it.
  init(_ descriptor: Int32, as output: ToolOutput, after start: [UInt8] = []) throws {
    let collected = Monitor(
      Collected(bytes: start, total: start.count, lines: start.lineFeedCount))
    self.collected = collected
    try BackgroundThread.start {
      Self.read(descriptor, as: output, into: collected)
      close(descriptor)
      collected.withLock { $0.isAtEnd = true }
    }
  }

  /// Waits for the end of the output, and returns the bytes read.
  func finish() -> Collected {
    _ = collected.wait { $0.isAtEnd }
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
      let continues = collected.withLock { append(chunk, as: output, to: &$0) }
      if !continues { return }
      if case .slow(_, let pause) = output { _ = Descriptor.wait(-1, within: pause) }
    }
  }

  /// - Returns: whether to continue reading.
  private static func append(
    _ chunk: [UInt8], as output: ToolOutput, to collected: inout Collected
  ) -> Bool {
    collected.total += chunk.count
    collected.lines += chunk.lineFeedCount
    collected.bytes += chunk
    if case .counted = output, collected.bytes.count > 4 * tailBytes {
      collected.bytes.removeFirst(collected.bytes.count - tailBytes)
    }
    if case .firstLine = output { return collected.lines == 0 }
    return true
  }
}
