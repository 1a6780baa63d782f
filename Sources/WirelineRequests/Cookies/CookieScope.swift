/// Which hosts and paths a cookie is for, RFC 6265 §5.1.
enum CookieScope {
  /// RFC 6265 §5.1.3. An address has no domains above it.
  static func isHost(_ host: String, inDomain domain: String) -> Bool {
    if host == domain { return true }
    return host.hasSuffix(domain) && host.dropLast(domain.count).last == "."
      && !isAddress(host)
  }

  /// RFC 6265 §5.1.4.
  static func isPath(_ path: String, inside cookiePath: String) -> Bool {
    guard path.hasPrefix(cookiePath) else { return false }
    return path.utf8.count == cookiePath.utf8.count || cookiePath.hasSuffix("/")
      || path.utf8.dropFirst(cookiePath.utf8.count).first == 0x2F
  }

  /// The path of a cookie that names none: that of the request up to its last slash.
  static func defaultPath(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return "/" }
    return String(path[..<slash])
  }

  /// Whether a host is an IP address: IPv6 has colons, IPv4 four numbers.
  static func isAddress(_ host: String) -> Bool {
    if host.contains(":") { return true }
    return host.utf8.allSatisfy { $0 == 0x2E || (0x30...0x39).contains($0) }
  }

  /// Where a secret cookie may come from and go to: over TLS, or not over a network at all.
  static func isTrustworthy(_ url: RequestURL) -> Bool {
    url.scheme == .https || url.isLoopback
  }
}
