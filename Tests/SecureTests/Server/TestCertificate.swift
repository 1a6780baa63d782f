import NIOSSL
import TestSupport

/// A certificate and its key, made for one test, with any names and any validity.
struct TestCertificate: Sendable {
  /// Until 2049, the last year of UTCTime.
  static let valid = ("200101000000Z", "491231235959Z")
  static let expired = ("200101000000Z", "210101000000Z")
  static let future = ("480101000000Z", "491231235959Z")

  let name: String
  let bytes: [UInt8]
  private let key: TestKey

  /// - Parameters:
  ///   - names: DNS names.
  ///   - addresses: IPv4 addresses.
  ///   - authority: The issuer; nil makes the certificate self-signed.
  init(
    _ name: String, names: [String] = [], addresses: [[UInt8]] = [],
    validity: (String, String) = valid, isAuthority: Bool = false,
    by authority: TestCertificate? = nil
  ) throws {
    self.name = name
    key = try TestKey()
    let algorithm = DER.sequence(DER.object(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02))
    let serial = DER.integer(UInt8.random(in: 1...127))
    let body = DER.sequence(
      DER.tagged(0xa0, DER.integer(2)), serial, algorithm,
      Self.commonName(authority?.name ?? name),
      DER.sequence(DER.time(validity.0), DER.time(validity.1)), Self.commonName(name),
      key.publicKey,
      Self.extensions(names: names, addresses: addresses, isAuthority: isAuthority))
    let signature = try (authority?.key ?? key).signature(for: body)
    bytes = DER.sequence(body, algorithm, DER.bits(signature))
  }

  private static func commonName(_ name: String) -> [UInt8] {
    DER.sequence(DER.set(DER.sequence(DER.object(0x55, 0x04, 0x03), DER.text(name))))
  }

  private static func extensions(
    names: [String], addresses: [[UInt8]], isAuthority: Bool
  ) -> [UInt8] {
    var all: [UInt8] = []
    if isAuthority {
      let constraints = DER.sequence(DER.yes)
      all += DER.sequence(DER.object(0x55, 0x1d, 0x13), DER.yes, DER.octets(constraints))
    }
    let alternatives =
      names.flatMap { DER.tagged(0x82, Array($0.utf8)) }
      + addresses.flatMap { DER.tagged(0x87, $0) }
    if !alternatives.isEmpty {
      let value = DER.tagged(0x30, alternatives)
      all += DER.sequence(DER.object(0x55, 0x1d, 0x11), DER.octets(value))
    }
    return DER.tagged(0xa3, DER.tagged(0x30, all))
  }

  /// PEM, RFC 7468.
  var pem: String {
    "-----BEGIN CERTIFICATE-----\n\(Base64Text.encode(bytes))\n-----END CERTIFICATE-----\n"
  }

  var keyPEM: String { key.pem }

  var certificate: NIOSSLCertificate {
    get throws { try NIOSSLCertificate(bytes: bytes, format: .der) }
  }

  var privateKey: NIOSSLPrivateKey {
    get throws { try NIOSSLPrivateKey(bytes: Array(keyPEM.utf8), format: .pem) }
  }
}
