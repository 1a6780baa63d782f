internal import Crypto
internal import Glibc

/// Reads a journal piece by piece: of a line only its head is kept, whatever
/// its length.
struct JournalScanner {
  /// The end of the last line that is as it was written.
  private(set) var soundEnd: Int
  /// Lines that are not, as far as a sound one comes after them.
  private(set) var skippedLines = 0
  /// The same after the last sound one.
  private var damagedLines = 0
  /// Where the line that is being read begins.
  private var start: Int
  private var position: Int
  private var head: [UInt8] = []
  private var hash = SHA256()

  /// - Parameter offset: of the first line.
  init(offset: Int) {
    start = offset
    position = offset
    soundEnd = offset
    head.reserveCapacity(JournalLine.headBytes)
  }

  /// Takes the next piece.
  ///
  /// - Parameter body: takes each sound line that ends in the piece, and says
  ///   whether it means anything.
  mutating func feed(_ piece: UnsafeRawBufferPointer, _ body: (JournalLine, _ offset: Int) -> Bool)
  {
    var rest = piece
    while let base = rest.baseAddress, !rest.isEmpty {
      let end = memchr(base, 0x0A, rest.count).map { UnsafeRawPointer($0) - base }
      take(UnsafeRawBufferPointer(rebasing: rest[..<(end ?? rest.count)]))
      guard let end else { return }
      position += 1
      finish(body)
      rest = UnsafeRawBufferPointer(rebasing: rest[(end + 1)...])
    }
  }

  /// A part of a line.
  private mutating func take(_ part: UnsafeRawBufferPointer) {
    let hashed = max(0, JournalLine.checkBytes - (position - start))
    position += part.count
    if head.count < JournalLine.headBytes {
      head.append(contentsOf: part.prefix(JournalLine.headBytes - head.count))
    }
    if hashed < part.count {
      hash.update(bufferPointer: UnsafeRawBufferPointer(rebasing: part[hashed...]))
    }
  }

  private mutating func finish(_ body: (JournalLine, Int) -> Bool) {
    if let line = JournalLine(head: head, digest: hash.finalize()) {
      skippedLines += damagedLines
      damagedLines = 0
      soundEnd = position
      // A sound line that means nothing to this version.
      if !body(line, start) { skippedLines += 1 }
    } else {
      damagedLines += 1
    }
    start = position
    head.removeAll(keepingCapacity: true)
    hash = SHA256()
  }
}
