import Glibc

/// Finds lines in a buffer that its owner fills and empties.
///
/// The result does not depend on how the input was divided into chunks.
struct LineFinder: Sendable {
  private(set) var start = 0
  /// The position up to which no separator was found.
  private var searched = 0
  private var number = 0
  /// The number of bytes dropped of the current line, which is too long.
  private var dropped: Int?
  private var lastDropped: UInt8 = 0
  private let maximumLineBytes: Int
  private let separator: UInt8

  init(maximumLineBytes: Int, separator: UInt8) {
    self.separator = separator
    // Clamped so that sums cannot overflow.
    self.maximumLineBytes = min(max(maximumLineBytes, 0), 1 << 40)
  }

  /// A line is dropped when the buffer holds more of it. A byte order mark and a CR do not count as
  /// content.
  var maximumHeldBytes: Int { maximumLineBytes + 4 }

  /// Adjusts positions after the buffer has dropped bytes before `start`.
  mutating func rebase(by count: Int) {
    start -= count
    searched -= count
  }

  /// Returns the next line that is not blank, or nil if more input is needed.
  ///
  /// - Parameter isFinished: whether the input has ended, so that the rest is a line.
  @inline(__always)
  mutating func next(in bytes: UnsafeRawBufferPointer, isFinished: Bool) -> InputLine? {
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
  /// Empty if the line exceeds the limit and was skipped.
  package let bytes: [UInt8]
  /// The length of the content in bytes, even if it was skipped.
  package let length: Int

  package var isTooLong: Bool { bytes.count < length }
}

extension InputLine {
  package init(number: Int, bytes: [UInt8]) {
    self.init(number: number, bytes: bytes, length: bytes.count)
  }
}
