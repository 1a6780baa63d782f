/// What an address is that is not one of the public internet: `--deny-private` connects to none.
///
/// From the IANA registries of special-purpose addresses (RFC 6890) and of multicast. An address
/// that carries an IPv4 address (mapped, compatible, translated, NAT64, 6to4) is what that is.
/// Within a special block the few addresses that are reachable from everywhere, such as the anycast
/// ones of 192.0.0.0/24, are special too: no web server answers there.
package enum PrivateAddress: String, CaseIterable, Sendable {
  /// `0.0.0.0/8`, `::`: this host, this network.
  case unspecified
  case loopback
  /// RFC 1918, and the site-local addresses that were before unique local ones.
  case privateUse = "private"
  /// RFC 6598: between a provider's NAT and its customers.
  case carrierGradeNAT = "carrier-grade NAT"
  /// Cloud metadata services are here.
  case linkLocal = "link-local"
  /// RFC 4193.
  case uniqueLocal = "unique local"
  /// RFC 5737, RFC 3849, RFC 9637.
  case documentation
  /// RFC 2544, RFC 5180.
  case benchmarking
  case multicast
  case broadcast
  /// For protocols, tunnels, or no use yet; also bytes that are no address.
  case reserved

  /// - Parameter address: 4 or 16 bytes in network order.
  /// - Returns: nil for an address of the public internet.
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
    SpecialBlock.ipv4.first { $0.contains(address) }?.meaning
  }

  private static func ipv6(_ address: [UInt8]) -> PrivateAddress? {
    if let block = SpecialBlock.ipv6.first(where: { $0.contains(address[...]) }) {
      return block.meaning
    }
    guard let carrier = SpecialBlock.carriers.first(where: { $0.block.contains(address[...]) })
    else { return nil }
    return ipv4(address[carrier.start..<(carrier.start + 4)])
  }
}
