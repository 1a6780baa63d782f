import Testing

@testable import WirelineCore
@testable import WirelineRequests

@Suite struct DigestChallengeTests {
  /// RFC 7616 §3.9.1.
  private static let fields: HeaderFields = [
    "WWW-Authenticate": """
    Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=SHA-256, \
    nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", \
    opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"
    """,
    "www-authenticate": """
    Basic realm="a, b", Digest realm="http-auth@example.org", qop="auth, auth-int", \
    algorithm=MD5, nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v"
    """,
  ]

  private func response(_ fields: [HeaderFields.Field]) throws -> String {
    try #require(DigestChallenge.strongest(HeaderFields(fields))).authorization(
      user: "Mufasa", password: "Circle of Life", method: "GET", target: "/dir/index.html",
      count: 1, clientNonce: "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ")
  }

  @Test(arguments: [
    (0, "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"),
    (1, "8ca523f5e9506fed4657c9700eebdbec"),
  ])
  func computesExamplesOfRFC(index: Int, response: String) throws {
    let text = try self.response([Self.fields.fields[index]])

    #expect(text.hasPrefix("Digest username=\"Mufasa\", realm=\"http-auth@example.org\", "))
    #expect(text.contains("uri=\"/dir/index.html\", response=\"\(response)\""))
    #expect(text.contains("nc=00000001, qop=auth"))
    #expect(text.contains("opaque=") == (index == 0))
  }

  @Test func prefersStrongerAlgorithm() throws {
    #expect(try response(Self.fields.fields.reversed()).contains("algorithm=SHA-256"))
    #expect(DigestChallenge.offersBasic(Self.fields))
  }

  @Test(arguments: [
    "Basic realm=\"r\"", "Digest realm=\"r\"", "Digest nonce=\"n\"", "", "=", ",,\"",
    "Digest realm=\"r\", nonce=\"n\", algorithm=SHA-512",
    "Digest realm=\"r\", nonce=\"n\", qop=\"auth-int\"",
  ])
  func ignoresOtherChallenges(field: String) {
    #expect(DigestChallenge.strongest(["WWW-Authenticate": field]) == nil)
  }

  @Test func acceptsChallengeWithoutQuality() throws {
    let challenge = DigestChallenge.strongest([
      "WWW-Authenticate": "digest nonce=n,realm=\"a\\\"b\""
    ])
    let text = try #require(challenge).authorization(
      user: "u", password: "p", method: "GET", target: "/", count: 1, clientNonce: "c")

    #expect(text.contains("realm=\"a\\\"b\"") && !text.contains("qop") && !text.contains("cnonce"))
    #expect(challenge?.isStale == false)
  }
}
