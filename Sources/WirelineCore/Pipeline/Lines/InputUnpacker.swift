/// Undoes what input is packed with, piece by piece.
package protocol InputUnpacker: AnyObject, Sendable {
  /// Takes packed bytes, and hands out what they stand for.
  func unpack(
    _ bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void
  ) throws(ReadError)

  /// The packed bytes have ended.
  func finish(_ body: (UnsafeRawBufferPointer) -> Void) throws(ReadError)
}
