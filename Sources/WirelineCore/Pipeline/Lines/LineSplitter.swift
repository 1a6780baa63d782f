import Glibc

/// Splits chunks into lines, without I/O.
///
/// Lines end in LF or CR LF; the last line may lack it. A byte order mark before the first line is
/// dropped. Blank lines are counted but not delivered. Consume all lines after each `append` to
/// bound memory.
package struct LineSplitter: Sendable {
  /// The default of `--max-line`, in bytes.
  package static let defaultMaximumLineBytes = 64 << 20
  /// The maximum of one `read`; the buffer has twice this size.
  static let chunkBytes = 128 << 10

  /// The buffer; empty until there is input, because operands need none. Only the first `filled`
  /// bytes are input; the rest may be uninitialized and is never read.
  private var storage: [UInt8] = []
  private var filled = 0
  /// Whether the input has ended, so that the rest is a line.
  private var isFinished = false
  private var start = 0
  /// The position up to which no separator was found.
  private var searched = 0
  private var number = 0
  /// The number of bytes dropped of the current line, which is too long.
  private var dropped: Int?
  private var lastDropped: UInt8 = 0
  private let maximumLineBytes: Int
  private let separator: UInt8
  /// A line that `hasLine` has found.
  private var found: InputLine?

  /// - Parameters:
  ///   - maximumLineBytes: a line with more content is reported but not delivered.
  ///   - separator: the byte that ends a line.
  package init(
    maximumLineBytes: Int = defaultMaximumLineBytes, separator: UInt8 = JSONByte.lineFeed
  ) {
    self.separator = separator
    // Clamped so that sums cannot overflow.
    self.maximumLineBytes = min(max(maximumLineBytes, 0), 1 << 40)
  }

  /// Appends a chunk of input, which may end inside a line.
  package mutating func append(_ chunk: [UInt8]) {
    if chunk.isEmpty { return }
    makeRoom(for: chunk.count)
    storage.withUnsafeMutableBytes { $0[filled...].copyBytes(from: chunk) }
    filled += chunk.count
  }

  /// Appends the bytes that `read` stores in the buffer.
  ///
  /// - Parameter read: returns the number of bytes that it stored.
  /// - Returns: the result of `read`.
  package mutating func fill<Failure: Error>(
    _ read: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
  ) throws(Failure) -> Int {
    makeRoom(for: Self.chunkBytes)
    let filled = filled
    let count = try storage.withUnsafeMutableBufferPointer { all throws(Failure) in
      try read(UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: all[filled...])))
    }
    self.filled += count
    return count
  }

  /// Ends the input: the rest is the last line.
  package mutating func finish() { isFinished = true }

  /// Returns the next complete line that is not blank; nil if more input is needed, or at the end.
  package mutating func next() -> InputLine? { found.take() ?? find() }

  /// Whether `next` would return a line.
  package mutating func hasLine() -> Bool {
    if found == nil { found = find() }
    return found != nil
  }

  private mutating func find() -> InputLine? {
    // A second reference, because the closure changes other properties. It does not write to the
    // buffer, so the array is not copied.
    let storage = storage
    return storage.withUnsafeBytes { all in
      next(in: UnsafeRawBufferPointer(rebasing: all[..<filled]))
    }
  }

  /// A line is dropped when the buffer holds more of it. A byte order mark and a CR do not count as
  /// content.
  private var maximumHeldBytes: Int { maximumLineBytes + 4 }

  /// Whether the current line is too long, and its bytes are dropped.
  package var isDropping: Bool { dropped != nil }

  /// The size of the buffer; with short lines it stays at 256 KB.
  package var bufferBytes: Int { storage.count }

  /// Moves unconsumed bytes to the front, and grows the buffer only for a line that does not fit.
  private mutating func makeRoom(for count: Int) {
    let held = start..<filled
    let needed = held.count + count
    let isOversized = storage.count > 8 * Self.chunkBytes && needed <= 2 * Self.chunkBytes
    if !isOversized, storage.count - filled >= count { return }
    if isOversized || needed > storage.count {
      // Doubles the buffer, the last time to the size that the longest line needs: pages are
      // touched only when input reaches them, and the largest buffer is never copied.
      let longest = maximumHeldBytes + count
      let grown = 4 * held.count < longest ? 2 * held.count : longest
      storage = Self.copy(storage[held], capacity: max(needed, grown, 2 * Self.chunkBytes))
    } else {
      storage.withUnsafeMutableBytes { all in
        guard let base = all.baseAddress, !held.isEmpty else { return }
        // Not memcpy(3), because the ranges may overlap.
        memmove(base, base + held.lowerBound, held.count)
      }
    }
    searched -= start
    start = 0
    filled = held.count
  }

  /// Leaves the rest uninitialized, because pages that no input reaches cost no memory. The array
  /// counts it as initialized, which is allowed as long as no byte of it is read.
  private static func copy(_ held: ArraySlice<UInt8>, capacity: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: capacity) { room, initialized in
      _ = room.initialize(from: held)
      initialized = capacity
    }
  }

  /// Returns the next line that is not blank, or nil if more input is needed.
  @inline(__always)
  private mutating func next(in bytes: UnsafeRawBufferPointer) -> InputLine? {
    while let end = findSeparator(in: bytes) {
      if let line = finishLine(at: end, next: end &+ 1, in: bytes) { return line }
    }
    if isFinished {
      guard start < bytes.count || dropped != nil else { return nil }
      return finishLine(at: bytes.count, next: bytes.count, in: bytes)
    }
    dropOverlong(bytes)
    return nil
  }

  @inline(__always)
  private mutating func findSeparator(in bytes: UnsafeRawBufferPointer) -> Int? {
    guard searched < bytes.count, let base = bytes.baseAddress else { return nil }
    guard let found = memchr(base + searched, Int32(separator), bytes.count &- searched) else {
      searched = bytes.count
      return nil
    }
    return UnsafeRawPointer(found) - base
  }

  /// - Returns: the line; nil if it is blank.
  @inline(__always)
  private mutating func finishLine(
    at end: Int, next: Int, in bytes: UnsafeRawBufferPointer
  ) -> InputLine? {
    let first = start
    number &+= 1
    start = next
    searched = next
    if dropped != nil { return finishOverlong(first..<end, in: bytes) }
    let content = content(of: first..<end, in: bytes)
    if content.count > maximumLineBytes {
      return InputLine(number: number, bytes: [], length: content.count)
    }
    if isBlank(content, in: bytes) { return nil }
    let line = UnsafeRawBufferPointer(rebasing: bytes[content])
    return InputLine(number: number, bytes: Array(line), length: line.count)
  }

  /// The content without a byte order mark (first line only) and the CR of CR LF.
  @inline(__always)
  private func content(of line: Range<Int>, in bytes: UnsafeRawBufferPointer) -> Range<Int> {
    var (first, end) = (line.lowerBound, line.upperBound)
    if number == 1 { first += Self.markLength(of: bytes[line]) }
    if end > first, bytes[end &- 1] == JSONByte.carriageReturn { end &-= 1 }
    return first..<end
  }

  @inline(__always)
  private func isBlank(_ range: Range<Int>, in bytes: UnsafeRawBufferPointer) -> Bool {
    for position in range where !JSONByte.isSpace(bytes[position]) { return false }
    return true
  }

  private mutating func finishOverlong(
    _ rest: Range<Int>, in bytes: UnsafeRawBufferPointer
  ) -> InputLine {
    let last = rest.isEmpty ? lastDropped : bytes[rest.upperBound - 1]
    let length = (dropped ?? 0) + rest.count - (last == JSONByte.carriageReturn ? 1 : 0)
    dropped = nil
    return InputLine(number: number, bytes: [], length: length)
  }

  /// Drops a line that exceeds the limit, so that the buffer need not grow.
  private mutating func dropOverlong(_ bytes: UnsafeRawBufferPointer) {
    let held = bytes.count - start
    guard held > 0, dropped != nil || held > maximumHeldBytes else { return }
    if dropped == nil, number == 0 { dropped = -Self.markLength(of: bytes[start...]) }
    dropped = (dropped ?? 0) + held
    lastDropped = bytes[bytes.count - 1]
    start = bytes.count
  }

  private static func markLength(of line: Slice<UnsafeRawBufferPointer>) -> Int {
    line.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }
}

/// A line of input that is not blank, without its line end and byte order mark.
package struct InputLine: Equatable, Sendable {
  /// From 1. Blank lines are counted but never delivered.
  package let number: Int
  /// The bytes of the line; empty if it exceeds the limit and was skipped.
  package let bytes: [UInt8]
  /// The length of the content in bytes, even if it was skipped.
  package let length: Int

  package var isTooLong: Bool { bytes.count < length }
}
