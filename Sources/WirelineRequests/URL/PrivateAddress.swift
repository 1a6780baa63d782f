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
    let found: PrivateAddress? =
      switch bytes.count {
      case 4: Self.ipv4(bytes[...])
      case 16: Self.ipv6(bytes)
      default: .reserved
      }
    guard let found else { return nil }
    self = found
  }

  private static func ipv4(_ address: ArraySlice<UInt8>) -> PrivateAddress? {
    SpecialPurposeBlock.ipv4.first { $0.contains(address) }?.category
  }

  private static func ipv6(_ address: [UInt8]) -> PrivateAddress? {
    if let block = SpecialPurposeBlock.ipv6.first(where: { $0.contains(address[...]) }) {
      return block.category
    }
    let embedding = SpecialPurposeBlock.ipv4Embeddings.first { $0.block.contains(address[...]) }
    guard let embedding else { return nil }
    return ipv4(address[embedding.start..<(embedding.start + 4)])
  }
}

/// A range of addresses with the same leading bits.
private struct AddressPrefix: Sendable, Equatable {
  /// The leading bytes; the others are zero.
  let bytes: [UInt8]
  let bits: Int

  func contains(_ address: ArraySlice<UInt8>) -> Bool {
    for (index, byte) in address.enumerated() {
      let remaining = bits - 8 * index
      if remaining <= 0 { return true }
      let mask = remaining >= 8 ? 0xFF : UInt8(truncatingIfNeeded: 0xFF00 >> remaining)
      let expected = index < bytes.count ? bytes[index] : 0
      if (byte ^ expected) & mask != 0 { return false }
    }
    return true
  }
}

private struct SpecialPurposeBlock: Sendable {
  let prefix: AddressPrefix
  let category: PrivateAddress

  init(_ prefix: [UInt8], _ bits: Int, _ category: PrivateAddress) {
    self.prefix = AddressPrefix(bytes: prefix, bits: bits)
    self.category = category
  }

  func contains(_ address: ArraySlice<UInt8>) -> Bool { prefix.contains(address) }

  /// https://www.iana.org/assignments/iana-ipv4-special-registry, narrower blocks first.
  static let ipv4 = [
    SpecialPurposeBlock([0], 8, .unspecified),
    SpecialPurposeBlock([10], 8, .privateUse),
    SpecialPurposeBlock([100, 64], 10, .carrierGradeNAT),
    SpecialPurposeBlock([127], 8, .loopback),
    SpecialPurposeBlock([169, 254], 16, .linkLocal),
    SpecialPurposeBlock([172, 16], 12, .privateUse),
    SpecialPurposeBlock([192, 0, 0], 24, .reserved),
    SpecialPurposeBlock([192, 0, 2], 24, .documentation),
    SpecialPurposeBlock([192, 88, 99], 24, .reserved),  // RFC 7526: relays of 6to4, deprecated.
    SpecialPurposeBlock([192, 168], 16, .privateUse),
    SpecialPurposeBlock([198, 18], 15, .benchmarking),
    SpecialPurposeBlock([198, 51, 100], 24, .documentation),
    SpecialPurposeBlock([203, 0, 113], 24, .documentation),
    SpecialPurposeBlock([224], 4, .multicast),
    SpecialPurposeBlock([255, 255, 255, 255], 32, .broadcast),
    SpecialPurposeBlock([240], 4, .reserved),
  ]

  /// https://www.iana.org/assignments/iana-ipv6-special-registry, narrower blocks first.
  static let ipv6 = [
    SpecialPurposeBlock([], 128, .unspecified),
    SpecialPurposeBlock([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1], 128, .loopback),
    // RFC 8215: locally assigned NAT64 prefixes.
    SpecialPurposeBlock([0, 0x64, 0xFF, 0x9B, 0, 1], 48, .privateUse),
    SpecialPurposeBlock([1], 64, .reserved),  // RFC 6666 and RFC 9780: discard-only.
    SpecialPurposeBlock([1, 0, 0, 0, 0, 0, 0, 1], 64, .reserved),
    SpecialPurposeBlock([0x20, 1, 0, 2], 48, .benchmarking),
    SpecialPurposeBlock([0x20, 1], 23, .reserved),  // RFC 2928: Teredo, ORCHID and other protocols.
    SpecialPurposeBlock([0x20, 1, 0x0D, 0xB8], 32, .documentation),
    SpecialPurposeBlock([0x3F, 0xFF], 20, .documentation),
    SpecialPurposeBlock([0x5F], 16, .reserved),  // RFC 9602: segment routing.
    SpecialPurposeBlock([0xFC], 7, .uniqueLocal),
    SpecialPurposeBlock([0xFE, 0x80], 10, .linkLocal),
    SpecialPurposeBlock([0xFE, 0xC0], 10, .privateUse),
    SpecialPurposeBlock([0xFF], 8, .multicast),
  ]

  /// Blocks of addresses that embed an IPv4 address, and the offset of its first byte.
  static let ipv4Embeddings: [(block: SpecialPurposeBlock, start: Int)] = [
    (SpecialPurposeBlock([], 96, .reserved), 12),  // ::/96, IPv4-compatible.
    // ::ffff:0:0/96, IPv4-mapped.
    (SpecialPurposeBlock([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF], 96, .reserved), 12),
    // ::ffff:0:0:0/96, IPv4-translated (RFC 2765).
    (SpecialPurposeBlock([0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF], 96, .reserved), 12),
    // 64:ff9b::/96, NAT64 (RFC 6052).
    (SpecialPurposeBlock([0, 0x64, 0xFF, 0x9B], 96, .reserved), 12),
    (SpecialPurposeBlock([0x20, 2], 16, .reserved), 2),  // 2002::/16, 6to4 (RFC 3056).
  ]
}

/// A network in CIDR notation, RFC 4632 and RFC 4291: `10.0.0.0/8`.
package struct AddressNetwork: Sendable, Equatable {
  private let prefix: AddressPrefix
  private let byteCount: Int

  /// - Returns: nil for any other text.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let prefix = Int(digits: parts[1]),
      let bytes = IPAddress.bytes(of: parts[0]), prefix <= bytes.count * 8
    else { return nil }
    self.prefix = AddressPrefix(bytes: bytes, bits: prefix)
    byteCount = bytes.count
  }

  /// Whether the network contains an address. False for names.
  package func contains(_ host: String) -> Bool {
    guard let address = IPAddress.bytes(of: host), address.count == byteCount else { return false }
    return prefix.contains(address[...])
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
