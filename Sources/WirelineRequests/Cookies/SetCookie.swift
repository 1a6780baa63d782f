internal import WirelineCore

/// A parsed `Set-Cookie` field, RFC 6265 §5.2.
///
/// Follows RFC 6265bis where it is stricter: rejects control characters, limits sizes, and ignores
/// attributes that are too long.
struct SetCookie: Sendable, Equatable {
  /// The maximum length of name and value together, RFC 6265bis §5.6.
  static let maximumBytes = 4096
  /// Longer attribute values are ignored, RFC 6265bis §5.6.
  static let maximumAttributeBytes = 1024

  let name: String
  let value: String
  /// Seconds since 1970.
  private(set) var expires: Int?
  /// Seconds from now; 0 or less removes the cookie.
  private(set) var maximumAge: Int?
  /// Without a leading dot; nil if empty.
  private(set) var domain: String?
  /// The path; nil unless it begins with a slash.
  private(set) var path: String?
  private(set) var isSecure = false
  private(set) var isHTTPOnly = false

  /// Returns nil if the field is malformed or too long.
  init?(_ field: String) {
    // RFC 6265bis allows tabs, but the cookie file format cannot represent them.
    guard !field.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return nil }
    var parts = field.split(separator: ";", omittingEmptySubsequences: false)
    let (name, value) = Self.pair(parts.removeFirst())
    // RFC 6265 §5.2. RFC 6265bis accepts nameless cookies, which servers can confuse with named
    // ones.
    guard let value, !name.isEmpty, name.utf8.count + value.utf8.count <= Self.maximumBytes
    else { return nil }
    self.name = name
    self.value = value
    for part in parts {
      let (attribute, value) = Self.pair(part)
      guard (value ?? "").utf8.count <= Self.maximumAttributeBytes else { continue }
      apply(value ?? "", of: attribute.lowercased())
    }
  }

  /// If an attribute is repeated, the last one counts.
  private mutating func apply(_ value: String, of attribute: String) {
    switch attribute {
    case "expires": expires = HTTPDate.seconds(value) ?? expires
    case "max-age": maximumAge = Self.seconds(value) ?? maximumAge
    case "domain":
      let domain = value.hasPrefix(".") ? String(value.dropFirst()) : value
      self.domain = domain.isEmpty ? nil : domain
    case "path": path = value.hasPrefix("/") ? value : nil
    case "secure": isSecure = true
    case "httponly": isHTTPOnly = true
    default: break
    }
  }

  /// RFC 6265 §5.2.2: digits, optionally after a minus. Numbers beyond `Int` are clamped.
  private static func seconds(_ text: String) -> Int? {
    let isNegative = text.hasPrefix("-")
    let digits = text.utf8.dropFirst(isNegative ? 1 : 0)
    guard !digits.isEmpty, digits.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return nil }
    return isNegative ? 0 : Int(text) ?? Int.max
  }

  private static func pair(_ text: Substring) -> (name: String, value: String?) {
    guard let sign = text.firstIndex(of: "=") else { return (text.trimmingSpaces, nil) }
    return (text[..<sign].trimmingSpaces, text[text.index(after: sign)...].trimmingSpaces)
  }

  /// Returns the cookie that a response from `url` sets, or nil if it may not: RFC 6265 §5.3 and
  /// RFC 6265bis §5.7.
  func cookie(from url: RequestURL, now: Int) -> Cookie? {
    guard !isSecure || CookieScope.isTrustworthy(url), satisfiesPrefixRules,
      let (domain, isHostOnly) = scope(in: url.host)
    else { return nil }
    return Cookie(
      name: name, value: value, domain: domain, isHostOnly: isHostOnly,
      path: path ?? CookieScope.defaultPath(of: url.path), isSecure: isSecure,
      isHTTPOnly: isHTTPOnly, expiry: expiry(now: now), creation: now)
  }

  /// `Max-Age` takes precedence over `Expires`. Both are limited to `Cookie.maximumLifetime`.
  private func expiry(now: Int) -> Int? {
    let latest = now + Cookie.maximumLifetime
    if let maximumAge {
      let (end, isOverflow) = now.addingReportingOverflow(maximumAge)
      return isOverflow ? latest : min(end, latest)
    }
    return expires.map { min($0, latest) }
  }

  /// Returns the domain of the cookie; nil if the host may not set cookies for it.
  private func scope(in host: String) -> (String, isHostOnly: Bool)? {
    guard let domain else { return (host, true) }
    guard let canonical = CookieScope.canonicalHost(domain),
      CookieScope.isHost(host, inDomain: canonical)
    else { return nil }
    let isShared =
      CookieScope.isAddress(canonical) || PublicSuffixes.isShared(canonical, of: host)
    if canonical == host { return (host, isShared) }
    return isShared ? nil : (canonical, false)
  }

  private var satisfiesPrefixRules: Bool {
    Self.satisfiesPrefixRules(name, isSecure: isSecure, isHostWide: domain == nil && path == "/")
  }

  /// RFC 6265bis §4.1.3; prefixes are case-insensitive (§5.7).
  ///
  /// - Parameter isHostWide: whether it is for all paths of one host.
  static func satisfiesPrefixRules(_ name: String, isSecure: Bool, isHostWide: Bool) -> Bool {
    let name = name.lowercased()
    if name.hasPrefix("__secure-") { return isSecure }
    return !name.hasPrefix("__host-") || isSecure && isHostWide
  }
}
