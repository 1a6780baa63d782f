import Glibc

/// Reads the lines of a journal from one offset to another, in pieces.
struct JournalScanner {
  /// Damaged lines, and lines with an unknown code.
  private(set) var damagedLines = 0

  private let descriptor: Int32
  private let path: String
  private var end: Int

  private static let pieceBytes = 1 << 20
  private static let maximumLineBytes = 256 << 20

  /// - Parameter offset: the beginning of a line.
  init(_ descriptor: Int32, path: String, from offset: Int) {
    self.descriptor = descriptor
    self.path = path
    end = offset
  }

  /// Reads complete lines.
  ///
  /// - Parameters:
  ///   - limit: the length of the file.
  ///   - body: called with each intact line and its offset.
  mutating func scan(
    to limit: Int, _ body: (JournalLine, _ offset: Int) -> Void
  ) throws(FileError) {
    var buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.pieceBytes, alignment: 16)
    defer { buffer.deallocate() }
    var filled = 0
    var isOverlong = false
    while end + filled < limit {
      if filled == buffer.count {
        if buffer.count >= Self.maximumLineBytes {
          // Drops the line up to its line break.
          isOverlong = true
          end += filled
          filled = 0
        } else {
          buffer = Self.grown(buffer)
        }
      }
      let room = min(buffer.count - filled, limit - end - filled)
      let count = try FileBytes.read(
        descriptor, path, at: end + filled,
        into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled..<(filled + room)]))
      if count == 0 { return }
      let used = scanLines(
        UnsafeRawBufferPointer(rebasing: buffer[..<(filled + count)]), &isOverlong, body)
      filled += count - used
      if used > 0, filled > 0, let base = buffer.baseAddress { memmove(base, base + used, filled) }
    }
  }

  private mutating func scanLines(
    _ piece: UnsafeRawBufferPointer, _ isOverlong: inout Bool,
    _ body: (JournalLine, _ offset: Int) -> Void
  ) -> Int {
    guard let base = piece.baseAddress else { return 0 }
    var start = 0
    while let found = memchr(base + start, 0x0A, piece.count - start) {
      let next = UnsafeRawPointer(found) - base
      let line = UnsafeRawBufferPointer(rebasing: piece[start..<next])
      if !isOverlong, let line = JournalLine(line) {
        body(line, end)
      } else {
        damagedLines += 1
      }
      isOverlong = false
      end += next + 1 - start
      start = next + 1
    }
    return start
  }

  private static func grown(
    _ buffer: UnsafeMutableRawBufferPointer
  ) -> UnsafeMutableRawBufferPointer {
    let larger = UnsafeMutableRawBufferPointer.allocate(
      byteCount: 2 * buffer.count, alignment: 16)
    larger.copyMemory(from: UnsafeRawBufferPointer(buffer))
    buffer.deallocate()
    return larger
  }
}
