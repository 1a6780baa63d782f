import Glibc

/// The standard input of a tool.
package enum ToolInput: Sendable, ExpressibleByStringLiteral {
  /// `/dev/null`.
  case empty
  /// Descriptor 0 is closed.
  case closed
  /// A pipe that stays open without data: a tool that reads it hangs.
  case silent
  /// A pipe with these bytes.
  case bytes([UInt8])
  /// The path of a file.
  case file(String)
  /// A pipe with `count` chunks, numbered from 1 and generated one at a time to save memory.
  case generated(count: Int, @Sendable (Int) -> [UInt8])

  package init(stringLiteral value: String) { self = .text(value) }

  package static func text(_ text: String) -> ToolInput { .bytes(Array(text.utf8)) }

  /// A pipe with these lines, to which line feeds are added.
  package static func lines(_ lines: [String]) -> ToolInput {
    .text(lines.map { $0 + "\n" }.joined())
  }

  /// Writes the input to a pipe. Stops if the reader exits.
  func feed(_ descriptor: Int32) {
    switch self {
    case .bytes(let bytes): _ = Descriptor.write(descriptor, bytes)
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
