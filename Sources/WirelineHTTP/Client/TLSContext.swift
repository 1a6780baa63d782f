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
      // The only input that can be missing here is the system's authorities.
      throw RequestError.Reason.tlsIdentity(
        host: host,
        detail: "the system has no certificate authorities: install ca-certificates or use"
          + " --cacert FILE")
    }
  }

  private static func read<Value>(
    _ path: String, _ kind: String, _ body: () throws -> Value
  ) throws -> Value {
    do {
      return try body()
    } catch {
      throw RequestError.Reason.readFailed(path: path, detail: "no \(kind) in PEM format")
    }
  }

  private static func checkReadable(_ path: String) throws {
    guard access(path, R_OK) == 0 else {
      throw RequestError.Reason.readFailed(path: path, detail: errorText(errno))
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

/// The names of a certificate, and whether they cover a host, RFC 9525.
///
/// The TLS library accepts a certificate for the connected address whatever host was requested: an
/// attacker who answers a DNS query with their own address, and has a certificate for it, could
/// impersonate any host. It also accepts the common name, which RFC 9525 §2 forbids.
struct ServerIdentity: Equatable {
  /// `example.com`, `*.example.com`; as in the certificate.
  var names: [String] = []
  /// 4 or 16 bytes each.
  var addresses: [[UInt8]] = []
}

extension ServerIdentity {
  init(_ certificate: NIOSSLCertificate) {
    self.init()
    for name in certificate._subjectAlternativeNames() {
      switch name.nameType {
      case .dnsName: names.append(String(decoding: name.contents, as: UTF8.self))
      case .ipAddress: addresses.append(Array(name.contents))
      default: break
      }
    }
  }

  /// - Parameter host: the host of a URL: lower case, IPv6 without brackets.
  func covers(_ host: String) -> Bool {
    if let address = IPAddress.bytes(of: host) { return addresses.contains(address) }
    let labels = Self.labels(host)
    return names.contains { Self.matches(Self.labels($0.lowercased()), labels) }
  }

  /// RFC 9525 §6.3: a wildcard is the whole first label and matches one label. A wildcard below a
  /// top-level domain is ignored.
  private static func matches(_ pattern: [Substring], _ labels: [Substring]) -> Bool {
    guard pattern.count == labels.count, !labels.isEmpty else { return false }
    guard pattern.first == "*" else { return pattern == labels }
    return pattern.count > 2 && pattern.dropFirst() == labels.dropFirst()
  }

  private static func labels(_ name: String) -> [Substring] {
    (name.hasSuffix(".") ? name.dropLast() : name[...])
      .split(separator: ".", omittingEmptySubsequences: false)
  }
}
