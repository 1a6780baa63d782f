internal import Glibc
internal import WirelineCore

/// A network of addresses as RFC 4632 and RFC 4291 write it: `10.0.0.0/8`.
package struct AddressNetwork: Sendable, Equatable {
  private let bytes: [UInt8]
  private let prefix: Int

  /// - Returns: nil for any other text.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let prefix = Int(digits: parts[1]),
      let bytes = Self.address(String(parts[0])), prefix <= bytes.count * 8
    else { return nil }
    self.bytes = bytes
    self.prefix = prefix
  }

  /// Whether an address is in it; a name is in none.
  package func contains(_ host: String) -> Bool {
    guard let other = Self.address(host), other.count == bytes.count else { return false }
    for bit in 0..<prefix {
      let difference: UInt8 = bytes[bit / 8] ^ other[bit / 8]
      if difference & (0x80 >> UInt8(bit % 8)) != 0 { return false }
    }
    return true
  }

  /// The bytes of an IPv4 or IPv6 address, with or without brackets.
  private static func address(_ text: String) -> [UInt8]? {
    let text =
      text.hasPrefix("[") && text.hasSuffix("]") ? String(text.dropFirst().dropLast()) : text
    for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
      var bytes = [UInt8](repeating: 0, count: count)
      if inet_pton(family, text, &bytes) == 1 { return bytes }
    }
    return nil
  }
}
