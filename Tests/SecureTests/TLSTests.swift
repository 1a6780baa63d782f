import TestSupport
import Testing

/// https: whom the tool believes, and what it does when it does not.
@Suite struct TLSTests {
  private let authority: Authority

  init() throws { authority = try Authority() }

  @Test func aCertificateOfOurAuthorityIsGood() throws {
    let plain = try LoopbackServer(["/x": "secret"])
    let server = try SecureServer(try authority.server(), before: plain)

    let result = try authority.run(server.url("/x")).expect(exit: 0)

    #expect(result.text == "secret")
    #expect(plain.requests.first?[header: "host"] == "127.0.0.1:\(server.port)")
  }

  enum Fault: CaseIterable {
    case selfSigned, unknownAuthority, expired, notYetValid, otherHost, otherAddress, noName
  }

  private func certificate(with fault: Fault) throws -> TestCertificate {
    let good: [UInt8] = [127, 0, 0, 1]
    let ours = authority.certificate
    return switch fault {
    case .selfSigned: try TestCertificate("self", addresses: [good])
    case .unknownAuthority:
      try TestCertificate(
        "server", addresses: [good], by: try TestCertificate("Stranger", isAuthority: true))
    case .expired:
      try TestCertificate(
        "server", addresses: [good], validity: TestCertificate.expired, by: ours)
    case .notYetValid:
      try TestCertificate("server", addresses: [good], validity: TestCertificate.future, by: ours)
    case .otherHost: try TestCertificate("server", names: ["other.test"], by: ours)
    case .otherAddress: try TestCertificate("server", addresses: [[127, 0, 0, 2]], by: ours)
    case .noName: try TestCertificate("127.0.0.1", by: ours)
    }
  }

  /// Nothing is sent to who is not the one asked for, and there is no second try.
  @Test(arguments: Fault.allCases)
  func aFalseServerIs60AndAskedOnce(fault: Fault) throws {
    let plain = try LoopbackServer.forbidden()
    let server = try SecureServer(try certificate(with: fault), before: plain)

    let single = try authority.run("--retry-delay", "1ms", server.url("/x")).expect(exit: 60)
    let stream = try authority.run(stdin: .lines([server.url("/x")])).expect(exit: 1)

    #expect(single.messages.contains("certificate"))
    let record = try #require(stream.records(as: .response).first)
    #expect(record["error"]?["code"]?.string == "tls")
    #expect(record["error"]?["retryable"]?.text == "false")
    try authority.run("--insecure", "--retry", "0", "--deny-private", server.url("/x"))
      .expect(exit: 7)
  }

  @Test func insecureTakesAny() throws {
    let plain = try LoopbackServer(["/x": "text"])
    let server = try SecureServer(try certificate(with: .selfSigned), before: plain)

    let result = try authority.tool("-k", server.url("/x")).expect(exit: 0)

    #expect(result.text == "text")
  }

  /// A certificate for the address that a false name leads to is not one for
  /// the name.
  @Test func anAddressIsNoName() throws {
    let plain = try LoopbackServer.forbidden()
    let server = try SecureServer(try authority.server(), before: plain)

    try authority.run(
      "--resolve", "bank.test:\(server.port):127.0.0.1", server.url("/", host: "bank.test")
    ).expect(exit: 60)
  }

  @Test(arguments: [
    ("a.test", "a.test", true), ("A.Test", "a.test", true), ("*.a.test", "b.a.test", true),
    ("*.a.test", "a.test", false), ("*.a.test", "c.b.a.test", false), ("*.test", "a.test", false),
    ("b*.a.test", "bc.a.test", false), ("*", "a", false), ("a.test.evil.test", "a.test", false),
  ])
  func namesCoverHosts(name: String, host: String, isGood: Bool) throws {
    let plain = isGood ? try LoopbackServer(["/": "ok"]) : try LoopbackServer.forbidden()
    let server = try SecureServer(try authority.server(name), before: plain)

    try authority.run(
      "--resolve", "\(host):\(server.port):127.0.0.1", server.url("/", host: host)
    ).expect(exit: isGood ? 0 : 60)
  }

  @Test func theEnvironmentMayNameTheAuthorities() throws {
    let plain = try LoopbackServer(["/": "ok"])
    let server = try SecureServer(try authority.server(), before: plain)

    try authority.tool(server.url("/"), environment: ["SSL_CERT_FILE": authority.file])
      .expect(exit: 0)
  }

  @Test(arguments: ["--cacert", "--cert"])
  func aFileThatIsNotThereIsToldAtOnce(option: String) throws {
    try authority.tool(option, "none.pem", "https://127.0.0.1:1/").expect(exit: 26)
      .expect(says: "none.pem")
  }

  @Test func plainOnATLSPortAndTheReverse() throws {
    let plain = try LoopbackServer(greeting: .raw("220 ready\r\n")) { _ in "ok" }
    let server = try SecureServer(try authority.server())

    // The other side takes our request for a broken handshake, and goes.
    try authority.run("--retry", "0", "http://127.0.0.1:\(server.port)/").expect(exit: 52)
    try authority.run("--retry", "0", "https://127.0.0.1:\(plain.port)/").expect(exit: 35)
  }

  /// RFC 9112 §9.8: an end that nobody announced may be someone else's doing.
  @Test func aQuietEndIsATruncation() throws {
    let plain = try LoopbackServer([
      "/open": .answer(Answer(body: Array("all?".utf8), framing: .close)),
      "/counted": .answer(Answer(body: Array("all".utf8))).closing(),
    ])
    let server = try SecureServer(try authority.server(), before: plain, closesQuietly: true)

    try authority.run("--retry", "0", server.url("/open")).expect(exit: 18)
    let counted = try authority.run("--retry", "0", server.url("/counted")).expect(exit: 0)

    #expect(counted.text == "all")
  }

  @Test func ourOwnCertificateIsShown() throws {
    let clients = try TestCertificate("Clients' authority", isAuthority: true)
    let mine = try TestCertificate("me", by: clients)
    let sandbox = authority.tool.sandbox
    try sandbox.write("me.pem", mine.pem)
    try sandbox.write("me.key", mine.keyPEM)
    try sandbox.write("both.pem", mine.pem + mine.keyPEM)
    try sandbox.write("other.key", try TestCertificate("other").keyPEM)
    let plain = try LoopbackServer(["/": "ok"])
    let server = try SecureServer(try authority.server(), before: plain, clientsOf: clients)

    try authority.run("--cert", "me.pem", "--key", "me.key", server.url("/")).expect(exit: 0)
    try authority.run("--cert", "both.pem", server.url("/")).expect(exit: 0)
    #expect(plain.requestCount == 2)
    try authority.run("--cert", "me.pem", "--key", "other.key", server.url("/")).expect(exit: 35)
    try authority.run("--retry", "0", server.url("/")).expect(exit: 35)
    #expect(plain.requestCount == 2)
  }

  @Test func aDowngradeIsRefusedUnlessAllowed() throws {
    let open = try LoopbackServer(["/b": "in the open"])
    let plain = try LoopbackServer(["/a": .redirect(to: open.url("/b"))])
    let server = try SecureServer(try authority.server(), before: plain)

    try authority.run(server.url("/a")).expect(exit: 47)
    #expect(open.requestCount == 0)
    let allowed = try authority.run("--allow-downgrade", server.url("/a")).expect(exit: 0)

    #expect(allowed.text == "in the open")
  }

  @Test func manyLinesShareAConnection() throws {
    let plain = try LoopbackServer(["*": "ok"])
    let server = try SecureServer(try authority.server(), before: plain)

    let result = try authority.run(
      "--jobs", "1", stdin: .lines((0..<20).map { server.url("/\($0)") })
    ).expect(exit: 0)

    #expect(result.records(as: .response).count == 20)
    #expect(server.handshakeCount == 1)
  }
}
