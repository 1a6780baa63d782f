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

extension RequestError.Reason {
  /// Behind the coded bytes there are others.
  package static let followedGzip = RequestError.Reason.contentEncoding(
    "gzip, followed by something else")
}
