import Testing

@testable import WirelineCore
@testable import WirelineRequests

@Suite struct PublicSuffixesTests {
  @Test(arguments: [
    // ICANN's section, with rules of one to three labels.
    "com", "uk", "co.uk", "jp", "ac.jp", "kyoto.jp", "ide.kyoto.jp",
    // Wildcards.
    "anything.ck", "anything.bd", "c.kobe.jp", "x.bzz.dapps.earth",
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
    "a.b.bd", "someone.github.io", "shishi.xn--fiqs8s", "xn--85x722f.com.cn", "kobe.jp.example.com",
    "co.uk.", "uk.co.example.net", "example.local",
  ])
  func knowsRegisteredDomains(domain: String) { #expect(!PublicSuffixes.contains(domain)) }

  /// Each rule is found wherever it is in the table, which has the rules in order.
  @Test func findsEveryRule() {
    let rules = PublicSuffixTable.rules.withUTF8Buffer { table in
      table.split { $0 <= 0x20 }.map { String(decoding: $0, as: UTF8.self) }
    }
    #expect(rules.count > 9000)
    #expect(zip(rules, rules.dropFirst()).allSatisfy { $0.utf8.lexicographicallyPrecedes($1.utf8) })
    for rule in rules where !rule.hasPrefix("!") {
      let domain = rule.hasPrefix("*") ? "any" + rule.dropFirst() : rule
      #expect(PublicSuffixes.contains(domain), "\(rule)")
      #expect(domain.utf8.allSatisfy { $0 < 0x80 })
    }
  }
}
