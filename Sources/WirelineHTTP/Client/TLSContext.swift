import Glibc
import NIOSSL
import WirelineCore
import WirelineRequests

/// The TLS contexts with and without HTTP/2. They are created on first use, because reading the
/// system's authorities takes milliseconds.
struct TLSContext {
  private let trust: TLSTrust
  private var contexts: [Bool: NIOSSLContext] = [:]

  init(_ trust: TLSTrust) { self.trust = trust }

  /// - Parameter offersHTTP2: whether the server may choose HTTP/2, RFC 7301.
  mutating func handler(
    for url: RequestURL, offersHTTP2: Bool
  ) throws -> NIOSSLClientHandler {
    let context = try contexts[offersHTTP2] ?? make(offersHTTP2, host: url.host)
    contexts[offersHTTP2] = context
    // RFC 6066 §3: no server name for an address.
    let isAddress = url.isIPv6 || url.host.utf8.last.map { $0 >= 0x30 && $0 <= 0x39 } == true
    return try NIOSSLClientHandler(context: context, serverHostname: isAddress ? nil : url.host)
  }

  private func make(_ offersHTTP2: Bool, host: String) throws -> NIOSSLContext {
    var configuration = TLSConfiguration.makeClientConfiguration()
    // RFC 8996 deprecates older versions.
    configuration.minimumTLSVersion = .tlsv12
    if !trust.allowsTLS13 { configuration.maximumTLSVersion = .tlsv12 }
    configuration.applicationProtocols = offersHTTP2 ? ["h2", "http/1.1"] : ["http/1.1"]
    if trust.isUnverified { configuration.certificateVerification = .none }
    let authorities = trust.authorityFile ?? Self.environmentFile
    if let path = authorities {
      try Self.checkReadable(path)
      configuration.trustRoots = .file(path)
    }
    if let path = trust.certificateFile { try addCertificate(path, to: &configuration) }
    if let path = authorities, !trust.isUnverified {
      _ = try Self.read(path, as: "certificate") { try NIOSSLCertificate.fromPEMFile(path) }
    }
    do {
      return try NIOSSLContext(configuration: configuration)
    } catch is BoringSSLError where authorities == nil && !trust.isUnverified {
      // The only input that can be missing here is the system's authorities.
      throw RequestError.Reason.tlsIdentity(
        host: host,
        detail: "the system has no certificate authorities: install ca-certificates or use"
          + " --cacert FILE")
    }
  }

  private func addCertificate(_ path: String, to configuration: inout TLSConfiguration) throws {
    let password = Array((trust.keyPassword ?? "").utf8)
    if let bundle = try? NIOSSLPKCS12Bundle(file: path, passphrase: password) {
      configuration.certificateChain = bundle.certificateChain.map { .certificate($0) }
      configuration.privateKey = .privateKey(bundle.privateKey)
      return
    }
    let key = trust.keyFile ?? path
    configuration.certificateChain = try Self.read(path, as: "certificate") {
      try NIOSSLCertificate.fromPEMFile(path).map { .certificate($0) }
    }
    let kind = trust.keyPassword == nil ? "private key" : "private key with this password"
    configuration.privateKey = try Self.read(key, as: kind) {
      .privateKey(try NIOSSLPrivateKey(file: key, format: .pem) { $0(password) })
    }
  }

  private static func read<Value>(
    _ path: String, as kind: String, body: () throws -> Value
  ) throws -> Value {
    do {
      return try body()
    } catch {
      throw RequestError.Reason.readFailed(path: path, detail: "no \(kind) in PEM format")
    }
  }

  private static func checkReadable(_ path: String) throws {
    guard access(path, R_OK) == 0 else {
      throw RequestError.Reason.readFailed(
        path: path, detail: SystemErrorText(code: errno).description)
    }
  }

  /// The variables that OpenSSL reads and BoringSSL does not.
  private static var environmentFile: String? {
    for name in ["SSL_CERT_FILE", "SSL_CERT_DIR"] {
      if let value = getenv(name), value.pointee != 0 { return String(cString: value) }
    }
    return nil
  }
}
