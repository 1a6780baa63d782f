/// Undoes a content coding, piece by piece: what the network library has, for
/// those who may not name it.
package protocol ContentDecoder: AnyObject, Sendable {
  /// Takes coded bytes, and hands out what they stand for.
  func decode(
    _ bytes: UnsafeRawBufferPointer,
    _ body: (UnsafeRawBufferPointer) throws(RequestError.Reason) -> Void
  ) throws(RequestError.Reason)

  /// The coded bytes have ended.
  func finish() throws(RequestError.Reason)
}
