/// One cookie as a line of a `CookieFile`.
enum CookieLine {
  struct Fault: Error {
    let reason: String
  }

  /// Before the domain of a cookie that scripts do not see.
  static let httpOnly = Array("#HttpOnly_".utf8)

  static func cookie(_ line: ArraySlice<UInt8>, now: Int) throws(Fault) -> Cookie {
    let isHTTPOnly = line.starts(with: httpOnly)
    let rest = isHTTPOnly ? line.dropFirst(httpOnly.count) : line
    guard let text = String(validating: rest, as: UTF8.self) else {
      throw Fault(reason: "not UTF-8")
    }
    guard !text.utf8.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }) else {
      throw Fault(reason: "a control character")
    }
    // Some writers leave the tab before an empty value out.
    let fields = text.split(separator: "\t", maxSplits: 6, omittingEmptySubsequences: false)
    guard fields.count >= 6 else {
      throw Fault(reason: "\(fields.count) of 7 fields between tabs")
    }
    let value = fields.count > 6 ? String(fields[6]) : ""
    guard !value.contains("\t") else { throw Fault(reason: "more than 7 fields") }
    let (domain, isAddress) = try domain(fields[0])
    guard fields[2].hasPrefix("/") else { throw Fault(reason: "the path has no slash") }
    guard !fields[5].isEmpty else { throw Fault(reason: "the name is empty") }
    let isForAll = try flag(fields[1])
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

  private static func domain(_ field: Substring) throws(Fault) -> (String, isAddress: Bool) {
    let name = field.hasPrefix(".") ? field.dropFirst() : field
    let text = name.contains(":") && !name.hasPrefix("[") ? "[\(name)]" : String(name)
    guard let host = try? URLHost(Array(text.utf8)[...]) else {
      throw Fault(reason: "the domain is no host")
    }
    return (host.name, CookieScope.isAddress(host.name))
  }

  private static func flag(_ field: Substring) throws(Fault) -> Bool {
    switch field.uppercased() {
    case "TRUE": return true
    case "FALSE": return false
    default: throw Fault(reason: "neither TRUE nor FALSE in the second or fourth field")
    }
  }

  /// Browsers' exports have fractions of a second, and -1 for the session.
  private static func expiry(_ field: Substring) throws(Fault) -> Int? {
    let seconds = field.prefix { $0 != "." }
    guard let value = Int(seconds) else { throw Fault(reason: "the expiry is no number") }
    return value > 0 ? value : nil
  }
}
