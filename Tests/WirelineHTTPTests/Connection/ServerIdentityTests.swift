import Testing

@testable import WirelineHTTP

@Suite struct ServerIdentityTests {
  @Test(arguments: [
    ("example.com", "example.com", true), ("EXAMPLE.com", "example.com", true),
    ("example.com.", "example.com", true), ("example.com", "www.example.com", false),
    ("*.example.com", "www.example.com", true), ("*.example.com", "example.com", false),
    ("*.example.com", "a.b.example.com", false), ("w*.example.com", "www.example.com", false),
    ("www.*.com", "www.example.com", false), ("*.com", "example.com", false),
    ("*", "example", false), ("", "example.com", false), ("127.0.0.1", "127.0.0.1", false),
    ("*.0.0.1", "127.0.0.1", false),
  ])
  func matchesNames(name: String, host: String, isCovered: Bool) {
    #expect(ServerIdentity(names: [name]).covers(host) == isCovered)
  }

  @Test func addressesCoverOnlyAddresses() {
    let identity = ServerIdentity(addresses: [
      [127, 0, 0, 1], [UInt8](repeating: 0, count: 15) + [1],
    ])

    #expect(identity.covers("127.0.0.1"))
    #expect(identity.covers("::1"))
    #expect(!identity.covers("127.0.0.2"))
    #expect(!identity.covers("localhost"))
    #expect(!identity.covers("example.com"))
  }

  @Test func emptyIdentityCoversNothing() { #expect(!ServerIdentity().covers("example.com")) }
}
