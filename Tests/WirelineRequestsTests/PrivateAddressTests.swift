import Glibc
import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineRequests

@Suite struct PrivateAddressTests {
  static let ipv4: [(String, PrivateAddress?)] = [
    ("0.0.0.0", .unspecified), ("0.255.255.255", .unspecified), ("1.0.0.0", nil),
    ("9.255.255.255", nil), ("10.0.0.0", .privateUse), ("10.255.255.255", .privateUse),
    ("11.0.0.0", nil), ("100.63.255.255", nil), ("100.64.0.0", .carrierGradeNAT),
    ("100.127.255.255", .carrierGradeNAT), ("100.128.0.0", nil), ("126.255.255.255", nil),
    ("127.0.0.1", .loopback), ("127.255.255.255", .loopback), ("128.0.0.0", nil),
    ("169.253.255.255", nil), ("169.254.169.254", .linkLocal), ("169.255.0.0", nil),
    ("172.15.255.255", nil), ("172.16.0.0", .privateUse), ("172.31.255.255", .privateUse),
    ("172.32.0.0", nil), ("192.0.0.1", .reserved), ("192.0.1.0", nil),
    ("192.0.2.1", .documentation), ("192.0.3.0", nil), ("192.88.99.1", .reserved),
    ("192.167.255.255", nil), ("192.168.0.0", .privateUse), ("192.168.255.255", .privateUse),
    ("192.169.0.0", nil), ("198.17.255.255", nil), ("198.18.0.0", .benchmarking),
    ("198.19.255.255", .benchmarking), ("198.20.0.0", nil), ("198.51.100.7", .documentation),
    ("203.0.113.7", .documentation), ("223.255.255.255", nil), ("224.0.0.1", .multicast),
    ("239.255.255.255", .multicast), ("240.0.0.1", .reserved), ("255.255.255.254", .reserved),
    ("255.255.255.255", .broadcast), ("8.8.8.8", nil), ("93.184.216.34", nil),
  ]

  static let ipv6: [(String, PrivateAddress?)] = [
    ("::", .unspecified), ("::1", .loopback), ("::2", .unspecified), ("::7f00:1", .loopback),
    ("::ffff:127.0.0.1", .loopback), ("::ffff:10.1.2.3", .privateUse), ("::ffff:8.8.8.8", nil),
    ("::10.1.2.3", .privateUse), ("::8.8.8.8", nil), ("::ffff:0:10.1.2.3", .privateUse),
    ("64:ff9b::10.1.2.3", .privateUse), ("64:ff9b::169.254.169.254", .linkLocal),
    ("64:ff9b::8.8.8.8", nil), ("64:ff9b:1::8.8.8.8", .privateUse), ("64:ff9b:2::1", nil),
    ("2002:7f00:1::1", .loopback), ("2002:c0a8:101::", .privateUse), ("2002:808:808::1", nil),
    ("100::1", .reserved), ("100:0:0:1::1", .reserved), ("100:0:0:2::1", nil),
    ("2001::1", .reserved), ("2001:0:4136:e378::1", .reserved), ("2001:1ff:ffff::", .reserved),
    ("2001:200::1", nil), ("2001:2::1", .benchmarking), ("2001:2:1::1", .reserved),
    ("2001:db8::1", .documentation), ("2001:db9::", nil), ("3ffe::1", nil),
    ("3fff::1", .documentation), ("3fff:fff::1", .documentation), ("3fff:1000::", nil),
    ("5f00::1", .reserved), ("fbff::1", nil), ("fc00::1", .uniqueLocal), ("fd12::1", .uniqueLocal),
    ("fe00::1", nil), ("fe80::1", .linkLocal), ("febf::1", .linkLocal), ("fec0::1", .privateUse),
    ("feff::1", .privateUse), ("ff02::1", .multicast), ("2606:4700:4700::1111", nil),
    ("2a00:1450:4001::8a", nil),
  ]

  @Test(arguments: ipv4)
  func classifiesIPv4Addresses(text: String, expected: PrivateAddress?) throws {
    let address = try #require(Self.bytes(text, AF_INET, 4))

    #expect(PrivateAddress(address) == expected)
    #expect(PrivateAddress([UInt8](repeating: 0, count: 10) + [0xFF, 0xFF] + address) == expected)
    #expect(PrivateAddress([0x20, 0x02] + address + [UInt8](repeating: 7, count: 10)) == expected)
  }

  @Test(arguments: ipv6)
  func classifiesIPv6Addresses(text: String, expected: PrivateAddress?) throws {
    #expect(PrivateAddress(try #require(Self.bytes(text, AF_INET6, 16))) == expected)
  }

  @Test(arguments: [0, 1, 3, 5, 15, 17, 32])
  func treatsInvalidLengthAsReserved(count: Int) {
    #expect(PrivateAddress([UInt8](repeating: 8, count: count)) == .reserved)
  }

  private static func bytes(_ text: String, _ family: Int32, _ count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    return inet_pton(family, text, &bytes) == 1 ? bytes : nil
  }
}
