internal import Glibc

/// Chunks in, lines out, with no descriptor: the push form that `LineReader` is built upon.
///
/// Lines end in LF or CR LF, the last one also without. A byte order mark before the first line is
/// dropped; lines of nothing but white space are counted and not delivered. Take all lines after
/// each `append`, so that memory stays flat.
package struct LineSplitter: Sendable {
  /// The default of `--max-line`, in bytes.
  package static let defaultMaximumLineBytes = 64 << 20
  /// How much one `read` may bring; the buffer has it twice.
  static let chunkBytes = 128 << 10

  private var finder: LineFinder
  private var storage = [UInt8](repeating: 0, count: 2 * chunkBytes)
  /// How much of `storage` holds input.
  private var filled = 0
  private var isFinished = false

  /// - Parameters:
  ///   - maximumLineBytes: a line with more content is reported, not delivered.
  ///   - separator: what ends a line.
  package init(
    maximumLineBytes: Int = defaultMaximumLineBytes, separator: UInt8 = 0x0A
  ) {
    finder = LineFinder(maximumLineBytes: maximumLineBytes, separator: separator)
  }

  /// The next bytes of the input, cut anywhere.
  package mutating func append(_ chunk: UnsafeRawBufferPointer) {
    guard chunk.count > 0 else { return }
    makeRoom(for: chunk.count)
    storage.withUnsafeMutableBytes { $0[filled...].copyBytes(from: chunk) }
    filled += chunk.count
  }

  /// The next bytes of the input, cut anywhere.
  package mutating func append(_ chunk: [UInt8]) {
    chunk.withUnsafeBytes { append($0) }
  }

  /// Lets `read` put up to a chunk into the buffer itself.
  ///
  /// - Parameter read: returns how many bytes it put there.
  /// - Returns: the same.
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

  /// No more chunks: what is left is the last line.
  package mutating func finish() { isFinished = true }

  /// The next complete line that is not blank; nil if more input is needed, or at the end.
  package mutating func next() -> InputLine? {
    storage.withUnsafeBytes { all in
      let bytes = UnsafeRawBufferPointer(rebasing: all[..<filled])
      guard let span = finder.next(in: bytes, isFinished: isFinished) else { return nil }
      return span.isTooLong
        ? InputLine(number: span.number, skipped: span.length)
        : InputLine(number: span.number, bytes: Array(bytes[span.range]))
    }
  }

  /// The next complete line that is not blank and not passed over.
  ///
  /// - Parameter isSkipped: looks at a line before it is copied; true passes over it.
  /// - Returns: the line, nil if more input is needed or at the end; and how many lines before it
  ///   were passed over.
  mutating func next(skipping isSkipped: (RawLine) -> Bool) -> (line: InputLine?, skipped: Int) {
    storage.withUnsafeBytes { all in
      let bytes = UnsafeRawBufferPointer(rebasing: all[..<filled])
      var skipped = 0
      while let span = finder.next(in: bytes, isFinished: isFinished) {
        let content = UnsafeRawBufferPointer(rebasing: bytes[span.range])
        let line = RawLine(
          number: span.number, bytes: content, isTooLong: span.isTooLong, length: span.length)
        if isSkipped(line) {
          skipped &+= 1
          continue
        }
        let copy =
          span.isTooLong
          ? InputLine(number: span.number, skipped: span.length)
          : InputLine(number: span.number, bytes: Array(content))
        return (copy, skipped)
      }
      return (nil, skipped)
    }
  }

  /// Hands all complete lines to `body`, without a copy, until it returns false.
  ///
  /// - Returns: how many lines it was given.
  package mutating func drain(_ body: (RawLine) -> Bool) -> Int {
    storage.withUnsafeBytes { all in
      let bytes = UnsafeRawBufferPointer(rebasing: all[..<filled])
      var count = 0
      while let span = finder.next(in: bytes, isFinished: isFinished) {
        count += 1
        let line = RawLine(
          number: span.number, bytes: UnsafeRawBufferPointer(rebasing: bytes[span.range]),
          isTooLong: span.isTooLong, length: span.length)
        guard body(line) else { break }
      }
      return count
    }
  }

  /// `next()` would return a line.
  package var hasLine: Bool { probe().isFound }

  /// The same, for who asks again and again while input comes: what was searched is not searched
  /// again, and a line that is too long is given up as `next()` gives it up.
  package mutating func findLine() -> Bool {
    let (finder, isFound) = probe()
    if !isFound { self.finder = finder }
    return isFound
  }

  /// - Returns: the finder as `next()` would leave it.
  private func probe() -> (finder: LineFinder, isFound: Bool) {
    var probe = finder
    let isFound = storage.withUnsafeBytes { all in
      let bytes = UnsafeRawBufferPointer(rebasing: all[..<filled])
      return probe.next(in: bytes, isFinished: isFinished) != nil
    }
    return (probe, isFound)
  }

  /// How many bytes of memory the buffer has; with short lines it stays at 256 KB.
  package var bufferBytes: Int { storage.count }

  /// Moves what is still needed to the front; grows only for a line that does not fit.
  private mutating func makeRoom(for count: Int) {
    let held = finder.start..<filled
    let needed = held.count + count
    let isOversized = storage.count > 8 * Self.chunkBytes && needed <= 2 * Self.chunkBytes
    if !isOversized, storage.count - filled >= count { return }
    if isOversized || needed > storage.count {
      // Doubled, and the last step is to what the longest line that is delivered needs: no page
      // is touched before input reaches it, and no copy of the largest buffer is ever made.
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

  /// The rest is left as the allocator gave it: pages that no input reaches cost no memory.
  private static func copy(_ held: ArraySlice<UInt8>, capacity: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: capacity) { room, initialized in
      _ = room.initialize(from: held)
      initialized = capacity
    }
  }
}
