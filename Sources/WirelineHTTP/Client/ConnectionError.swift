import Glibc
import NIOCore
import NIOSSL
import WirelineCore
import WirelineRequests

/// Translates errors of the network libraries.
enum ConnectionError {
  static func reason(
    _ error: any Error, in exchange: HTTPExchange, host: String
  ) -> RequestError.Reason {
    if let reason = tls(error, host: host) { return reason }
    switch error {
    case let reason as RequestError.Reason: return reason
    case NIOSSLError.uncleanShutdown, is NIOSSLCloseTimedOutError: return exchange.truncation
    case let error as IOError where error.errnoCode == ECONNRESET || error.errnoCode == EPIPE:
      return exchange.truncation
    case let error as IOError:
      return .connect(address: host, detail: SystemErrorText(code: error.errnoCode).description)
    case let error as ChannelError where isClosed(error): return exchange.truncation
    default: return .protocolViolation(text(of: error))
    }
  }

  private static func isClosed(_ error: ChannelError) -> Bool {
    [.ioOnClosedChannel, .alreadyClosed, .inputClosed, .outputClosed, .eof].contains(error)
  }

  /// Whether a pooled connection was closed before it was used.
  static func isLostPooledConnection(_ reason: RequestError.Reason) -> Bool {
    switch reason {
    case .noResponse, .connect, .connectionRefused: true
    default: false
    }
  }

  /// The cause for people: `the connection was closed`.
  static func text(of error: any Error) -> String {
    switch error {
    case let error as IOError: SystemErrorText(code: error.errnoCode).description
    case let error as ChannelError where isClosed(error): "the connection was closed"
    case NIOSSLError.uncleanShutdown, is NIOSSLCloseTimedOutError: "the connection was closed"
    case let error as SOCKSFailure: error.text
    default: words(of: error)
    }
  }

  /// The words of an error without a text for people: `StreamClosed(id: 1)` → `stream closed`.
  static func words(of error: any Error) -> String { words(in: "\(error)") }

  /// The words of the type of an error, whose text may be the server's.
  static func words(ofType error: any Error) -> String { words(in: "\(type(of: error))") }

  private static func words(in description: String) -> String {
    let name = description.prefix { $0 != "(" && $0 != ":" }
    return name.contains(" ") ? description : words(in: name.split(separator: ".").last ?? name)
  }

  private static func words(in name: Substring) -> String {
    var words: [String] = []
    for (index, character) in zip(name.indices, name) {
      let next = name.index(after: index)
      let endsAcronym = next < name.endIndex && name[next].isLowercase
      let startsWord =
        character.isUppercase && (words.last?.last?.isUppercase != true || endsAcronym)
      if startsWord || words.isEmpty { words.append("") }
      words[words.count - 1].append(character)
    }
    return words.map { $0.dropFirst().contains(where: \.isUppercase) ? $0 : $0.lowercased() }
      .joined(separator: " ")
  }
}

extension ConnectionError {
  /// TLS errors: exit status 60 if the peer's identity was not proven, 35 otherwise.
  static func tls(_ error: any Error, host: String) -> RequestError.Reason? {
    switch error {
    case let error as NIOSSLExtraError where error == .failedToValidateHostname:
      return .tlsIdentity(host: host, detail: "the certificate is for another host")
    case NIOSSLError.handshakeFailed(let cause):
      if isUntrusted(error) {
        return .tlsIdentity(host: host, detail: "the certificate is not trusted or has expired")
      }
      return .tlsHandshake(host: host, detail: text(of: cause))
    case NIOSSLError.shutdownFailed(let cause):
      return .tlsHandshake(host: host, detail: text(of: cause))
    case NIOSSLError.uncleanShutdown: return nil
    case let error as BoringSSLError: return .tlsHandshake(host: host, detail: text(of: error))
    case is NIOSSLExtraError, is NIOSSLError:
      return .tlsHandshake(host: host, detail: words(of: error))
    default: return nil
    }
  }

  /// Whether no trusted authority vouches for the certificate, or it has expired.
  static func isUntrusted(_ error: any Error) -> Bool {
    guard case NIOSSLError.handshakeFailed(let cause) = error else { return false }
    // The library has no accessor for the reason.
    return "\(cause)".contains(text: "CERTIFICATE_VERIFY_FAILED")
  }

  private static func text(of error: BoringSSLError) -> String {
    switch error {
    case .sslError(let stack) where stack.contains(.eofDuringHandshake),
      .unknownError(let stack) where stack.contains(.eofDuringHandshake):
      "the server closed the connection"
    case .zeroReturn, .syscallError: "the server closed the connection"
    case .sslError, .unknownError, .invalidSNIName, .failedToSetALPN:
      reason(in: "\(error)") ?? "the TLS library reports no reason"
    default: words(of: error)
    }
  }

  /// The constant in a text of BoringSSL: `…SSL routines:OPENSSL_internal:WRONG_VERSION_NUMBER at
  /// …` → `wrong version number`. Alerts (RFC 8446 §6.2) come from the server.
  private static func reason(in text: String) -> String? {
    let words = text.split(whereSeparator: { ": )".contains($0) })
    let constant = words.first { word in
      word.contains("_")
        && word.utf8.allSatisfy {
          $0 == 0x5F || (0x30...0x39).contains($0) || (0x41...0x5A).contains($0)
        }
    }
    guard let constant else { return nil }
    for alert in ["SSLV3_ALERT_", "TLSV1_ALERT_"] where constant.hasPrefix(alert) {
      return "the server reports \"\(spaced(constant.dropFirst(alert.count)))\""
    }
    return spaced(constant)
  }

  private static func spaced(_ constant: Substring) -> String {
    String(constant.lowercased().map { $0 == "_" ? " " : $0 })
  }
}
