import Glibc
import NIOCore
import NIOSSL
import WirelineCore
internal import WirelineRequests

/// What an error of the layers below means for a request.
enum ConnectionFault {
  static func reason(
    _ error: any Error, in exchange: HTTPExchange, host: String
  ) -> RequestError.Reason {
    if let reason = tls(error, host: host) { return reason }
    switch error {
    case let reason as RequestError.Reason: return reason
    case NIOSSLError.uncleanShutdown: return exchange.truncation
    case let error as IOError where error.errnoCode == ECONNRESET || error.errnoCode == EPIPE:
      return exchange.truncation
    case let error as IOError: return .connect(address: host, detail: errorText(error.errnoCode))
    case let error as ChannelError where error == .ioOnClosedChannel || error == .eof:
      return exchange.truncation
    default: return .protocolViolation("\(error)")
    }
  }

  /// TLS faults: 60 where the peer is not who it should be, 35 otherwise.
  static func tls(_ error: any Error, host: String) -> RequestError.Reason? {
    switch error {
    case let error as NIOSSLExtraError where error == .failedToValidateHostname:
      return .tlsIdentity(host: host, detail: "the certificate is for another host")
    case NIOSSLError.handshakeFailed(let cause):
      let text = "\(cause)"
      if text.contains("CERTIFICATE_VERIFY_FAILED") {
        return .tlsIdentity(host: host, detail: "the certificate is not trusted or has expired")
      }
      return .tlsHandshake(host: host, detail: openSSLReason(text))
    case NIOSSLError.uncleanShutdown: return nil
    case is NIOSSLExtraError, is NIOSSLError, is BoringSSLError:
      return .tlsHandshake(host: host, detail: openSSLReason("\(error)"))
    default: return nil
    }
  }

  /// `…SSL routines:OPENSSL_internal:WRONG_VERSION_NUMBER at …` → `wrong
  /// version number`.
  private static func openSSLReason(_ text: String) -> String {
    let words = text.split(whereSeparator: { ": )".contains($0) })
    let constant = words.first { word in
      word.contains("_")
        && word.utf8.allSatisfy {
          $0 == 0x5F || (0x30...0x39).contains($0) || (0x41...0x5A).contains($0)
        }
    }
    return constant.map { $0.lowercased().replacingUnderscores } ?? text
  }

  /// A connection taken from the pool that was gone before it was used.
  static func isLossOfPooledConnection(_ reason: RequestError.Reason) -> Bool {
    switch reason {
    case .noAnswer, .connect: true
    default: false
    }
  }
}

extension String {
  fileprivate var replacingUnderscores: String {
    String(map { $0 == "_" ? " " : $0 })
  }
}
