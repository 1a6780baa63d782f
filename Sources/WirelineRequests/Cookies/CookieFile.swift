/// A cookie file in the Netscape format that curl uses (`cookies.txt`).
///
/// Each line has seven tab-separated fields: domain, whether subdomains get the cookie, path,
/// whether it needs TLS, expiry in seconds since 1970 (0 for session cookies), name, value. A line
/// that begins with `#HttpOnly_` is a cookie, not a comment.
package struct CookieFile: Sendable {
  /// A line that could not be parsed. Does not contain the line's text, which may be secret.
  package struct Issue: Sendable, Equatable {
    package let line: Int
    package let reason: String
  }

  private static let title = Array("# Netscape HTTP Cookie File".utf8)

  package var jar = CookieJar()
  package private(set) var issues: [Issue] = []
  /// The number of the last line if it is a cookie without a line break, as in a file that was cut
  /// off inside its value; nil for other files.
  package private(set) var cutOffLine: Int?
  /// Comments and invalid lines, written back verbatim.
  private var unparsed: [ArraySlice<UInt8>] = []

  package init() {}

  /// Parses a file; `now` becomes the creation time of each cookie.
  package init(_ bytes: [UInt8], now: Int) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let lines = bytes.dropFirst(bytes.starts(with: mark) ? mark.count : 0)
      .split(separator: 0x0A, omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let isCookie = parse(line.last == 0x0D ? line.dropLast() : line, number: index + 1, now: now)
      if isCookie, index == lines.count - 1 { cutOffLine = index + 1 }
    }
  }

  /// The file's new content: comments, invalid lines, and the cookies that have not expired.
  package func bytes(now: Int) -> [UInt8] {
    var bytes = Self.title
    bytes.append(0x0A)
    for line in unparsed where line != Self.title[...] {
      bytes += line
      bytes.append(0x0A)
    }
    for cookie in jar.cookies where !cookie.isExpired(now: now) {
      bytes += CookieLine.text(of: cookie).utf8
      bytes.append(0x0A)
    }
    return bytes
  }

  /// - Returns: whether the line is a cookie.
  private mutating func parse(_ line: ArraySlice<UInt8>, number: Int, now: Int) -> Bool {
    if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { return false }
    if line.first == 0x23, !line.starts(with: CookieLine.httpOnly) {
      unparsed.append(line)
      return false
    }
    do throws(CookieLine.Invalid) {
      jar.insert(try CookieLine.cookie(line, now: now), now: now)
      return true
    } catch {
      issues.append(Issue(line: number, reason: error.reason))
      unparsed.append(line)
      return false
    }
  }
}

private enum CookieLine {
  struct Invalid: Error {
    let reason: String
  }

  static let httpOnly = Array("#HttpOnly_".utf8)

  static func cookie(_ line: ArraySlice<UInt8>, now: Int) throws(Invalid) -> Cookie {
    let isHTTPOnly = line.starts(with: httpOnly)
    let rest = isHTTPOnly ? line.dropFirst(httpOnly.count) : line
    guard let text = String(validating: rest, as: UTF8.self) else {
      throw Invalid(reason: "not UTF-8")
    }
    guard !text.utf8.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }) else {
      throw Invalid(reason: "control character")
    }
    // Some writers omit the tab before an empty value.
    let fields = text.split(separator: "\t", maxSplits: 6, omittingEmptySubsequences: false)
    guard fields.count >= 6 else {
      throw Invalid(reason: "expected 7 tab-separated fields, found \(fields.count)")
    }
    let value = fields.count > 6 ? String(fields[6]) : ""
    guard !value.contains("\t") else { throw Invalid(reason: "more than 7 fields") }
    let (domain, isAddress) = try domain(fields[0])
    guard fields[2].hasPrefix("/") else {
      throw Invalid(reason: "the path does not begin with a slash")
    }
    guard !fields[5].isEmpty else { throw Invalid(reason: "the name is empty") }
    let isForAll = try flag(fields[1])
    guard
      SetCookie.satisfiesPrefixRules(
        String(fields[5]), isSecure: try flag(fields[3]), isHostWide: !isForAll && fields[2] == "/")
    else { throw Invalid(reason: "the prefix of its name needs other attributes") }
    return Cookie(
      name: String(fields[5]), value: value, domain: domain,
      isHostOnly: !isForAll || isAddress || !domain.contains("."), path: String(fields[2]),
      isSecure: try flag(fields[3]), isHTTPOnly: isHTTPOnly, expiry: try expiry(fields[4]),
      creation: now)
  }

  static func text(of cookie: Cookie) -> String {
    let fields = [
      (cookie.isHTTPOnly ? "#HttpOnly_" : "") + (cookie.isHostOnly ? "" : ".") + cookie.domain,
      cookie.isHostOnly ? "FALSE" : "TRUE", cookie.path, cookie.isSecure ? "TRUE" : "FALSE",
      String(cookie.expiry ?? 0), cookie.name, cookie.value,
    ]
    return fields.joined(separator: "\t")
  }

  private static func domain(_ field: Substring) throws(Invalid) -> (String, isAddress: Bool) {
    let name = field.hasPrefix(".") ? field.dropFirst() : field
    guard let host = CookieScope.canonicalHost(String(name)) else {
      throw Invalid(reason: "the domain is not a host name")
    }
    return (host, CookieScope.isAddress(host))
  }

  private static func flag(_ field: Substring) throws(Invalid) -> Bool {
    switch field.uppercased() {
    case "TRUE": return true
    case "FALSE": return false
    default: throw Invalid(reason: "the second and fourth fields must be TRUE or FALSE")
    }
  }

  /// Browser exports contain fractional seconds, and -1 for session cookies.
  private static func expiry(_ field: Substring) throws(Invalid) -> Int? {
    let seconds = field.prefix { $0 != "." }
    guard let value = Int(seconds) else { throw Invalid(reason: "the expiry is not a number") }
    return value > 0 ? value : nil
  }
}
