import NIOCore
import NIOHTTP2
import NIOSSL
import TestSupport
import Testing
import WirelineCore
import WirelineRequests

@testable import WirelineHTTP

@Suite struct ConnectionErrorTests {
  @Test(
    arguments: [
      (IOError(errnoCode: 110, reason: "connect(descriptor:addr:size:)"), "connection timed out"),
      (ChannelError.eof, "the connection was closed"),
      (ChannelError.ioOnClosedChannel, "the connection was closed"),
      (ChannelError.connectTimeout(.seconds(1)), "Connect timeout"),
      (ChannelError.inappropriateOperationForState, "Inappropriate operation for state"),
      (NIOSSLError.uncleanShutdown, "the connection was closed"),
      (SocketAddressError.unixDomainSocketPathTooLong, "unix domain socket path too long"),
    ] as [(any Error, String)])
  func namesCause(error: any Error, text: String) {
    let seen = ConnectionError.text(of: error)

    #expect(seen.contains(text))
    #expect(!Self.isRaw(seen), "\(seen)")
  }

  @Test(
    arguments: [
      (.handshakeFailed(.sslError([.eofDuringHandshake])), "the server closed the connection"),
      (.handshakeFailed(.zeroReturn), "the server closed the connection"),
      (.handshakeFailed(.syscallError), "the server closed the connection"),
      (.handshakeFailed(.sslError([])), "the TLS library reports no reason"),
      (.handshakeFailed(.wantCertificateVerify), "want certificate verify"),
      (.shutdownFailed(.zeroReturn), "the server closed the connection"),
      (.noCertificateToValidate, "no certificate to validate"),
      (.readInInvalidTLSState, "read in invalid TLS state"),
      (.writeDuringTLSShutdown, "write during TLS shutdown"),
    ] as [(NIOSSLError, String)])
  func namesCauseOfTLSFailure(error: NIOSSLError, text: String) {
    #expect(ConnectionError.tls(error, host: "h") == .tlsHandshake(host: "h", detail: text))
  }

  @Test func namesCauseOfOtherTLSErrors() {
    #expect(
      ConnectionError.tls(BoringSSLError.unknownError([]), host: "h")
        == .tlsHandshake(host: "h", detail: "the TLS library reports no reason"))
    #expect(
      ConnectionError.tls(NIOSSLExtraError.invalidSNIHostname, host: "h")
        == .tlsHandshake(host: "h", detail: "invalid SNI hostname"))
    #expect(ConnectionError.tls(ChannelError.eof, host: "h") == nil)
  }

  /// Their texts may contain what the server sent.
  @Test(
    arguments: [
      (NIOHTTP2Errors.streamClosed(streamID: 1, errorCode: .cancel), "stream closed"),
      (NIOHTTP2Errors.excessiveContinuationFrames(), "excessive continuation frames"),
      (NIOHTTP2Errors.ioOnClosedConnection(), "IO on closed connection"),
      (NIOHTTP2Errors.raisedGoawayLastStreamID(), "raised goaway last stream ID"),
      (
        NIOHTTP2Errors.invalidHTTP2HeaderFieldName("\u{1B}[2J"), "invalid HTTP2 header field name"
      ),
    ] as [(any Error, String)])
  func namesTypeOfHTTP2Error(error: any Error, text: String) {
    #expect(ConnectionError.words(ofType: error) == text)
  }

  /// Whether a text looks like a Swift value.
  private static func isRaw(_ text: String) -> Bool {
    text.contains("NIO") || text.contains("()") || text.contains("[") || text.contains("Error")
      || text.contains(/[a-z][A-Z]/)
  }
}
