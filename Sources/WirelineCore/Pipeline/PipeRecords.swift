/// An item's output lines, formatted when they are written: the thread that
/// waits for the network need not do it.
package struct PipeRecords: Sendable {
  /// About how much memory waits in here.
  package let bytes: Int
  /// How many items it is all of.
  let items: Int
  private let format: @Sendable (inout JSONWriter) -> Void

  /// - Parameters:
  ///   - bytes: about how large the lines are, for the bound on what waits.
  ///   - format: writes whole lines, each with its terminator.
  package init(bytes: Int, format: @escaping @Sendable (inout JSONWriter) -> Void) {
    self.init(bytes: bytes, items: 1, format: format)
  }

  private init(bytes: Int, items: Int, format: @escaping @Sendable (inout JSONWriter) -> Void) {
    self.bytes = bytes
    self.items = items
    self.format = format
  }

  /// One line as it stands.
  package init(line: [UInt8]) {
    self.init(bytes: line.count) { writer in
      writer.bytes += line
      writer.bytes.append(0x0A)
    }
  }

  /// Whole lines as they stand, each with its terminator.
  package init(lines: [UInt8], count: Int) {
    self.init(bytes: lines.count, items: count) { $0.bytes += lines }
  }

  /// Those of several answers to one item.
  package init(_ several: [PipeRecords]) {
    self.init(bytes: several.reduce(0) { $0 + $1.bytes }) { writer in
      for records in several { records.write(to: &writer) }
    }
  }

  /// No line at all.
  package static let none = PipeRecords(bytes: 0) { _ in }

  package func write(to writer: inout JSONWriter) { format(&writer) }
}
