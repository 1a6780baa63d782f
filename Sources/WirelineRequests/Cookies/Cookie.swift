internal import CTables
internal import Glibc

/// A stored cookie, RFC 6265 §5.3.
package struct Cookie: Sendable, Equatable {
  package var name: String
  /// Secret.
  package var value: String
  /// Normalized like `RequestURL.host`, without a leading dot.
  package var domain: String
  /// Whether subdomains of `domain` do not receive it.
  package var isHostOnly = true
  package var path = "/"
  /// Whether it is sent only over TLS or to the loopback interface.
  package var isSecure = false
  package var isHTTPOnly = false
  /// Seconds since 1970; nil for a session cookie.
  package var expiry: Int?
  /// When it was first set, in seconds since 1970.
  package var creation = 0

  /// - Parameter now: seconds since 1970.
  package func isExpired(now: Int) -> Bool { expiry.map { $0 <= now } ?? false }

  /// The longest lifetime, RFC 6265bis §5.5: 400 days, in seconds.
  static let maximumLifetime = 400 * 86_400

  /// Whether it is sent with a request to `url`, RFC 6265 §5.4.
  package func matches(_ url: RequestURL, now: Int) -> Bool {
    guard !isExpired(now: now), !isSecure || CookieScope.isTrustworthy(url) else { return false }
    let isDomainMatched =
      isHostOnly ? url.host == domain : CookieScope.isHost(url.host, inDomain: domain)
    return isDomainMatched && CookieScope.isPath(url.path, inside: path)
  }

  /// Whether one replaces the other, RFC 6265bis §5.7. A host-only cookie and a domain cookie
  /// coexist.
  func hasSameIdentity(as other: Cookie) -> Bool {
    name == other.name && path == other.path && domain == other.domain
      && isHostOnly == other.isHostOnly
  }
}

/// Domain and path matching, RFC 6265 §5.1.
enum CookieScope {
  /// Domain matching, RFC 6265 §5.1.3. IP addresses match only themselves.
  static func isHost(_ host: String, inDomain domain: String) -> Bool {
    if host == domain { return true }
    return host.hasSuffix(domain) && host.dropLast(domain.count).last == "."
      && !isAddress(host)
  }

  /// Path matching, RFC 6265 §5.1.4.
  static func isPath(_ path: String, inside cookiePath: String) -> Bool {
    guard path.hasPrefix(cookiePath) else { return false }
    return path.utf8.count == cookiePath.utf8.count || cookiePath.hasSuffix("/")
      || path.utf8.dropFirst(cookiePath.utf8.count).first == 0x2F
  }

  /// The path of a cookie without a `Path` attribute: the request's path up to its last slash.
  static func defaultPath(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return "/" }
    return String(path[..<slash])
  }

  static func isAddress(_ host: String) -> Bool { IPAddress.bytes(of: host) != nil }

  /// The name of a host, normalized like `RequestURL.host`; nil if invalid.
  static func canonicalHost(_ name: String) -> String? {
    let text = name.contains(":") && !name.hasPrefix("[") ? "[\(name)]" : name
    return (try? URLHost(Array(text.utf8)[...]))?.name
  }

  /// Whether a `Secure` cookie may be set by and sent to `url`: over TLS or loopback only.
  static func isTrustworthy(_ url: RequestURL) -> Bool { url.scheme == .https || url.isLoopback }
}

/// Domains under which anyone can register names, such as `co.uk` and `github.io`. A cookie for one
/// of them would be sent to unrelated sites.
///
/// Uses the Public Suffix List, https://publicsuffix.org/list/.
enum PublicSuffixes {
  /// Whether hosts of other owners belong to a domain of a host: the domain is a public suffix, or
  /// shorter than the public suffix of the host.
  ///
  /// - Parameters:
  ///   - domain: the host, or one of its parent domains.
  ///   - host: normalized like a URL's host: lower case, Punycode.
  static func isShared(_ domain: String, of host: String) -> Bool {
    var name = Substring(host)
    while name.utf8.count >= domain.utf8.count {
      if contains(String(name)) { return true }
      guard let dot = name.firstIndex(of: ".") else { break }
      name = name[name.index(after: dot)...]
    }
    return false
  }

  /// Whether a domain is a public suffix, or the parent of a wildcard such as `*.kawasaki.jp`,
  /// whose subdomains are public suffixes.
  ///
  /// - Parameter domain: normalized like a URL's host.
  static func contains(_ domain: String) -> Bool {
    var domain = domain.last == "." ? String(domain.dropLast()) : domain
    return domain.withUTF8 { name in
      // The list's default rule: every domain of a single label is a public suffix.
      guard let dot = name.firstIndex(of: UInt8(ascii: ".")) else { return true }
      let label = UnsafeBufferPointer(rebasing: name[..<dot])
      let parent = UnsafeBufferPointer(rebasing: name[(dot + 1)...])
      if let found = labels(under: parent, in: table), hasRule(for: label, in: table, found) {
        return true
      }
      return labels(under: name, in: table).map { wildcard(in: table, $0) != nil } ?? false
    }
  }

  typealias Bytes = UnsafeBufferPointer<UInt8>

  /// The rules that have more than one label: a line `:PARENT LABEL LABEL …` for each parent
  /// domain, sorted by parent. Generated by `public-suffix-table.py`.
  static var table: Bytes {
    Bytes(start: wireline_public_suffixes(), count: wireline_public_suffixes_count)
  }

  /// Binary search for the labels in the group of a parent domain.
  private static func labels(under parent: Bytes, in table: Bytes) -> Range<Int>? {
    var (low, high) = (0, table.count)
    while low < high {
      let middle = (low + high) / 2
      guard let mark = nextGroup(table, middle..<high) else {
        high = middle
        continue
      }
      let name = word(table, mark + 1)
      let difference = compare(table, name, parent)
      if difference == 0 {
        return name.upperBound..<(nextGroup(table, name.upperBound..<table.count) ?? table.count)
      }
      if difference < 0 { low = name.upperBound } else { high = middle }
    }
    return nil
  }

  /// Whether one of the labels is `label`, or a wildcard without an exception for it.
  private static func hasRule(for label: Bytes, in table: Bytes, _ labels: Range<Int>) -> Bool {
    if let wildcard = wildcard(in: table, labels) {
      var low = labels.lowerBound + 1
      while low < wildcard {
        let exception = word(table, low)
        if compare(table, exception.dropFirst(), label) == 0 { return false }
        low = exception.upperBound + 1
      }
      return true
    }
    var (low, high) = (labels.lowerBound + 1, labels.upperBound)
    while low < high {
      var start = (low + high) / 2
      while start > low, table[start - 1] > space { start -= 1 }
      let found = word(table, start)
      let difference = compare(table, found, label)
      if difference == 0 { return true }
      if difference < 0 { low = found.upperBound + 1 } else { high = start }
    }
    return false
  }

  /// The index of the wildcard of a group, which begins with its exceptions and its wildcard.
  private static func wildcard(in table: Bytes, _ labels: Range<Int>) -> Int? {
    var start = labels.lowerBound + 1
    while start < labels.upperBound, table[start] == UInt8(ascii: "!") {
      start = word(table, start).upperBound + 1
    }
    return start < labels.upperBound && table[start] == UInt8(ascii: "*") ? start : nil
  }

  private static func nextGroup(_ table: Bytes, _ range: Range<Int>) -> Int? {
    guard let base = table.baseAddress else { return nil }
    let found = memchr(base + range.lowerBound, Int32(UInt8(ascii: ":")), range.count)
    return found.map { UnsafeRawPointer($0) - UnsafeRawPointer(base) }
  }

  private static func word(_ table: Bytes, _ start: Int) -> Range<Int> {
    var end = start
    while end < table.count, table[end] > space { end += 1 }
    return start..<end
  }

  /// Less than, equal to or greater than 0, like `memcmp`.
  private static func compare(_ table: Bytes, _ word: Range<Int>, _ other: Bytes) -> Int {
    guard let base = table.baseAddress, let start = other.baseAddress else { return word.count }
    let order = memcmp(base + word.lowerBound, start, min(word.count, other.count))
    return order == 0 ? word.count - other.count : Int(order)
  }

  /// Words are separated by spaces and line breaks, which are not above it.
  private static let space = UInt8(ascii: " ")
}
