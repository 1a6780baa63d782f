/// One line of input that is not blank, without its line feed.
package struct InputLine: Equatable, Sendable {
  /// From 1; blank lines count although they are never delivered.
  package let number: Int
  /// The content, without CR LF and without a byte order mark; empty if `isTooLong`.
  package let bytes: [UInt8]
  /// The line is over `maximumLineBytes` and was skipped.
  package let isTooLong: Bool
  /// How many bytes the content has or had.
  package let length: Int

  /// A line that was delivered.
  package init(number: Int, bytes: [UInt8]) {
    self.number = number
    self.bytes = bytes
    isTooLong = false
    length = bytes.count
  }

  /// A line that was skipped because it is over the limit.
  ///
  /// - Parameter skipped: how many bytes it had.
  package init(number: Int, skipped: Int) {
    self.number = number
    bytes = []
    isTooLong = true
    length = skipped
  }
}
