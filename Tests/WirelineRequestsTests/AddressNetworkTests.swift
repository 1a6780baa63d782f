import Testing

@testable import WirelineCore
@testable import WirelineRequests

@Suite struct AddressNetworkTests {
  @Test(arguments: [
    ("10.0.0.0/8", "10.255.1.2", true), ("10.0.0.0/8", "11.0.0.1", false),
    ("192.168.4.0/22", "192.168.7.255", true), ("192.168.4.0/22", "192.168.8.0", false),
    ("0.0.0.0/0", "1.2.3.4", true), ("1.2.3.4/32", "1.2.3.4", true),
    ("1.2.3.4/32", "1.2.3.5", false), ("2001:db8::/33", "2001:db8:7fff::1", true),
    ("2001:db8::/33", "2001:db8:8000::1", false), ("[::1]/128", "::1", true),
    ("0.0.0.0/0", "::1", false), ("0.0.0.0/0", "example.com", false),
  ])
  func containsAddressesOfNetwork(network: String, address: String, isContained: Bool) throws {
    #expect(try #require(AddressNetwork(network)).contains(address) == isContained)
  }

  @Test(arguments: [
    "", "/", "10.0.0.0", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0/8", "::/129", "a/8",
    "10.0.0.0/8/8", "10.0.0.0/+8",
  ])
  func rejectsInvalidNetworks(text: String) { #expect(AddressNetwork(text) == nil) }
}

@Suite struct SecretTests {
  @Test(arguments: [
    ("http://u:p@h/x?api_key=1&a=2", "http://h/x?api_key=REDACTED&a=2"),
    ("ftp://u:p@h/x?token=1", "ftp://***@h/x?token=REDACTED"),
    ("/y?Access-Token=1", "/y?Access-Token=REDACTED"),
    ("/y?a=1", "/y?a=1"), ("a\nb", "a%0Ab"),
    // Only the authority can contain a password.
    ("/users/@me?x=1", "/users/@me?x=1"), ("@me", "@me"), ("a/b@c", "a/b@c"),
    ("//u:p@h/@me", "//***@h/@me"), ("//h/x//u@me", "//h/x//u@me"), ("?to=//u@me", "?to=//u@me"),
    ("ftp://u@p@h/x@y", "ftp://***@h/x@y"), ("ftp://h?u@h", "ftp://h?u@h"),
    ("https:/u:p@h:0/", "https:/***@h:0/"), ("http:\\\\u:p@h\\@x", "http:\\\\***@h\\@x"),
    ("https:u:p@h/", "https:***@h/"), ("mailto:me@h", "mailto:me@h"), ("", ""),
  ])
  func redactsSecretsInURLs(text: String, redacted: String) {
    #expect(Secrets.redacted(url: text) == redacted)
  }

  @Test func redactsURLsInHeaderFields() {
    let fields: HeaderFields = ["location": "/n?key=1", "Referer": "http://a:b@h/", "X": "key=1"]
    #expect(
      Secrets.redacted(fields) == [
        "location": "/n?key=REDACTED", "Referer": "http://h/", "X": "key=1",
      ])
  }
}
