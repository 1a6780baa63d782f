import Glibc
import TestSupport
import Testing

/// Servers with invalid certificates, and connections that end without close_notify.
@Suite(.needs("openssl")) struct TLSFaultTests {
  private let sandbox: Sandbox
  private let req: Tool

  init() throws {
    sandbox = try Sandbox()
    req = try Tool("req", in: sandbox)
    try sandbox.write("file", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
  }

  private func server(
    _ alternative: String = "DNS:localhost", days: Int = 9, _ options: String...
  ) throws -> OpenSSLServer {
    try OpenSSLServer.certify("localhost", alternative: alternative, days: days, in: sandbox)
    return try OpenSSLServer(in: sandbox)
  }

  @Test func acceptsKnownAuthority() throws {
    let server = try server()

    let result = try req("--cacert", "localhost.pem", "https://localhost:\(server.port)/file")

    #expect(result.expect(exit: 0).text == "ok")
  }

  /// Self-signed, other name, address only, expired. Never retried.
  @Test(arguments: [
    ("DNS:localhost", 9, false, "the certificate is self-signed"),
    ("DNS:other.test", 9, true, "another host"),
    ("DNS:*.localhost", 9, true, "another host"), ("IP:127.0.0.1", 9, true, "another host"),
    ("DNS:localhost", -1, true, "the certificate expired on 2"),
  ])
  func rejectsServerWithUnverifiedCertificate(
    alternative: String, days: Int, isKnown: Bool, says: String
  ) throws {
    let server = try server(alternative, days: days)
    let url = "https://localhost:\(server.port)/file"
    let options = isKnown ? ["--cacert", "localhost.pem", "--retry-delay", "1ms"] : []

    let single = try req.run(options + [url])
    let stream = try req.run(options, stdin: .lines([url])).expect(exit: 1)

    single.expect(exit: 60).expect(says: says)
    let record = try #require(stream.records(as: .response).first)
    #expect(record.code == "tls")
    #expect(record["error"]?["retryable"]?.boolean != true)
    #expect(try req("--insecure", url).expect(exit: 0).text == "ok")
  }

  @Test(arguments: [
    ("rsa:2048", "sha1", "signed with SHA-1"), ("rsa:1024", "sha256", "has only 1024 bits"),
  ])
  func rejectsWeakCertificate(key: String, digest: String, says: String) throws {
    try OpenSSLServer.certify("ca", alternative: "DNS:ca", days: 9, in: sandbox)
    try OpenSSLServer.certify(
      "localhost", alternative: "DNS:localhost", days: 9, key: key, issuer: "ca", digest: digest,
      in: sandbox)
    let server = try OpenSSLServer(in: sandbox, "-cipher", "DEFAULT@SECLEVEL=0")
    let url = "https://localhost:\(server.port)/file"

    try req("--cacert", "ca.pem", "--retry-delay", "1ms", url).expect(exit: 60).expect(says: says)
    let stream = try req("--cacert", "ca.pem", stdin: .lines([url])).expect(exit: 1)
    #expect(stream.records(as: .response).map(\.code) == ["tls"])
    #expect(try req("--insecure", url).expect(exit: 0).text == "ok")
  }

  @Test func nameInCertificateDoesNotCoverAddress() throws {
    let server = try server("DNS:127.0.0.1")

    try req("--cacert", "localhost.pem", "https://127.0.0.1:\(server.port)/file").expect(exit: 60)
  }

  @Test func rejectsOldProtocol() throws {
    try OpenSSLServer.certify("localhost", alternative: "DNS:localhost", days: 9, in: sandbox)
    let server = try OpenSSLServer(in: sandbox, "-tls1_1", "-cipher", "DEFAULT@SECLEVEL=0")

    try req("--retry", "0", "--insecure", "https://localhost:\(server.port)/file").expect(exit: 35)
  }

  /// In TLS 1.2, the server refuses before the request is sent.
  @Test func reportsMissingClientCertificate() throws {
    try OpenSSLServer.certify("localhost", alternative: "DNS:localhost", days: 9, in: sandbox)
    let server = try OpenSSLServer(in: sandbox, "-tls1_2", "-Verify", "1")

    try req("--retry", "0", "--insecure", "https://localhost:\(server.port)/file").expect(exit: 35)
  }

  /// An attacker may have ended the connection.
  @Test(arguments: [false, true]) func treatsMissingCloseNotifyAsTruncation(hasLength: Bool) throws
  {
    let server = try server()
    let body = String(repeating: "a line of text\n", count: 5000)
    let length = hasLength ? "Content-Length: \(body.utf8.count)\r\n" : ""
    try sandbox.shell("mkfifo pipe").expect(exit: 0)
    let live = try req.start([
      "--retry", "0", "--cacert", "localhost.pem", "https://localhost:\(server.port)/pipe",
    ])
    let path = "\(sandbox.work)/pipe"
    try BackgroundThread.start {
      // Opens when s_server does, and keeps the pipe open.
      guard let pipe = try? Descriptor.open(path, O_WRONLY) else { return }
      _ = Descriptor.write(pipe, Array("HTTP/1.1 200 OK\r\n\(length)\r\n\(body)".utf8))
      _ = Descriptor.wait(-1, within: .seconds(1))
    }
    #expect(live.readLine() == "a line of text")

    server.kill()

    try live.finish().expect(exit: 18)
  }

  @Test func refusesDowngradeUnlessAllowed() throws {
    let plain = try LoopbackServer { _ in "plain" }
    let server = try server()
    try sandbox.write(
      "away", "HTTP/1.1 302 Found\r\nLocation: \(plain.url("/"))\r\nContent-Length: 0\r\n\r\n")
    let options = ["--cacert", "localhost.pem", "https://localhost:\(server.port)/away"]

    try req.run(options).expect(exit: 47).expect(says: "from https to http")
    #expect(plain.requestCount == 0)
    #expect(try req.run(["--allow-downgrade"] + options).expect(exit: 0).text == "plain")
  }
}
