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
  /// Nil unless it begins with a slash.
  private(set) var path: String?
  private(set) var isSecure = false
  private(set) var isHTTPOnly = false

  /// Nil if the field is malformed or too long.
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
      apply(attribute.lowercased(), value ?? "")
    }
  }

  /// If an attribute is repeated, the last one counts.
  private mutating func apply(_ attribute: String, _ value: String) {
    switch attribute {
    case "expires": expires = CookieDate.seconds(value) ?? expires
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

  /// Nil if the host may not set cookies for the domain.
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

  /// RFC 6265bis §4.1.3; prefixes are case-insensitive (§5.7).
  private var satisfiesPrefixRules: Bool {
    let name = name.lowercased()
    if name.hasPrefix("__secure-") { return isSecure }
    guard name.hasPrefix("__host-") else { return true }
    return isSecure && domain == nil && path == "/"
  }
}

/// Parses the date of an `Expires` attribute in all forms servers use, RFC 6265 §5.1.1.
enum CookieDate {
  /// Returns seconds since 1970, or nil if day, month, year or time is missing or invalid.
  ///
  /// Ignores weekdays and time zones: the date is in UTC.
  static func seconds(_ text: String) -> Int? {
    var time: (hour: Int, minute: Int, second: Int)?
    var day: Int?
    var month: Int?
    var year: Int?
    for token in text[...].utf8.split(whereSeparator: isDelimiter) {
      if time == nil, let found = self.time(token) {
        time = found
      } else if day == nil, let found = number(token, digits: 1...2) {
        day = found
      } else if month == nil, let found = self.month(token) {
        month = found
      } else if year == nil, let found = number(token, digits: 2...4) {
        year = found
      }
    }
    guard let time, let day, let month, let year else { return nil }
    return seconds(day: day, month: month, year: fourDigits(year), time)
  }

  private static func seconds(
    day: Int, month: Int, year: Int, _ time: (hour: Int, minute: Int, second: Int)
  ) -> Int? {
    guard year >= 1601, time.hour < 24, time.minute < 60, time.second < 60,
      let days = CivilDate.validDays(year: year, month: month, day: day)
    else { return nil }
    return days * 86_400 + time.hour * 3600 + time.minute * 60 + time.second
  }

  private static func fourDigits(_ year: Int) -> Int {
    switch year {
    case 70...99: year + 1900
    case 0...69: year + 2000
    default: year
    }
  }

  private typealias Token = Substring.UTF8View

  /// `8:49:37`, with one or two digits each. The last number may be followed by anything but a
  /// digit.
  private static func time(_ token: Token) -> (hour: Int, minute: Int, second: Int)? {
    let parts = token.split(separator: 0x3A, maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, let hour = number(parts[0], digits: 1...2, isWhole: true),
      let minute = number(parts[1], digits: 1...2, isWhole: true),
      let second = number(parts[2], digits: 1...2)
    else { return nil }
    return (hour, minute, second)
  }

  private static func month(_ token: Token) -> Int? {
    HTTPDate.months.firstIndex(of: String(decoding: token.prefix(3), as: UTF8.self).lowercased())
      .map { $0 + 1 }
  }

  /// The leading digits of a token, if their number is in `digits`.
  private static func number(
    _ token: Token, digits: ClosedRange<Int>, isWhole: Bool = false
  ) -> Int? {
    let found = token.prefix { $0 >= 0x30 && $0 <= 0x39 }
    guard digits.contains(found.count), !isWhole || found.count == token.count else { return nil }
    return Int(String(decoding: found, as: UTF8.self))
  }

  private static func isDelimiter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x09, 0x20...0x2F, 0x3B...0x40, 0x5B...0x60, 0x7B...0x7E: true
    default: false
    }
  }
}
