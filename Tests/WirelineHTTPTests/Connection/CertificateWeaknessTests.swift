import TestSupport
import Testing

@testable import WirelineHTTP

@Suite(.needs("openssl")) struct CertificateWeaknessTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  /// - Parameters:
  ///   - key: the arguments of `openssl req` for the key of the certificate.
  ///   - issuer: the same for its issuer; nil for a self-signed certificate.
  private func weakness(
    _ key: String, issuedBy issuer: String?, _ options: String
  ) throws -> CertificateWeakness? {
    let create = "openssl req -nodes -subj /CN"
    let sign =
      issuer.map { issuer in
        """
        \(create)=issuer -x509 -newkey \(issuer) -keyout ca.key -out ca.pem && \
        openssl x509 -req -in x.csr -CA ca.pem -CAkey ca.key -CAcreateserial
        """
      } ?? "openssl x509 -req -in x.csr -signkey x.key"
    try sandbox.shell(
      """
      \(create)=server -new -newkey \(key) -keyout x.key -out x.csr && \
      \(sign) -days 9 \(options) -outform der -out x.der
      """
    ).expect(exit: 0)
    return try CertificateWeakness(#require(CertificateParts(try sandbox.read("x.der"))))
  }

  private static let p256 = "ec -pkeyopt ec_paramgen_curve:prime256v1"

  @Test(
    arguments: [
      ("rsa:2048", "rsa:2048", "-sha256", nil), ("rsa:3072", p256, "-sha384", nil),
      (p256, "rsa:2048", "-sha512", nil), ("ed25519", "ed25519", "", nil),
      ("rsa:2048", "rsa:2048", "-sha256 -sigopt rsa_padding_mode:pss", nil),
      ("rsa:2048", "rsa:2048", "-sha1", .signature), (p256, p256, "-sha1", .signature),
      ("rsa:1024", "rsa:2048", "-sha256", .key(bits: 1024)),
      ("rsa:2040", "rsa:2048", "-sha256", .key(bits: 2040)),
      ("rsa:1024", "rsa:2048", "-sha1", .key(bits: 1024)),
      (p256, "rsa:1024", "-sha256", .issuerKey(bits: 1024)),
      // A certificate that is trusted itself.
      ("rsa:2048", nil, "-sha1", nil), ("rsa:1024", nil, "-sha256", .key(bits: 1024)),
    ] as [(String, String?, String, CertificateWeakness?)])
  func findsWeakness(
    key: String, issuer: String?, options: String, expected: CertificateWeakness?
  ) throws {
    #expect(try weakness(key, issuedBy: issuer, options) == expected)
  }

  @Test func acceptsAnyBytes() throws {
    _ = try weakness("rsa:1024", issuedBy: "rsa:2048", "-sha1")
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
