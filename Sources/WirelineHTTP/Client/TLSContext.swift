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

/// A property of a certificate that lets an attacker forge it.
///
/// Only the server's own certificate is examined: the TLS library does not pass on the verified
/// chain. The length of its signature shows the key of its issuer.
enum CertificateWeakness: Equatable, CustomStringConvertible {
  /// The certificate is signed with SHA-1, for which collisions are known.
  case signature
  case key(bits: Int)
  case issuerKey(bits: Int)

  /// NIST SP 800-131A: shorter RSA keys are not allowed since 2014.
  private static let minimumBits = 2048

  var description: String {
    switch self {
    case .signature: "the certificate is signed with SHA-1"
    case .key(let bits): "the RSA key of the certificate has only \(bits) bits"
    case .issuerKey(let bits): "the RSA key of the certificate's issuer has only \(bits) bits"
    }
  }

  /// Fails for a certificate without weakness.
  ///
  /// - Parameter der: a valid certificate (RFC 5280 §4.1) in DER.
  init?(_ der: [UInt8]) {
    var all = DERReader(der[...])
    guard var certificate = all.next(0x30).map(DERReader.init),
      var fields = certificate.next(0x30).map(DERReader.init),
      var algorithm = certificate.next(0x30).map(DERReader.init),
      let identifier = algorithm.next(0x06), let signature = certificate.next(0x03)
    else { return nil }
    // version [0], serialNumber, signature, issuer, validity, subject, subjectPublicKeyInfo
    _ = fields.next(0xA0)
    guard fields.next(0x02) != nil, fields.next(0x30) != nil, let issuer = fields.next(0x30),
      fields.next(0x30) != nil, let subject = fields.next(0x30), let key = fields.next(0x30)
    else { return nil }
    if let bits = Self.rsaBits(key), bits < Self.minimumBits {
      self = .key(bits: bits)
    } else if issuer == subject {
      // The user trusts this certificate itself, not its signature.
      return nil
    } else if Self.sha1.contains(Array(identifier)) {
      self = .signature
    } else if identifier.starts(with: Self.pkcs1), signature.count - 1 < Self.minimumBits / 8 {
      self = .issuerKey(bits: (signature.count - 1) * 8)
    } else {
      return nil
    }
  }

  /// 1.2.840.113549.1.1: the algorithms of PKCS #1, RFC 8017.
  private static let pkcs1: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01]

  /// SHA-1 with RSA (RFC 3279 §2.2.1; and 1.3.14.3.2.29), with DSA and with ECDSA.
  private static let sha1: Set<[UInt8]> = [
    pkcs1 + [5], [0x2B, 0x0E, 0x03, 0x02, 0x1D],
    [0x2A, 0x86, 0x48, 0xCE, 0x38, 0x04, 0x03], [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x04, 0x01],
  ]

  /// Returns the length of the modulus; nil for keys of other algorithms.
  private static func rsaBits(_ key: ArraySlice<UInt8>) -> Int? {
    var info = DERReader(key)
    guard var algorithm = info.next(0x30).map(DERReader.init),
      let identifier = algorithm.next(0x06), identifier.starts(with: pkcs1),
      // The first byte of a bit string is the number of unused bits.
      var content = info.next(0x03).map({ DERReader($0.dropFirst()) }),
      var numbers = content.next(0x30).map(DERReader.init), let modulus = numbers.next(0x02)
    else { return nil }
    let digits = modulus.drop { $0 == 0 }
    return digits.count * 8 - (digits.first?.leadingZeroBitCount ?? 0)
  }
}

/// Why a certificate is not trusted, judged by the server's own certificate.
enum CertificateDistrust {
  /// - Parameter now: in seconds since 1970.
  static func cause(_ certificate: NIOSSLCertificate, now: Int) -> String {
    let (start, end) = (Int(certificate.notValidBefore), Int(certificate.notValidAfter))
    if now > end { return "the certificate expired on \(CivilDate.timestamp(end))" }
    if now < start { return "the certificate is not valid before \(CivilDate.timestamp(start))" }
    guard let names = (try? certificate.toDERBytes()).flatMap(CertificateNames.init) else {
      return "the certificate is not trusted"
    }
    if names.issuer == names.subject { return "the certificate is self-signed" }
    return "the issuer \"\(names.issuer.prefix(maximumNameLength))\" is not a trusted authority"
  }

  private static let maximumNameLength = 200
}
