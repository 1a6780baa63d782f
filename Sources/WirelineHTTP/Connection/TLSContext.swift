import Glibc
import NIOSSL
import WirelineCore
internal import WirelineRequests

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

extension TLSTrust {
  /// The first of the named files that cannot be read, and why; nil where all
  /// can be: better said before anything was sent.
  package var unreadableFile: (path: String, reason: String)? {
    for path in [authorityFile, certificateFile, keyFile] {
      if let path, access(path, R_OK) != 0 { return (path, errorText(errno)) }
    }
    return nil
  }
}

/// The TLS contexts, with and without HTTP/2, each made when the first request
/// needs it: reading the system's authorities takes milliseconds.
struct TLSContext {
  private let trust: TLSTrust
  private var made: [Bool: NIOSSLContext] = [:]

  init(_ trust: TLSTrust) { self.trust = trust }

  /// - Parameter offersHTTP2: whether the server may choose it, RFC 7301.
  mutating func handler(
    for url: RequestURL, offersHTTP2: Bool
  ) throws -> NIOSSLClientHandler {
    let context = try made[offersHTTP2] ?? make(offersHTTP2, host: url.host)
    made[offersHTTP2] = context
    // RFC 6066 §3: no server name for an address.
    let isAddress = url.isIPv6 || url.host.utf8.last.map { $0 >= 0x30 && $0 <= 0x39 } == true
    return try NIOSSLClientHandler(context: context, serverHostname: isAddress ? nil : url.host)
  }

  private func make(_ offersHTTP2: Bool, host: String) throws -> NIOSSLContext {
    var configuration = TLSConfiguration.makeClientConfiguration()
    configuration.minimumTLSVersion = .tlsv12
    configuration.applicationProtocols = offersHTTP2 ? ["h2", "http/1.1"] : ["http/1.1"]
    if trust.isUnverified { configuration.certificateVerification = .none }
    let authorities = trust.authorityFile ?? Self.environmentFile
    if let path = authorities {
      try Self.checkReadable(path)
      configuration.trustRoots = .file(path)
    }
    if let path = trust.certificateFile {
      let key = trust.keyFile ?? path
      try Self.checkReadable(path)
      try Self.checkReadable(key)
      configuration.certificateChain = try Self.read(path, "certificate") {
        try NIOSSLCertificate.fromPEMFile(path).map { .certificate($0) }
      }
      configuration.privateKey = try Self.read(key, "private key") {
        .privateKey(try NIOSSLPrivateKey(file: key, format: .pem))
      }
    }
    if let path = authorities, !trust.isUnverified {
      _ = try Self.read(path, "certificate") { try NIOSSLCertificate.fromPEMFile(path) }
    }
    do {
      return try NIOSSLContext(configuration: configuration)
    } catch is BoringSSLError where authorities == nil && !trust.isUnverified {
      // Nothing else is read here that may be missing: the library looks where systems have them.
      throw RequestError.Reason.tlsIdentity(
        host: host,
        detail: "this system has no certificate authorities: install ca-certificates, or name a"
          + " file with --cacert")
    }
  }

  /// The library does not say which file it could not make anything of.
  private static func read<Value>(
    _ path: String, _ kind: String, _ body: () throws -> Value
  ) throws -> Value {
    do {
      return try body()
    } catch {
      throw RequestError.Reason.readFailed(path: path, detail: "it holds no \(kind) in PEM form")
    }
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
