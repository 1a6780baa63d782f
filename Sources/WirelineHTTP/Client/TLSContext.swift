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
      _ = try Self.read(path, as: "certificate in PEM format") {
        try NIOSSLCertificate.fromPEMFile(path)
      }
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
    // Read once, because it may be a pipe.
    let bytes = try Self.bytes(of: path)
    // DER, unlike PEM, is not text.
    if bytes.count > 1, bytes[0] == 0x30, bytes[1] >= 0x80 {
      let bundle = try Self.read(path, as: "certificate and key with this password") {
        try Self.isComplete(bytes) ? NIOSSLPKCS12Bundle(buffer: bytes, passphrase: password) : nil
      }
      configuration.certificateChain = bundle.certificateChain.map { .certificate($0) }
      configuration.privateKey = .privateKey(bundle.privateKey)
      return
    }
    let key = try trust.keyFile.map(Self.bytes) ?? bytes
    configuration.certificateChain = try Self.read(path, as: "certificate in PEM format") {
      try NIOSSLCertificate.fromPEMBytes(bytes).map { .certificate($0) }
    }
    // SwiftNIO SSL traps at other characters.
    let isASCII = password.allSatisfy { $0 < 0x80 }
    let kind =
      trust.keyPassword == nil
      ? "private key" : "private key with \(isASCII ? "this" : "an ASCII") password"
    configuration.privateKey = try Self.read(trust.keyFile ?? path, as: kind + " in PEM format") {
      .privateKey(
        try NIOSSLPrivateKey(bytes: key, format: .pem) { $0(isASCII ? password : []) })
    }
  }

  /// Whether a PKCS#12 file has a private key, and may have a certificate: SwiftNIO SSL traps
  /// without them. Looks for object identifiers, because only parts of the file are encrypted.
  private static func isComplete(_ bundle: [UInt8]) -> Bool {
    func contains(_ identifier: UInt8...) -> Bool {
      let bytes = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01] + identifier
      return bundle.indices.contains { bundle[$0...].starts(with: bytes) }
    }
    // RFC 7292 §4.2: a key, encrypted or not, and a certificate, which RFC 2315 §13 may encrypt.
    let hasKey = contains(0x0C, 0x0A, 1, 2) || contains(0x0C, 0x0A, 1, 1)
    return hasKey && (contains(0x07, 0x06) || contains(0x0C, 0x0A, 1, 3))
  }

  private static func bytes(of path: String) throws(RequestError.Reason) -> [UInt8] {
    try converting({ RequestError.Reason.readFailed(path: path, detail: $0.reason) }) {
      () throws(FileError) in
      try FileBytes.read(path, limit: 1 << 20)
    }
  }

  private static func read<Value>(
    _ path: String, as kind: String, body: () throws -> Value?
  ) throws -> Value {
    if let value = try? body() { return value }
    throw RequestError.Reason.readFailed(path: path, detail: "no \(kind)")
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
