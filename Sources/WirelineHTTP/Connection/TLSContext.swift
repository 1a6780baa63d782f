import Glibc
import NIOSSL
import WirelineCore

/// Whom to trust.
package struct TLSTrust: Sendable, Equatable {
  /// A PEM file of certificate authorities; nil is the system's.
  package var authorityFile: String?
  /// Takes any certificate: the connection is then secret but not authentic.
  package var isUnverified: Bool
  /// PEM files of our own certificate, its chain behind it, and of its key,
  /// which the certificate's file may hold too.
  package var certificateFile: String?
  package var keyFile: String?

  package init(authorityFile: String? = nil, isUnverified: Bool = false) {
    self.authorityFile = authorityFile
    self.isUnverified = isUnverified
  }
}

/// The TLS context, made when the first https request comes: reading the
/// system's authorities takes milliseconds.
struct TLSContext {
  private let trust: TLSTrust
  private var made: NIOSSLContext?

  init(_ trust: TLSTrust) { self.trust = trust }

  mutating func handler(for url: RequestURL) throws -> NIOSSLClientHandler {
    let context = try made ?? make()
    made = context
    // RFC 6066 §3: no server name for an address.
    let isAddress = url.isIPv6 || url.host.utf8.last.map { $0 >= 0x30 && $0 <= 0x39 } == true
    return try NIOSSLClientHandler(context: context, serverHostname: isAddress ? nil : url.host)
  }

  private func make() throws -> NIOSSLContext {
    var configuration = TLSConfiguration.makeClientConfiguration()
    configuration.minimumTLSVersion = .tlsv12
    configuration.applicationProtocols = ["http/1.1"]
    if trust.isUnverified { configuration.certificateVerification = .none }
    if let path = trust.authorityFile ?? Self.environmentFile {
      try Self.checkReadable(path)
      configuration.trustRoots = .file(path)
    }
    if let path = trust.certificateFile {
      let key = trust.keyFile ?? path
      try Self.checkReadable(path)
      try Self.checkReadable(key)
      configuration.certificateChain = try NIOSSLCertificate.fromPEMFile(path).map {
        .certificate($0)
      }
      configuration.privateKey = .privateKey(try NIOSSLPrivateKey(file: key, format: .pem))
    }
    return try NIOSSLContext(configuration: configuration)
  }

  private static func checkReadable(_ path: String) throws {
    guard access(path, R_OK) == 0 else {
      throw RequestError.Reason.readFailed(path: path, detail: errorText(errno))
    }
  }

  /// The variables OpenSSL reads, which the TLS library does not.
  private static var environmentFile: String? {
    for name in ["SSL_CERT_FILE", "SSL_CERT_DIR"] {
      if let value = getenv(name), value.pointee != 0 { return String(cString: value) }
    }
    return nil
  }
}
