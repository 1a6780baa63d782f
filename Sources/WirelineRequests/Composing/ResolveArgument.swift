internal import WirelineCore

/// Addresses to use for a host, as curl's `--resolve` gives them:
/// `host:port:address[,address]…`, an IPv6 address in brackets or without.
package struct ResolveArgument: Sendable, Equatable {
  /// Lower case.
  package let host: String
  /// 1…65535.
  package let port: Int
  /// One at least.
  package let addresses: [String]

  package init?(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, !parts[0].isEmpty, let port = Int(digits: parts[1]),
      (1...65535).contains(port)
    else { return nil }
    host = parts[0].lowercased()
    self.port = port
    addresses = parts[2].split(separator: ",").map { address in
      address.hasPrefix("[") && address.hasSuffix("]")
        ? String(address.dropFirst().dropLast()) : String(address)
    }
    guard !addresses.isEmpty, addresses.allSatisfy(Self.isAddress) else { return nil }
  }

  private static func isAddress(_ text: String) -> Bool {
    do throws(InvalidURL) {
      let url = try RequestURL(text.contains(":") ? "http://[\(text)]/" : "http://\(text)/")
      return url.isIPv6 || url.host.split(separator: ".").allSatisfy { Int(digits: $0) != nil }
    } catch {
      return false
    }
  }
}
