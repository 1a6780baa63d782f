/// Where a line is in a buffer.
struct LineSpan: Equatable, Sendable {
  let number: Int
  /// The content; empty if it is too long.
  let range: Range<Int>
  let isTooLong: Bool
  /// How many bytes the content has or had.
  let length: Int
}
