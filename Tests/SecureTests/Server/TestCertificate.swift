import NIOSSL
import TestSupport
import Testing

/// A certificate and its P-256 key, made by openssl(1), with any names and any validity.
struct TestCertificate: Sendable {
  static let valid = ("200101000000Z", "491231235959Z")
  static let expired = ("200101000000Z", "210101000000Z")
  static let future = ("480101000000Z", "491231235959Z")

  let pem: String
  let keyPEM: String

  private static let configuration = """
    [ca]
    default_ca = test
    [test]
    database = index
    new_certs_dir = .
    rand_serial = yes
    default_md = sha256
    policy = names
    [names]
    commonName = supplied
    """

  /// - Parameters:
  ///   - names: DNS names.
  ///   - addresses: IPv4 addresses.
  ///   - authority: The issuer; nil makes the certificate self-signed.
  init(
    _ name: String, names: [String] = [], addresses: [String] = [],
    validity: (String, String) = valid, isAuthority: Bool = false,
    by authority: TestCertificate? = nil
  ) throws {
    let sandbox = try Sandbox()
    try sandbox.write("configuration", Self.configuration)
    try sandbox.write("index", "")
    let alternatives = names.map { "DNS:\($0)" } + addresses.map { "IP:\($0)" }
    let extensions =
      "basicConstraints=critical,CA:\(isAuthority)\n"
      + (alternatives.isEmpty ? "" : "subjectAltName=\(alternatives.joined(separator: ","))\n")
    try sandbox.write("extensions", extensions)
    var signer = "-selfsign -keyfile key"
    if let authority {
      try sandbox.write("issuer", authority.pem + authority.keyPEM)
      signer = "-cert issuer -keyfile issuer"
    }
    try sandbox.shell(
      """
      openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes \
      -subj "/CN=\(name)" -keyout key -out request && \
      openssl ca -batch -notext -config configuration -extfile extensions \(signer) \
      -startdate \(validity.0) -enddate \(validity.1) -in request -out certificate
      """
    ).expect(exit: 0)
    pem = try sandbox.text("certificate")
    keyPEM = try sandbox.text("key")
  }

  var certificate: NIOSSLCertificate {
    get throws { try NIOSSLCertificate(bytes: Array(pem.utf8), format: .pem) }
  }

  var privateKey: NIOSSLPrivateKey {
    get throws { try NIOSSLPrivateKey(bytes: Array(keyPEM.utf8), format: .pem) }
  }
}
