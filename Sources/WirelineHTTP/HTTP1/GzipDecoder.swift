package import WirelineCore

/// Undoes gzip, RFC 1952, several members allowed, bounded as a body is.
// Unchecked because who has it has it alone: it lies behind the lock of the
// import that it decodes for, and is handed to nobody.
package final class GzipDecoder: ContentDecoder, @unchecked Sendable {
  private let decoder = BodyDecoder(.gzip)

  package init() {}

  package func decode(
    _ bytes: UnsafeRawBufferPointer,
    _ body: (UnsafeRawBufferPointer) throws(RequestError.Reason) -> Void
  ) throws(RequestError.Reason) { try decoder.decode(bytes, body) }

  package func finish() throws(RequestError.Reason) { try decoder.finish() }
}
