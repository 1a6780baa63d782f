import Testing

@testable import WirelineCore
@testable import WirelineRequests

@Suite struct PublicSuffixesTests {
  @Test(arguments: [
    // The ICANN section, with rules of one to three labels.
    "com", "uk", "co.uk", "jp", "ac.jp", "kyoto.jp", "ide.kyoto.jp",
    // Wildcards.
    "anything.ck", "anything.er", "c.kobe.jp", "x.advisor.ws",
    // Their parents, whose subdomains have different owners.
    "kawasaki.jp", "compute.amazonaws.com", "advisor.ws",
    "co.uk.", "c.kobe.jp.",
    // The private section.
    "github.io", "blogspot.com", "s3.amazonaws.com",
    // Punycode of 公司.cn and 中国.
    "xn--55qx5d.cn", "xn--fiqs8s",
    // The default rule.
    "localhost", "example", "",
  ])
  func knowsPublicSuffixes(domain: String) { #expect(PublicSuffixes.contains(domain)) }

  @Test(arguments: [
    "example.com", "a.example.com", "bbc.co.uk", "www.bbc.co.uk", "b.ide.kyoto.jp",
    // Exceptions to wildcards.
    "www.ck", "city.kobe.jp", "b.city.kobe.jp",
    "a.b.er", "someone.github.io", "shishi.xn--fiqs8s", "xn--85x722f.com.cn", "kobe.jp.example.com",
    "bbc.co.uk.", "uk.co.example.net", "example.local",
  ])
  func knowsRegisteredDomains(domain: String) { #expect(!PublicSuffixes.contains(domain)) }

  @Test(
    arguments: [
      ("www.example.com", "example.com", false), ("a.b.c.example.com", "b.c.example.com", false),
      ("www.bbc.co.uk", "bbc.co.uk", false), ("www.bbc.co.uk", "co.uk", true),
      ("bbc.co.uk", "bbc.co.uk", false),
      // Wildcards.
      ("a.eu-west-1.compute.amazonaws.com", "compute.amazonaws.com", true),
      ("a.eu-west-1.compute.amazonaws.com", "eu-west-1.compute.amazonaws.com", true),
      ("b.a.eu-west-1.compute.amazonaws.com", "a.eu-west-1.compute.amazonaws.com", false),
      ("a.b.kawasaki.jp", "kawasaki.jp", true), ("kawasaki.jp", "kawasaki.jp", true),
      // Exceptions to wildcards.
      ("www.city.kawasaki.jp", "city.kawasaki.jp", false),
      ("city.kawasaki.jp", "kawasaki.jp", true), ("www.ck", "www.ck", false),
      // A domain without a rule, whose subdomain is a public suffix.
      ("bucket.s3.amazonaws.com", "amazonaws.com", true),
      ("s3.amazonaws.com", "amazonaws.com", true), ("x.amazonaws.com", "amazonaws.com", false),
      // The root of the name system.
      ("www.bbc.co.uk.", "co.uk.", true), ("www.bbc.co.uk.", "bbc.co.uk.", false),
    ])
  func comparesDomainWithPublicSuffixOfHost(host: String, domain: String, isShared: Bool) {
    #expect(PublicSuffixes.isShared(domain, of: host) == isShared)
  }

  @Test func findsEveryRule() {
    #expect(PublicSuffixes.labels.values.reduce(0) { $0 + $1.count } > 8000)
    for (parent, labels) in PublicSuffixes.labels {
      for label in labels where !label.hasPrefix("!") {
        let domain = "\(label == "*" ? "any" : label).\(parent)"
        #expect(PublicSuffixes.contains(domain), "\(domain)")
        #expect(domain.utf8.allSatisfy { $0 < 0x80 })
      }
    }
  }
}
