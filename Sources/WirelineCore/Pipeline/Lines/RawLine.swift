/// An `InputLine` that was not copied: its bytes live in the reader's buffer, for the call only.
package struct RawLine {
  /// From 1; blank lines count although they are never delivered.
  package let number: Int
  /// The content, without CR LF and without a byte order mark; empty if `isTooLong`.
  package let bytes: UnsafeRawBufferPointer
  /// The line is over `maximumLineBytes` and was skipped.
  package let isTooLong: Bool
  /// How many bytes the content has or had.
  package let length: Int
}
