import Glibc
import NIOSSL

/// The names that a certificate is for, and whether a host is one of them,
/// RFC 9525.
///
/// The TLS library takes a certificate for the address that was connected to,
/// whatever name was asked for: then whoever answers a name with an address of
/// his own, and has a certificate for that address, could speak for any host.
/// It takes the common name too, which RFC 9525 §2 no longer does.
struct ServerIdentity: Equatable {
  /// `example.com`, `*.example.com`; as in the certificate.
  var names: [String] = []
  /// 4 or 16 bytes each.
  var addresses: [[UInt8]] = []

  init(names: [String] = [], addresses: [[UInt8]] = []) {
    self.names = names
    self.addresses = addresses
  }

  init(_ certificate: NIOSSLCertificate) {
    for name in certificate._subjectAlternativeNames() {
      switch name.nameType {
      case .dnsName: names.append(String(decoding: name.contents, as: UTF8.self))
      case .ipAddress: addresses.append(Array(name.contents))
      default: break
      }
    }
  }

  /// - Parameter host: as in a URL: lower case, IPv6 without brackets.
  func covers(_ host: String) -> Bool {
    if let address = Self.address(host) { return addresses.contains(address) }
    let labels = Self.labels(host)
    return names.contains { Self.matches(Self.labels($0.lowercased()), labels) }
  }

  /// RFC 9525 §6.3: a wildcard is a whole label, the first, and stands for one.
  /// One for all names of a top-level domain is taken for none.
  private static func matches(_ pattern: [Substring], _ labels: [Substring]) -> Bool {
    guard pattern.count == labels.count, !labels.isEmpty else { return false }
    guard pattern.first == "*" else { return pattern == labels }
    return pattern.count > 2 && pattern.dropFirst() == labels.dropFirst()
  }

  /// A dot at the end is no label.
  private static func labels(_ name: String) -> [Substring] {
    (name.hasSuffix(".") ? name.dropLast() : name[...])
      .split(separator: ".", omittingEmptySubsequences: false)
  }

  /// The bytes of an address; nil for a name.
  private static func address(_ host: String) -> [UInt8]? {
    for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
      var bytes = [UInt8](repeating: 0, count: count)
      if inet_pton(family, host, &bytes) == 1 { return bytes }
    }
    return nil
  }
}
