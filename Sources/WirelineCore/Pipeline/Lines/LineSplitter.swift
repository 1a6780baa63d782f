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

  private var finder: LineFinder
  private var storage = [UInt8](repeating: 0, count: 2 * chunkBytes)
  private var filled = 0
  private var isFinished = false
  /// A line that `hasLine` has found.
  private var found: InputLine?

  /// - Parameters:
  ///   - maximumLineBytes: a line with more content is reported but not delivered.
  ///   - separator: the byte that ends a line.
  package init(
    maximumLineBytes: Int = defaultMaximumLineBytes, separator: UInt8 = JSONByte.lineFeed
  ) {
    finder = LineFinder(maximumLineBytes: maximumLineBytes, separator: separator)
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
    storage.withUnsafeBytes { all in
      finder.next(in: UnsafeRawBufferPointer(rebasing: all[..<filled]), isFinished: isFinished)
    }
  }

  /// The size of the buffer; with short lines it stays at 256 KB.
  package var bufferBytes: Int { storage.count }

  /// Moves unconsumed bytes to the front, and grows the buffer only for a line that does not fit.
  private mutating func makeRoom(for count: Int) {
    let held = finder.start..<filled
    let needed = held.count + count
    let isOversized = storage.count > 8 * Self.chunkBytes && needed <= 2 * Self.chunkBytes
    if !isOversized, storage.count - filled >= count { return }
    if isOversized || needed > storage.count {
      // Doubles the buffer, the last time to the size that the longest line needs: pages are
      // touched only when input reaches them, and the largest buffer is never copied.
      let longest = finder.maximumHeldBytes + count
      let grown = 4 * held.count < longest ? 2 * held.count : longest
      storage = Self.copy(storage[held], capacity: max(needed, grown, 2 * Self.chunkBytes))
    } else {
      storage.withUnsafeMutableBytes { all in
        guard let base = all.baseAddress, !held.isEmpty else { return }
        memmove(base, base + held.lowerBound, held.count)
      }
    }
    finder.rebase(by: held.lowerBound)
    filled = held.count
  }

  /// Leaves the rest uninitialized, because pages that no input reaches cost no memory.
  private static func copy(_ held: ArraySlice<UInt8>, capacity: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: capacity) { room, initialized in
      _ = room.initialize(from: held)
      initialized = capacity
    }
  }
}
