import TestSupport
import Testing

@Suite(.needs("openssl")) struct TLSTests {
  private let authority: Authority

  init() throws { authority = try Authority() }

  @Test func acceptsCertificateOfTrustedAuthority() throws {
    let plain = try LoopbackServer(["/x": "secret"])
    let server = try SecureServer(try authority.server(), before: plain)

    let result = try authority.run(server.url("/x")).expect(exit: 0)

    #expect(result.text == "secret")
    #expect(plain.requests.first?[header: "host"] == "127.0.0.1:\(server.port)")
  }

  enum Defect: CaseIterable {
    case selfSigned, unknownAuthority, expired, notYetValid, otherHost, otherAddress, noName

    var message: String {
      switch self {
      case .selfSigned: "the certificate is self-signed"
      case .unknownAuthority: "the issuer of the certificate is not a trusted authority"
      case .expired: "the certificate expired on "
      case .notYetValid: "the certificate is not valid before "
      case .otherHost, .otherAddress, .noName: "the certificate is for another host"
      }
    }
  }

  private func certificate(with defect: Defect) throws -> TestCertificate {
    let loopback = "127.0.0.1"
    let trusted = authority.certificate
    return switch defect {
    case .selfSigned: try TestCertificate("self", addresses: [loopback])
    case .unknownAuthority:
      try TestCertificate(
        "server", addresses: [loopback], by: try TestCertificate("Stranger", isAuthority: true))
    case .expired:
      try TestCertificate(
        "server", addresses: [loopback], validity: TestCertificate.expired, by: trusted)
    case .notYetValid:
      try TestCertificate(
        "server", addresses: [loopback], validity: TestCertificate.future, by: trusted)
    case .otherHost: try TestCertificate("server", names: ["other.test"], by: trusted)
    case .otherAddress: try TestCertificate("server", addresses: ["127.0.0.2"], by: trusted)
    case .noName: try TestCertificate("127.0.0.1", by: trusted)
    }
  }

  /// Sends nothing to a server with an invalid certificate, and does not retry.
  @Test(arguments: Defect.allCases)
  func rejectsUntrustedServerWithoutRetry(defect: Defect) throws {
    let plain = try LoopbackServer.forbidden()
    let server = try SecureServer(try certificate(with: defect), before: plain)

    let single = try authority.run("--retry-delay", "1ms", server.url("/x")).expect(exit: 60)
    let stream = try authority.run(stdin: .lines([server.url("/x")])).expect(exit: 1)

    for messages in [single.messages, stream.messages] {
      #expect(messages.contains("--cacert FILE") && messages.contains("with -k"), "\(messages)")
    }
    #expect(single.messages.contains(defect.message), "\(single.messages)")
    let record = try #require(stream.records(as: .response).first)
    #expect(record["error"]?["code"]?.string == "tls")
    #expect(record["error"]?["retryable"]?.text == "false")
    try authority.run("--insecure", "--retry", "0", "--deny-private", server.url("/x"))
      .expect(exit: 7)
  }

  @Test(arguments: [("*.a.test", "b.a.test", true), ("*.test", "a.test", false)])
  func checksCertificateNames(name: String, host: String, isAccepted: Bool) throws {
    let plain = isAccepted ? try LoopbackServer(["/": "ok"]) : try LoopbackServer.forbidden()
    let certificate = try TestCertificate("server", names: [name], by: authority.certificate)
    let server = try SecureServer(certificate, before: plain)

    try authority.run(
      "--resolve", "\(host):\(server.port):127.0.0.1", server.url("/", host: host)
    ).expect(exit: isAccepted ? 0 : 60)
  }

  @Test func readsAuthoritiesFromEnvironment() throws {
    let plain = try LoopbackServer(["/": "ok"])
    let server = try SecureServer(try authority.server(), before: plain)

    try authority.tool(server.url("/"), environment: ["SSL_CERT_FILE": authority.file])
      .expect(exit: 0)
  }

  @Test(arguments: [("--cacert", Int32(77)), ("--cert", 26)])
  func reportsMissingFileBeforeConnecting(option: String, exit: Int32) throws {
    try authority.tool(option, "none.pem", "https://127.0.0.1:1/").expect(exit: exit)
      .expect(says: "none.pem")
  }

  @Test func reportsPlainTextOnTLSPortAndReverse() throws {
    let plain = try LoopbackServer(greeting: .raw("220 ready\r\n")) { _ in "ok" }
    let server = try SecureServer(try authority.server())

    // The server sees an invalid handshake and closes the connection.
    try authority.run("--retry", "0", "http://127.0.0.1:\(server.port)/").expect(exit: 52)
    try authority.run("--retry", "0", "https://127.0.0.1:\(plain.port)/").expect(exit: 35)
  }

  /// RFC 9112 §9.8: without close_notify, an attacker may have ended the connection.
  @Test func treatsMissingCloseNotifyAsTruncation() throws {
    let plain = try LoopbackServer([
      "/open": .raw("HTTP/1.1 200 OK\r\n\r\nall?"),
      "/counted": Script.ok("all").closing(),
    ])
    let server = try SecureServer(try authority.server(), before: plain, closesQuietly: true)

    try authority.run("--retry", "0", server.url("/open")).expect(exit: 18)
    let counted = try authority.run("--retry", "0", server.url("/counted")).expect(exit: 0)

    #expect(counted.text == "all")
  }

  @Test func presentsClientCertificate() throws {
    let clients = try TestCertificate("Clients' authority", isAuthority: true)
    let mine = try TestCertificate("me", by: clients)
    let sandbox = authority.tool.sandbox
    try sandbox.write("me.pem", mine.pem)
    try sandbox.write("me.key", mine.keyPEM)
    try sandbox.write("both.pem", mine.pem + mine.keyPEM)
    try sandbox.write("other.key", try TestCertificate("other").keyPEM)
    try sandbox.shell(
      """
      openssl ec -aes128 -passout pass:s3 -in me.key -out locked.key && \
      openssl pkcs12 -export -passout pass:s3 -in both.pem -out me.p12 && \
      openssl pkcs12 -export -passout pass:s3 -in both.pem -nokeys -out other.p12
      """
    ).expect(exit: 0)
    let plain = try LoopbackServer(["/": "ok"])
    let server = try SecureServer(try authority.server(), before: plain, clientsOf: clients)
    func run(_ options: String) throws -> ToolResult {
      let words = options.split(separator: " ").map(String.init)
      return try authority.tool.run(["--cacert", authority.file, server.url("/")] + words)
    }

    for options in [
      "me.pem --key me.key", "both.pem", "me.pem:s3 --key locked.key",
      "me.p12 --pass s3 --cert-type P12",
    ] { try run("--cert " + options).expect(exit: 0) }
    #expect(plain.requestCount == 4)
    try run("--cert me.pem --key other.key").expect(exit: 35)
    try run("--retry 0").expect(exit: 35)
    for certificate in ["me.pem", "me.pem:no", "me.pem:é"] {
      try run("--key locked.key --cert " + certificate).expect(exit: 26).expect(says: "locked.key")
    }
    for options in ["me.p12:no", "other.p12:s3"] {
      try run("--cert " + options).expect(exit: 26).expect(says: "no certificate and key")
    }
    #expect(plain.requestCount == 4)
  }

  @Test func requiresPinnedKey() throws {
    let plain = try LoopbackServer(["/": "ok"])
    let certificate = try authority.server()
    let server = try SecureServer(certificate, before: plain)
    let sandbox = authority.tool.sandbox
    try sandbox.write("server.pem", certificate.pem)
    let hash = try sandbox.shell(
      """
      openssl x509 -in server.pem -pubkey -noout > key.pem && \
      openssl pkey -pubin -in key.pem -outform der | openssl dgst -sha256 -binary | base64
      """
    ).expect(exit: 0).text.split(separator: "\n").joined()
    let other = String(repeating: "A", count: 43) + "="

    for pins in ["sha256//\(other);sha256//\(hash)", "key.pem"] {
      try authority.run("--pinnedpubkey", pins, server.url("/")).expect(exit: 0)
    }
    for option in ["-s", "-k"] {
      try authority.run("--pinnedpubkey", "sha256//\(other)", option, server.url("/"))
        .expect(exit: 90)
    }
    #expect(plain.requestCount == 2)
    try authority.run("--pinnedpubkey", "sha256//AA", server.url("/")).expect(exit: 2)
  }

  @Test(arguments: [("1.2", "TLSv1.2"), ("1.3", "TLSv1.3"), ("default", "TLSv1.3")])
  func limitsVersion(maximum: String, version: String) throws {
    let plain = try LoopbackServer(["/": "ok"])
    let server = try SecureServer(try authority.server(), before: plain)

    try authority.run("--tls-max", maximum, "-v", server.url("/")).expect(exit: 0)
      .expect(says: version)
  }

  @Test func refusesDowngradeUnlessAllowed() throws {
    let open = try LoopbackServer(["/b": "in the open"])
    let plain = try LoopbackServer(["/a": .redirect(to: open.url("/b"))])
    let server = try SecureServer(try authority.server(), before: plain)

    try authority.run(server.url("/a")).expect(exit: 47)
    #expect(open.requestCount == 0)
    let allowed = try authority.run("--allow-downgrade", server.url("/a")).expect(exit: 0)

    #expect(allowed.text == "in the open")
  }

  @Test func reusesConnection() throws {
    let plain = try LoopbackServer(["*": "ok"])
    let server = try SecureServer(try authority.server(), before: plain)

    let result = try authority.run(
      "--jobs", "1", stdin: .lines((0..<20).map { server.url("/\($0)") })
    ).expect(exit: 0)

    #expect(result.records(as: .response).count == 20)
    #expect(server.handshakeCount == 1)
  }

  @Test func showsConnectionAndCertificate() throws {
    let certificate = try TestCertificate(
      "server", names: ["a.test"], addresses: ["127.0.0.1"], by: authority.certificate)
    let server = try SecureServer(certificate, http2: { _ in [.respond("ok")] })

    let seen = try authority.run("-v", server.url("/")).expect(exit: 0)
    let single = try authority.run("--format", "jsonl", server.url("/")).expect(exit: 0)
    let stream = try authority.run(stdin: .lines([server.url("/")])).expect(exit: 0)

    seen.expect(
      says: "  Address: 127.0.0.1:\(server.port)\n", "  TLS: TLSv1.3\n", "  Certificate:\n",
      "    Name: a.test\n", "    Expires: 2049-12-31T23:59:59Z\n")
    let timing = try #require(single.records(as: .response).first?["timing"])
    #expect(timing["tls_ms"]?.number != nil && timing["tls_version"]?.string == "TLSv1.3")
    #expect(timing["certificate_names"]?.text == #"["a.test"]"#)
    #expect(timing["certificate_expires_at"]?.string == "2049-12-31T23:59:59Z")
    let times = try #require(stream.records(as: .response).first?["timing"])
    #expect(times["tls_ms"]?.number != nil && times["tls_version"] == nil)
  }
}
