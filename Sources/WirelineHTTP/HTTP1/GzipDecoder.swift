internal import WirelineCore
package import WirelineRequests

/// Undoes gzip, RFC 1952, several members allowed.
// Unchecked because who has it has it alone: it lies behind the lock of the
// import that it decodes for, and is handed to nobody.
package final class GzipDecoder: ContentDecoder, @unchecked Sendable {
  /// Who has made what is decoded.
  package enum Origin: Sendable {
    /// A server: bounded as a body is, and whatever follows a member is ignored.
    case answer
    /// The user: bounded later than a body is, and nothing but zeros and members follows a member,
    /// for what is passed over in silence would be missed.
    case input
  }

  private let decoder: BodyDecoder

  package init(_ origin: Origin = .input) { decoder = BodyDecoder(.gzip, from: origin) }

  package func decode(
    _ bytes: UnsafeRawBufferPointer,
    _ body: (UnsafeRawBufferPointer) throws(RequestError.Reason) -> Void
  ) throws(RequestError.Reason) { try decoder.decode(bytes, body) }

  package func finish() throws(RequestError.Reason) { try decoder.finish() }
}
