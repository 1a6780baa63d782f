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
    "Digest realm=\"r\", nonce=\"n\", algorithm=SHA-512-256",
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

@Suite struct AWSSignatureTests {
  private func signed(_ scope: String, _ url: String) throws -> RequestSpecification {
    let signature = AWSSignature(
      try SigningScope(parsing: scope),
      login: "AKIDEXAMPLE:wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", now: { 1_440_938_160 })
    return try signature.fill(RequestSpecification(url: try RequestURL(url)))
  }

  /// The case get-vanilla of the test suite of Amazon.
  @Test func computesPublishedSignature() throws {
    let request = try signed("aws:amz:us-east-1:service", "http://example.amazonaws.com/")

    #expect(request.headers["X-Amz-Date"] == "20150830T123600Z")
    #expect(
      request.headers["Authorization"] == """
        AWS4-HMAC-SHA256 \
        Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, \
        SignedHeaders=host;x-amz-date, \
        Signature=5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31
        """)
  }

  /// Computed by botocore 1.x's SigV4Auth.
  @Test(arguments: [
    ("?F.1=a&F.10=b&F=c", "3c7f019ef7742f2da5d789e74c434e8017005a981fe979bbc283c82aa339dce0"),
    ("a:b/c@d,e", "2d1cf3fcf8fb8a9f376408a1b152b02287b88d716fc7165b2178daa34ffdc63a"),
    ("a%3Ab", "1f9f6a881a6e2242c8b3573e87300efaf294b151fe20150b89743d290e61b428"),
  ])
  func encodesPathAndQuery(target: String, signature: String) throws {
    let request = try signed(
      "aws:amz:us-east-1:service", "http://example.amazonaws.com/\(target)")

    #expect(request.headers["Authorization"]?.hasSuffix("Signature=\(signature)") == true)
  }

  @Test func takesMissingScopeFromHost() throws {
    let request = try signed("aws:amz", "https://s3.eu-west-1.amazonaws.com/b/k")

    #expect(request.headers["Authorization"]?.contains("/eu-west-1/s3/aws4_request") == true)
    #expect(request.headers["X-Amz-Content-Sha256"]?.hasPrefix("e3b0c442") == true)
  }

  @Test(arguments: ["", ":amz", "a:b:c:d:e", "a b", "aws:amz\r\nX: y"])
  func rejectsInvalidScope(text: String) {
    #expect(throws: InvalidArgument.self) { try SigningScope(parsing: text) }
  }
}

@Suite struct HostReplacementTests {
  @Test(arguments: [
    ("a:1:b:2", "a", 1, "b", 2), ("::b:2", "x", 9, "b", 2), ("a:1::2", "a", 1, "a", 2),
    ("a:1:b:", "a", 1, "b", 1), ("A::[::1]:", "a", 7, "::1", 7), ("[::1]:1:b:2", "::1", 1, "b", 2),
  ])
  func replacesDestination(
    text: String, host: String, port: Int, to: String, toPort: Int
  ) throws {
    let found = try HostReplacement(parsing: text).destination(of: host, port: port)
    #expect(found?.host == to)
    #expect(found?.port == toPort)
  }

  @Test func appliesToMatchingDestinationOnly() throws {
    let argument = try HostReplacement(parsing: "a:1:b:2")
    #expect(argument.destination(of: "a", port: 2) == nil)
    #expect(argument.destination(of: "b", port: 1) == nil)
  }

  @Test(arguments: [
    "", "a", "a:1:b", "a:x:b:2", "a:1:b:2:3", "[::1:1:b:2", "::b:70000", "::b:-5", "::b:0",
    "a:+80::",
  ])
  func rejectsInvalidArgument(text: String) {
    #expect(throws: InvalidArgument.self) { try HostReplacement(parsing: text) }
  }
}

@Suite struct AllowedProtocolsTests {
  @Test(arguments: [
    ("=https", "https"), ("-http", "https"), ("=http,https", "http https"), ("all,-http", "https"),
    ("+ftp", "http https"), ("-all,+http", "http"),
  ])
  func allowsProtocols(text: String, allowed: String) throws {
    #expect(try AllowedProtocols(parsing: text).names.joined(separator: " ") == allowed)
  }
}
