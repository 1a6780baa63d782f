import TestSupport
import Testing

/// `--deny-private` with disguised addresses. `RequestURLTests` and `PrivateAddressTests` have more
/// notations and addresses.
@Suite struct AddressFaultTests {
  /// Requests a host as an operand and as an input line. No connection may be made.
  private func expect(
    _ host: String, exit: Int32, code: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let server = try LoopbackServer.forbidden(sourceLocation: sourceLocation)
    let url = "http://" + host.replacing("PORT", with: "\(server.port)")
    let options = ["--deny-private", "--retry", "0", "--connect-timeout", "30s"]

    let single = try Tool("req").run(options + ["--", url])
    let stream = try Tool("req").run(
      options, stdin: .lines([StrictJSON.quoted(url)].map { "{\"url\":\($0)}" }))

    single.expect(exit: exit, sourceLocation: sourceLocation)
    let codes = stream.records(as: .response, sourceLocation: sourceLocation).map(\.code)
    #expect(codes == [code], sourceLocation: sourceLocation)
  }

  @Test(arguments: [
    "127.0.0.1:PORT", "0x7f000001:PORT", "0x7f.1:PORT", "[::ffff:127.0.0.1]:PORT",
    // RFC 6761 §6.3.
    "LOCALHOST:PORT", "a.localhost:PORT", "localhost.:PORT",
    "169.254.169.254/", "[64:ff9b::10.0.0.1]/",
    // The host follows the last `@` of the authority.
    "good.example:80@127.0.0.1:PORT/", "a@b@127.0.0.1:PORT/",
  ])
  func deniesPrivateAddress(host: String) throws {
    try expect(host, exit: 7, code: "forbidden_address")
  }

  /// RFC 2606: `.invalid` never resolves.
  @Test(arguments: ["127.0.0.1:PORT@no.such.invalid/", "no.such.invalid#@127.0.0.1:PORT/"])
  func connectsOnlyToHostOfAuthority(url: String) throws { try expect(url, exit: 6, code: "dns") }

  @Test(arguments: [#"good.example\@127.0.0.1:PORT/"#, "127.0.0.1:PORT:80/", "[::1", "/x"])
  func rejectsAmbiguousURLs(url: String) throws {
    try expect(url, exit: 3, code: "invalid_url")
  }

  @Test(arguments: ["http_proxy", "all_proxy", "ALL_PROXY"])
  func refusesProxyFromEnvironment(variable: String) throws {
    let proxy = try LoopbackServer.forbidden()

    let result = try Tool("req")(
      "--deny-private", "--retry", "0", "http://example.invalid/",
      environment: [variable: proxy.url])

    result.expect(exit: 2).expect(says: "req: error: ")
  }

  /// In a network namespace where 8.8.4.4 is this machine.
  @Test(
    .needs("ip", "openssl"), .needsNetwork,
    arguments: ["https://127.0.0.1:4433/", "https://localhost:4433/", "https://169.254.169.254/"])
  func deniesRedirectToPrivateAddress(location: String) throws {
    let sandbox = try Sandbox()
    try OpenSSLServer.certify("localhost", alternative: "IP:8.8.4.4", days: 9, in: sandbox)
    try sandbox.write("file", "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\npublic")
    try sandbox.write(
      "away", "HTTP/1.1 302 Found\r\nLocation: \(location)\r\nContent-Length: 0\r\n\r\n")
    let script = """
      ip link set lo up && ip addr add 8.8.4.4/32 dev lo || exit 99
      openssl s_server -accept 8.8.4.4:4433 -cert localhost.pem -key localhost.key -HTTP > log &
      until grep -q ACCEPT log; do :; done
      for name in file away; do
        req --deny-private --cacert localhost.pem --retry 0 https://8.8.4.4:4433/$name
        echo " $?"
      done
      kill $!
      """

    let result = try Namespace.shell(script, kind: "-n", in: sandbox).expect(exit: 0)

    #expect(result.lines == ["public 0", " 7"], "\(result.story)")
  }
}
