import Testing

@testable import WirelineCore
@testable import WirelineReq
@testable import WirelineRequests

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

@Suite struct CertificateOptionTests {
  @Test func masksPassword() {
    let option = OptionBinding.declarations { RequestOptions() }.1.first { $0.name == "cert" }
    #expect(["a:secret", "a"].map { option?.shown($0) } == ["a:REDACTED", "a"])
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
