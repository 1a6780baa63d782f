import NIOSSL
import WirelineCore
import WirelineRequests

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
    return names.contains { Self.matches(labels, pattern: Self.labels($0.lowercased())) }
  }

  /// RFC 9525 §6.3: a wildcard is the whole first label and matches one label. A wildcard below a
  /// top-level domain is ignored.
  private static func matches(_ labels: [Substring], pattern: [Substring]) -> Bool {
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
  init?(_ certificate: CertificateParts) {
    if let bits = Self.rsaBits(certificate.key), bits < Self.minimumBits {
      self = .key(bits: bits)
    } else if certificate.isSelfSigned {
      // The user trusts this certificate itself, not its signature.
      return nil
    } else if Self.sha1.contains(Array(certificate.algorithm)) {
      self = .signature
    } else if certificate.algorithm.starts(with: Self.pkcs1),
      certificate.signature.count - 1 < Self.minimumBits / 8
    {
      self = .issuerKey(bits: (certificate.signature.count - 1) * 8)
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
    let parts = (try? certificate.toDERBytes()).flatMap(CertificateParts.init)
    return parts?.isSelfSigned == true
      ? "the certificate is self-signed"
      : "the issuer of the certificate is not a trusted authority"
  }
}

/// Parts of a certificate, RFC 5280 §4.1, in DER.
struct CertificateParts {
  let issuer: ArraySlice<UInt8>
  let subject: ArraySlice<UInt8>
  /// The subjectPublicKeyInfo.
  let key: ArraySlice<UInt8>
  /// The object identifier of the signature's algorithm.
  let algorithm: ArraySlice<UInt8>
  let signature: ArraySlice<UInt8>

  var isSelfSigned: Bool { issuer == subject }

  /// Fails if the structure is invalid.
  init?(_ der: [UInt8]) {
    var all = DERReader(der[...])
    guard var certificate = all.next(0x30).map(DERReader.init),
      var fields = certificate.next(0x30).map(DERReader.init),
      var identifier = certificate.next(0x30).map(DERReader.init),
      let algorithm = identifier.next(0x06), let signature = certificate.next(0x03)
    else { return nil }
    // version [0], serialNumber, signature, issuer, validity, subject, subjectPublicKeyInfo
    _ = fields.next(0xA0)
    guard fields.next(0x02) != nil, fields.next(0x30) != nil, let issuer = fields.next(0x30),
      fields.next(0x30) != nil, let subject = fields.next(0x30), let key = fields.next(0x30)
    else { return nil }
    self.issuer = issuer
    self.subject = subject
    self.key = key
    self.algorithm = algorithm
    self.signature = signature
  }
}

/// Reads the elements of a DER sequence (X.690 §8).
private struct DERReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  /// Returns the content of the next element if it has this tag.
  mutating func next(_ tag: UInt8) -> ArraySlice<UInt8>? {
    var bytes = rest
    guard bytes.popFirst() == tag, var length = bytes.popFirst().map(Int.init) else { return nil }
    if length > 0x80 {
      let count = length & 0x7F
      guard count <= 4, bytes.count >= count else { return nil }
      length = bytes.prefix(count).reduce(0) { $0 << 8 | Int($1) }
      bytes = bytes.dropFirst(count)
    }
    guard length != 0x80, bytes.count >= length else { return nil }
    rest = bytes.dropFirst(length)
    return bytes.prefix(length)
  }
}
