import TestSupport
import Testing

@testable import WirelineHTTP

@Suite struct ConnectionTimingTests {
  /// Of `/C=DE/O=Bücher & Söhne/CN=www.example.com`, signed by itself.
  private static let certificate = Base64Text.decode(
    "MIIB2TCCAX+gAwIBAgIUI+ug1dhoxZsJ3YO+HP6XGxGFCOAwCgYIKoZIzj0EAwIwQjELMAkGA1UEBhMCREUxGTAXBgNV"
      + "BAoMEELDvGNoZXIgJiBTw7ZobmUxGDAWBgNVBAMMD3d3dy5leGFtcGxlLmNvbTAeFw0yNjExMjMwNzI3MDBaFw0z"
      + "NjExMjAwNzI3MDBaMEIxCzAJBgNVBAYTAkRFMRkwFwYDVQQKDBBCw7xjaGVyICYgU8O2aG5lMRgwFgYDVQQDDA93"
      + "d3cuZXhhbXBsZS5jb20wWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAASN7KdMdoB0+Cn2IfTwbKM5B+ynHzFbYQa7"
      + "xBaVIk5xJmQuCAWciaCZez93rzK3QVz+vCxCYtJE3qk5nhLNabS6o1MwUTAdBgNVHQ4EFgQUF560xrJmJ3M1gmeP"
      + "3NFs0tKlzawwHwYDVR0jBBgwFoAUF560xrJmJ3M1gmeP3NFs0tKlzawwDwYDVR0TAQH/BAUwAwEB/zAKBggqhkjO"
      + "PQQDAgNIADBFAiEA73cK8xgn9+krO7/i1BKCBL1MiuEpyYJNH9G7mdZWeuECIGQI8ITYfLapERfBNezFYfBf3ILc"
      + "witivtVwyLgf6o04h")

  @Test func readsNamesOfCertificate() throws {
    let names = try #require(CertificateNames(Self.certificate))

    #expect(names.subject == "CN=www.example.com, O=Bücher & Söhne, C=DE")
    #expect(names.issuer == names.subject)
  }

  @Test func survivesDamagedCertificates() {
    var random = SeededGenerator(seed: 12)
    for end in 0..<Self.certificate.count {
      _ = CertificateNames(Array(Self.certificate[..<end]))
    }
    for _ in 0..<3000 {
      _ = CertificateNames(random.mutation(of: Self.certificate))
      _ = CertificateNames(random.bytes(0...80))
    }
  }

  private static let hello: [UInt8] =
    [22, 3, 3, 0, 90, 2, 0, 0, 86, 3, 3] + [UInt8](repeating: 7, count: 32) + [4, 1, 2, 3, 4]
    + [0x13, 0x02, 0]

  @Test func readsCipherOfServerHello() {
    #expect(
      CipherSuites.serverChoice(Self.hello).map(CipherSuites.name) == "TLS_AES_256_GCM_SHA384")
    for end in 0..<50 { #expect(CipherSuites.serverChoice(Array(Self.hello[..<end])) == nil) }
    #expect(CipherSuites.serverChoice([21] + Self.hello.dropFirst()) == nil)
    #expect(CipherSuites.name(0xABCD) == "0xABCD")
  }
}
