import TestSupport
import Testing

/// Servers that the TLS library of `SecureTests` cannot be.
@Suite(.needs("openssl")) struct TLSFaultTests {
  private let sandbox: Sandbox
  private let req: Tool

  init() throws {
    sandbox = try Sandbox()
    req = try Tool("req", in: sandbox)
    try sandbox.write("file", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
  }

  @Test(arguments: [
    ("rsa:2048", "sha1", "signed with SHA-1"), ("rsa:1024", "sha256", "has only 1024 bits"),
  ])
  func rejectsWeakCertificate(key: String, digest: String, says: String) throws {
    try OpenSSLServer.certify("ca", alternative: "DNS:ca", days: 9, in: sandbox)
    try OpenSSLServer.certify(
      "localhost", alternative: "DNS:localhost", days: 9, key: key, issuer: "ca", digest: digest,
      in: sandbox)
    let server = try OpenSSLServer(in: sandbox, "-HTTP", "-cipher", "DEFAULT@SECLEVEL=0")
    let url = "https://localhost:\(server.port)/file"

    try req("--cacert", "ca.pem", "--retry-delay", "1ms", url).expect(exit: 60).expect(says: says)
    let stream = try req("--cacert", "ca.pem", stdin: .lines([url])).expect(exit: 1)
    #expect(stream.records(as: .response).map(\.code) == ["tls"])
    #expect(try req("--insecure", url).expect(exit: 0).text == "ok")
  }

  @Test func rejectsOldProtocol() throws {
    try OpenSSLServer.certify("localhost", alternative: "DNS:localhost", days: 9, in: sandbox)
    let server = try OpenSSLServer(
      in: sandbox, "-HTTP", "-tls1_1", "-cipher", "DEFAULT@SECLEVEL=0")

    try req("--retry", "0", "--insecure", "https://localhost:\(server.port)/file").expect(exit: 35)
  }

  @Test func offersNeitherOldVersionsNorCompression() throws {
    try OpenSSLServer.certify("localhost", alternative: "DNS:localhost", days: 9, in: sandbox)
    let server = try OpenSSLServer(in: sandbox, "-HTTP", "-trace")

    try req("--insecure", "https://localhost:\(server.port)/file").expect(exit: 0)

    let hello = server.readText(until: "ServerHello").filter { $0 != " " }
    // The length is one byte for the list's own length, and two for each version.
    #expect(hello.contains("supported_versions(43),length=5\nTLS1.3(772)\nTLS1.2(771)\n"))
    #expect(hello.contains("compression_methods(len=1)\nNoCompression(0x00)\n"))
  }

  @Test func refusesRenegotiation() throws {
    try OpenSSLServer.certify("localhost", alternative: "DNS:localhost", days: 9, in: sandbox)
    let server = try OpenSSLServer(in: sandbox, "-tls1_2")
    let live = try req.start(
      ["--retry", "0", "--insecure", "https://localhost:\(server.port)/"], stdin: .empty)
    _ = server.readText(until: "GET / HTTP/1.1")

    server.renegotiate()

    try live.wait().expect(exit: 35).expect(says: "no renegotiation")
  }
}
