import Glibc

/// What a tool finds on its standard input.
package enum ToolInput: Sendable, ExpressibleByStringLiteral {
  /// `/dev/null`: at its end at once.
  case empty
  /// No descriptor 0 at all.
  case closed
  /// A pipe that stays open and never says anything: a tool that reads it hangs.
  case silent
  /// A pipe with these bytes, then its end.
  case bytes([UInt8])
  /// A file, opened for reading.
  case file(String)
  /// A pipe fed these chunks with a pause after each.
  case slow([[UInt8]], every: Duration)
  /// A pipe fed `count` chunks, made one after the other so that they need no memory; from 1.
  case generated(count: Int, @Sendable (Int) -> [UInt8])

  package init(stringLiteral value: String) { self = .text(value) }

  /// A pipe with this text, then its end.
  package static func text(_ text: String) -> ToolInput { .bytes(Array(text.utf8)) }

  /// A pipe with these lines, each ended by a line feed.
  package static func lines(_ lines: [String]) -> ToolInput {
    .text(lines.map { $0 + "\n" }.joined())
  }

  /// Writes all there is to a pipe; ends early if the reader goes.
  func feed(_ descriptor: Int32) {
    switch self {
    case .bytes(let bytes): _ = Descriptor.write(descriptor, bytes)
    case .slow(let chunks, let pause):
      for chunk in chunks {
        guard Descriptor.write(descriptor, chunk) else { return }
        // A wait on no descriptor: the time is part of what is fed.
        _ = Descriptor.wait(-1, within: pause)
      }
    case .generated(let count, let make): Self.feed(descriptor, count: count, make)
    case .empty, .closed, .silent, .file: break
    }
  }

  private static func feed(_ descriptor: Int32, count: Int, _ make: (Int) -> [UInt8]) {
    var batch: [UInt8] = []
    for number in 1...max(1, count) where number <= count {
      batch += make(number)
      if batch.count >= 1 << 16 {
        guard Descriptor.write(descriptor, batch) else { return }
        batch.removeAll(keepingCapacity: true)
      }
    }
    _ = Descriptor.write(descriptor, batch)
  }
}
