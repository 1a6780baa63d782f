/// Timings and connection of the attempt that received the response.
///
/// All times count from the start of the attempt, as curl's `time_…` variables do. A time is nil if
/// the step did not occur, as for a reused connection, a stored response or a plain connection.
package struct RequestTiming: Sendable, Equatable {
  /// The properties of a TLS connection and of the server's certificate.
  package struct TLS: Sendable, Equatable {
    /// The version of TLS, such as `TLSv1.3`.
    package var version: String
    /// The DNS names for which the certificate is valid: `*.example.com`.
    package var certificateNames: [String] = []
    /// Seconds since 1970.
    package var certificateExpiry: Int?

    package init(version: String) { self.version = version }
  }

  /// The time until the name was resolved.
  package var nameLookup: Duration?
  /// The time until the connection was established, including the one to a proxy.
  package var connect: Duration?
  /// The time until the TLS handshake was complete.
  package var tls: Duration?
  /// The time until the whole request was sent.
  package var requestSent: Duration?
  /// The time until the first byte of the response arrived.
  package var firstByte: Duration?
  /// The time until the last byte of the response arrived.
  package var total: Duration?
  /// The numeric address of the server or proxy, IPv6 without brackets.
  package var remoteAddress: String?
  package var remotePort: Int?
  package var localAddress: String?
  package var localPort: Int?
  /// Whether the connection was used by an earlier request.
  package var isReused = false
  /// The properties of the TLS connection; nil for a plain one.
  package var tlsConnection: TLS?

  package init() {}
}
