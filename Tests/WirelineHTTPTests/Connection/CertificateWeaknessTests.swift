import TestSupport
import Testing

@testable import WirelineHTTP

@Suite(.needs("openssl")) struct CertificateWeaknessTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    for (name, key) in try Self.keys.get() { try sandbox.write(name, key) }
  }

  private static let keys = Result {
    let sandbox = try Sandbox()
    try sandbox.shell(
      """
      for bits in 1024 2040 2048; do openssl genrsa -out rsa$bits $bits || exit; done
      openssl genpkey -algorithm ed25519 -out ed25519 &&
      openssl genpkey -algorithm ec -pkeyopt ec_paramgen_curve:prime256v1 -out p256
      """
    ).expect(exit: 0)
    return try ["rsa1024", "rsa2040", "rsa2048", "ed25519", "p256"].map {
      ($0, try sandbox.read($0))
    }
  }

  /// - Parameters:
  ///   - key: the key of the certificate.
  ///   - issuer: that of its issuer; nil for a self-signed certificate.
  private func weakness(
    _ key: String, issuedBy issuer: String?, _ options: String
  ) throws -> CertificateWeakness? {
    let create = "openssl req -new -key"
    let sign = "openssl x509 -req -in x.csr -days 9 \(options) -outform der -out x.der"
    try sandbox.shell(
      "\(create) \(key) -subj /CN=server -out x.csr && "
        + (issuer.map { issuer in
          "\(create) \(issuer) -subj /CN=issuer -x509 -out ca.pem && "
            + "\(sign) -CA ca.pem -CAkey \(issuer) -CAcreateserial"
        } ?? "\(sign) -signkey \(key)")
    ).expect(exit: 0)
    return try CertificateWeakness(#require(CertificateParts(try sandbox.read("x.der"))))
  }

  @Test(
    arguments: [
      ("rsa2048", "rsa2048", "-sha256", nil), ("rsa2048", "p256", "-sha384", nil),
      ("p256", "rsa2048", "-sha512", nil), ("ed25519", "ed25519", "", nil),
      ("rsa2048", "rsa2048", "-sha256 -sigopt rsa_padding_mode:pss", nil),
      ("rsa2048", "rsa2048", "-sha1", .signature), ("p256", "p256", "-sha1", .signature),
      ("rsa1024", "rsa2048", "-sha256", .key(bits: 1024)),
      ("rsa2040", "rsa2048", "-sha256", .key(bits: 2040)),
      ("rsa1024", "rsa2048", "-sha1", .key(bits: 1024)),
      ("p256", "rsa1024", "-sha256", .issuerKey(bits: 1024)),
      // A certificate that is trusted itself.
      ("rsa2048", nil, "-sha1", nil), ("rsa1024", nil, "-sha256", .key(bits: 1024)),
    ] as [(String, String?, String, CertificateWeakness?)])
  func findsWeakness(
    key: String, issuer: String?, options: String, expected: CertificateWeakness?
  ) throws {
    #expect(try weakness(key, issuedBy: issuer, options) == expected)
  }

  @Test func acceptsAnyBytes() throws {
    _ = try weakness("rsa1024", issuedBy: "rsa2048", "-sha1")
    let whole = try sandbox.read("x.der")

    for count in 0..<whole.count { #expect(CertificateParts(Array(whole.prefix(count))) == nil) }
    for index in whole.indices {
      for value: UInt8 in [0, 0x30, 0x7F, 0x80, 0x84, 0xFF] {
        var bytes = whole
        bytes[index] = value
        _ = CertificateParts(bytes).flatMap(CertificateWeakness.init)
      }
    }
  }
}
