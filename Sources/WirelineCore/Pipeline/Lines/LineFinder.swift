import Glibc

/// Finds lines in a buffer that its owner fills and empties.
///
/// The result does not depend on how the input was cut into chunks.
struct LineFinder: Sendable {
  /// Bytes before this position were consumed.
  private(set) var start = 0
  /// The position up to which no line feed was found.
  private var searched = 0
  private var number = 0
  /// The number of bytes dropped of the current line, which is too long.
  private var dropped: Int?
  private var lastDropped: UInt8 = 0
  private let maximumLineBytes: Int
  private let separator: UInt8

  /// - Parameter separator: the byte that ends a line.
  init(maximumLineBytes: Int, separator: UInt8 = JSONByte.lineFeed) {
    self.separator = separator
    // Clamped so that sums cannot overflow.
    self.maximumLineBytes = min(max(maximumLineBytes, 0), 1 << 40)
  }

  /// A line is dropped when the buffer holds more of it: a byte order mark and a CR do not count as
  /// content.
  var maximumHeldBytes: Int { maximumLineBytes + 4 }

  /// Adjusts positions after the buffer has dropped bytes before `start`.
  mutating func rebase(by count: Int) {
    start -= count
    searched -= count
  }

  /// The next line that is not blank.
  ///
  /// - Parameter isFinished: whether the input has ended, so that the rest is a line.
  mutating func next(in bytes: UnsafeRawBufferPointer, isFinished: Bool) -> LineSpan? {
    while let end = lineFeed(in: bytes) {
      if let span = take(upTo: end, next: end &+ 1, in: bytes) { return span }
    }
    if isFinished {
      guard start < bytes.count || dropped != nil else { return nil }
      return take(upTo: bytes.count, next: bytes.count, in: bytes)
    }
    dropOverlong(bytes)
    return nil
  }

  @inline(__always)
  private mutating func lineFeed(in bytes: UnsafeRawBufferPointer) -> Int? {
    guard searched < bytes.count, let base = bytes.baseAddress else { return nil }
    guard let found = memchr(base + searched, Int32(separator), bytes.count &- searched) else {
      searched = bytes.count
      return nil
    }
    return UnsafeRawPointer(found) - base
  }

  /// - Returns: the line; nil if it is blank.
  @inline(__always)
  private mutating func take(
    upTo end: Int, next: Int, in bytes: UnsafeRawBufferPointer
  ) -> LineSpan? {
    let first = start
    number &+= 1
    start = next
    searched = next
    if dropped != nil { return takeOverlong(first..<end, in: bytes) }
    let range = content(of: first..<end, in: bytes)
    let isTooLong = range.count > maximumLineBytes
    if !isTooLong, isBlank(range, in: bytes) { return nil }
    return LineSpan(
      number: number, range: isTooLong ? first..<first : range, isTooLong: isTooLong,
      length: range.count)
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

  private mutating func takeOverlong(
    _ rest: Range<Int>, in bytes: UnsafeRawBufferPointer
  ) -> LineSpan {
    let last = rest.isEmpty ? lastDropped : bytes[rest.upperBound - 1]
    let length = (dropped ?? 0) + rest.count - (last == JSONByte.carriageReturn ? 1 : 0)
    dropped = nil
    return LineSpan(
      number: number, range: rest.lowerBound..<rest.lowerBound, isTooLong: true, length: length)
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

/// The position of a line in a buffer.
struct LineSpan: Equatable, Sendable {
  let number: Int
  /// The content; empty if it is too long.
  let range: Range<Int>
  let isTooLong: Bool
  /// The length of the content in bytes, even if it was skipped.
  let length: Int
}
