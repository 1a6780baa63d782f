internal import Glibc
internal import WirelineCore

/// The category of an address outside the public internet; `--deny-private` refuses to connect to
/// those.
///
/// From the IANA registries of special-purpose addresses (RFC 6890) and of multicast addresses. An
/// address that embeds an IPv4 address (mapped, compatible, translated, NAT64, 6to4) has the
/// category of that address. Globally reachable exceptions within special blocks, such as the
/// anycast addresses of 192.0.0.0/24, are not distinguished: they serve no web content.
package enum PrivateAddress: String, CaseIterable, Sendable {
  case unspecified
  case loopback
  case privateUse = "private"
  case carrierGradeNAT = "carrier-grade NAT"
  /// Includes cloud metadata services.
  case linkLocal = "link-local"
  case uniqueLocal = "unique local"
  case documentation
  case benchmarking
  case multicast
  case broadcast
  /// For protocols, tunnels or future use; also invalid addresses.
  case reserved

  /// - Parameter address: 4 or 16 bytes in network order.
  /// - Returns: nil for a public address.
  package init?(_ address: some Collection<UInt8>) {
    let bytes = Array(address)
    if let special = Self.special.first(where: { $0.network.contains(bytes) }) {
      self = special.category
    } else if let embedding = Self.embeddings.first(where: { $0.network.contains(bytes) }) {
      self.init(bytes[embedding.start..<(embedding.start + 4)])
    } else if bytes.count == 4 || bytes.count == 16 {
      return nil
    } else {
      self = .reserved
    }
  }

  /// https://www.iana.org/assignments/iana-ipv4-special-registry and
  /// https://www.iana.org/assignments/iana-ipv6-special-registry, narrower blocks first.
  private static let special = networks(
    [
      ("0.0.0.0/8", .unspecified), ("10.0.0.0/8", .privateUse), ("100.64.0.0/10", .carrierGradeNAT),
      ("127.0.0.0/8", .loopback), ("169.254.0.0/16", .linkLocal), ("172.16.0.0/12", .privateUse),
      ("192.0.0.0/24", .reserved), ("192.0.2.0/24", .documentation),
      // RFC 7526: relays of 6to4, deprecated.
      ("192.88.99.0/24", .reserved),
      ("192.168.0.0/16", .privateUse), ("198.18.0.0/15", .benchmarking),
      ("198.51.100.0/24", .documentation), ("203.0.113.0/24", .documentation),
      ("224.0.0.0/4", .multicast), ("255.255.255.255/32", .broadcast), ("240.0.0.0/4", .reserved),
      ("::/128", .unspecified), ("::1/128", .loopback),
      // RFC 8215: locally assigned NAT64 prefixes.
      ("64:ff9b:1::/48", .privateUse),
      // RFC 6666 and RFC 9780: discard-only.
      ("100::/64", .reserved), ("100:0:0:1::/64", .reserved),
      ("2001:2::/48", .benchmarking), ("2001:db8::/32", .documentation),
      // RFC 2928: Teredo, ORCHID and other protocols.
      ("2001::/23", .reserved),
      ("3fff::/20", .documentation),
      // RFC 9602: segment routing.
      ("5f00::/16", .reserved),
      ("fc00::/7", .uniqueLocal), ("fe80::/10", .linkLocal), ("fec0::/10", .privateUse),
      ("ff00::/8", .multicast),
    ] as [(String, PrivateAddress)]
  ).map { (network: $0.0, category: $0.1) }

  /// Networks of addresses that embed an IPv4 address, and the offset of its first byte:
  /// compatible, mapped, translated (RFC 2765), NAT64 (RFC 6052) and 6to4 (RFC 3056).
  private static let embeddings = networks([
    ("::/96", 12), ("::ffff:0:0/96", 12), ("::ffff:0:0:0/96", 12), ("64:ff9b::/96", 12),
    ("2002::/16", 2),
  ]).map { (network: $0.0, start: $0.1) }

  private static func networks<Value>(_ table: [(String, Value)]) -> [(AddressNetwork, Value)] {
    table.compactMap { text, value in AddressNetwork(text).map { ($0, value) } }
  }
}

/// A network in CIDR notation, RFC 4632 and RFC 4291: `10.0.0.0/8`.
package struct AddressNetwork: Sendable, Equatable {
  private let bytes: [UInt8]
  private let bits: Int

  /// - Returns: nil for any other text.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let bits = Int(digits: parts[1]),
      let bytes = IPAddress.bytes(of: parts[0]), bits <= bytes.count * 8
    else { return nil }
    (self.bytes, self.bits) = (bytes, bits)
  }

  /// Whether the network contains an address. False for names.
  package func contains(_ host: String) -> Bool {
    IPAddress.bytes(of: host).map { contains($0) } ?? false
  }

  fileprivate func contains(_ address: [UInt8]) -> Bool {
    address.count == bytes.count
      && address.indices.allSatisfy { index in
        let mask = 0xFF00 >> min(max(bits - 8 * index, 0), 8)
        return (address[index] ^ bytes[index]) & UInt8(truncatingIfNeeded: mask) == 0
      }
  }
}

package enum IPAddress {
  /// The 4 or 16 bytes of an address, IPv6 with or without brackets; nil for other text.
  package static func bytes(of text: some StringProtocol) -> [UInt8]? {
    let isBracketed = text.hasPrefix("[") && text.hasSuffix("]")
    let address = isBracketed ? String(text.dropFirst().dropLast()) : String(text)
    for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
      var bytes = [UInt8](repeating: 0, count: count)
      if inet_pton(family, address, &bytes) == 1 { return bytes }
    }
    return nil
  }
}
