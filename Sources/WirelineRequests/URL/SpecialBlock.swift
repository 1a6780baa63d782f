/// A block of addresses with a meaning of its own.
struct SpecialBlock: Sendable {
  /// The first bytes; the rest of them is zero.
  let prefix: [UInt8]
  /// How many bits of `prefix` count.
  let bits: Int
  let meaning: PrivateAddress

  init(_ prefix: [UInt8], _ bits: Int, _ meaning: PrivateAddress) {
    self.prefix = prefix
    self.bits = bits
    self.meaning = meaning
  }

  /// Whether an address of the same family is in the block.
  func contains(_ address: ArraySlice<UInt8>) -> Bool {
    for (index, byte) in address.enumerated() {
      let left = bits - 8 * index
      if left <= 0 { return true }
      let mask = left >= 8 ? 0xFF : UInt8(truncatingIfNeeded: 0xFF00 >> left)
      let wanted = index < prefix.count ? prefix[index] : 0
      if (byte ^ wanted) & mask != 0 { return false }
    }
    return true
  }

  /// https://www.iana.org/assignments/iana-ipv4-special-registry, narrower blocks first.
  static let ipv4 = [
    SpecialBlock([0], 8, .unspecified),
    SpecialBlock([10], 8, .privateUse),
    SpecialBlock([100, 64], 10, .carrierGradeNAT),
    SpecialBlock([127], 8, .loopback),
    SpecialBlock([169, 254], 16, .linkLocal),
    SpecialBlock([172, 16], 12, .privateUse),
    SpecialBlock([192, 0, 0], 24, .reserved),
    SpecialBlock([192, 0, 2], 24, .documentation),
    // RFC 7526: relays of 6to4, given up.
    SpecialBlock([192, 88, 99], 24, .reserved),
    SpecialBlock([192, 168], 16, .privateUse),
    SpecialBlock([198, 18], 15, .benchmarking),
    SpecialBlock([198, 51, 100], 24, .documentation),
    SpecialBlock([203, 0, 113], 24, .documentation),
    SpecialBlock([224], 4, .multicast),
    SpecialBlock([255, 255, 255, 255], 32, .broadcast),
    SpecialBlock([240], 4, .reserved),
  ]

  /// https://www.iana.org/assignments/iana-ipv6-special-registry, narrower blocks first.
  static let ipv6 = [
    SpecialBlock([], 128, .unspecified),
    SpecialBlock([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1], 128, .loopback),
    // RFC 8215: NAT64 with prefixes of one's own.
    SpecialBlock([0, 0x64, 0xFF, 0x9B, 0, 1], 48, .privateUse),
    // RFC 6666 and RFC 9780: what is sent there is thrown away.
    SpecialBlock([1], 64, .reserved),
    SpecialBlock([1, 0, 0, 0, 0, 0, 0, 1], 64, .reserved),
    SpecialBlock([0x20, 1, 0, 2], 48, .benchmarking),
    // RFC 2928: Teredo, ORCHID and other protocols.
    SpecialBlock([0x20, 1], 23, .reserved),
    SpecialBlock([0x20, 1, 0x0D, 0xB8], 32, .documentation),
    SpecialBlock([0x3F, 0xFF], 20, .documentation),
    // RFC 9602: segment routing.
    SpecialBlock([0x5F], 16, .reserved),
    SpecialBlock([0xFC], 7, .uniqueLocal),
    SpecialBlock([0xFE, 0x80], 10, .linkLocal),
    SpecialBlock([0xFE, 0xC0], 10, .privateUse),
    SpecialBlock([0xFF], 8, .multicast),
  ]

  /// Blocks whose addresses carry an IPv4 address, and the first byte of it.
  static let carriers: [(block: SpecialBlock, start: Int)] = [
    // ::/96, IPv4-compatible.
    (SpecialBlock([], 96, .reserved), 12),
    // ::ffff:0:0/96, IPv4-mapped.
    (SpecialBlock([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF], 96, .reserved), 12),
    // ::ffff:0:0:0/96, IPv4-translated (RFC 2765).
    (SpecialBlock([0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF], 96, .reserved), 12),
    // 64:ff9b::/96, NAT64 (RFC 6052).
    (SpecialBlock([0, 0x64, 0xFF, 0x9B], 96, .reserved), 12),
    // 2002::/16, 6to4 (RFC 3056).
    (SpecialBlock([0x20, 2], 16, .reserved), 2),
  ]
}
