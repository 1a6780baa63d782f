internal import Glibc

/// Decides where lines begin and end in a buffer that others fill and empty.
///
/// What it finds does not depend on how the input was cut into chunks.
struct LineFinder: Sendable {
  /// What comes before was given out, and is not needed any more.
  private(set) var start = 0
  /// There is no line feed between `start` and here.
  private var searched = 0
  /// Lines so far, blank ones included.
  private var number = 0
  /// The line under way is too long; so many bytes of it have been dropped.
  private var dropped: Int?
  private var lastDropped: UInt8 = 0
  private let maximumLineBytes: Int
  private let separator: UInt8

  /// - Parameter separator: what ends a line.
  init(maximumLineBytes: Int, separator: UInt8 = JSONByte.lineFeed) {
    self.separator = separator
    // Within a range in which sums cannot overflow.
    self.maximumLineBytes = min(max(maximumLineBytes, 0), 1 << 40)
  }

  /// A line that the buffer holds more of than this is dropped: a byte order mark and a CR do not
  /// count as content.
  var maximumHeldBytes: Int { maximumLineBytes + 4 }

  /// The buffer has lost its first bytes, all of them before `start`.
  mutating func rebase(by count: Int) {
    start -= count
    searched -= count
  }

  /// The next line that is not blank.
  ///
  /// - Parameter isFinished: no more bytes will come; what is left is a line.
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

  /// Without a byte order mark (on the first line only) and without the CR of a CR LF.
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

  /// Gives up a line that can no longer be short enough, so that the buffer need not grow.
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
