import Testing

@testable import WirelineCore
@testable import WirelineReq
@testable import WirelineRequests

@Suite struct AWSSignatureTests {
  private func signed(_ scope: String, _ url: String) throws -> RequestSpecification {
    let signature = AWSSignature(
      try SigningScope(parsing: scope),
      login: "AKIDEXAMPLE:wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", now: { 1_440_938_160 })
    var request = RequestSpecification(url: try RequestURL(url))
    try signature.fill(&request)
    return request
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
