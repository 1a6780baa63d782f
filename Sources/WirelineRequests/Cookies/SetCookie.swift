internal import WirelineCore

/// A `Set-Cookie` field, taken apart as RFC 6265 §5.2 says.
///
/// Where RFC 6265bis is safer it is followed: control characters are refused, sizes are bounded,
/// attributes that are too long are left out.
struct SetCookie: Sendable, Equatable {
  /// The most that name and value may have together, RFC 6265bis §5.6.
  static let maximumBytes = 4096
  /// A longer value of an attribute is not looked at, RFC 6265bis §5.6.
  static let maximumAttributeBytes = 1024

  let name: String
  let value: String
  /// Seconds since 1970.
  private(set) var expires: Int?
  /// Seconds from now; at most zero ends the cookie.
  private(set) var maximumAge: Int?
  /// Without its leading dot; empty is nil.
  private(set) var domain: String?
  /// Nil unless it begins with a slash.
  private(set) var path: String?
  private(set) var isSecure = false
  private(set) var isHTTPOnly = false
  private(set) var sameSite: Cookie.SameSite?

  init(_ field: String) throws(CookieRejection) {
    // RFC 6265bis lets a tab pass; the file of cookies could not hold it.
    guard !field.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { throw .malformed }
    var parts = field.split(separator: ";", omittingEmptySubsequences: false)
    let (name, value) = Self.pair(parts.removeFirst())
    // RFC 6265 §5.2. RFC 6265bis takes a nameless one, which then looks like another's name.
    guard let value, !name.isEmpty else { throw .malformed }
    guard name.utf8.count + value.utf8.count <= Self.maximumBytes else {
      throw .tooLong(name: String(name.prefix(64)))
    }
    self.name = name
    self.value = value
    for part in parts {
      let (attribute, value) = Self.pair(part)
      guard (value ?? "").utf8.count <= Self.maximumAttributeBytes else { continue }
      take(attribute.lowercased(), value ?? "")
    }
  }

  /// Of an attribute that is there twice the last counts.
  private mutating func take(_ attribute: String, _ value: String) {
    switch attribute {
    case "expires": expires = CookieDate.seconds(value) ?? expires
    case "max-age": maximumAge = Self.seconds(value) ?? maximumAge
    case "domain":
      let domain = value.hasPrefix(".") ? String(value.dropFirst()) : value
      self.domain = domain.isEmpty ? nil : domain
    case "path": path = value.hasPrefix("/") ? value : nil
    case "secure": isSecure = true
    case "httponly": isHTTPOnly = true
    case "samesite": sameSite = Cookie.SameSite(ignoringCase: value)
    default: break
    }
  }

  /// RFC 6265 §5.2.2: digits, perhaps after a minus. More than an `Int` holds is still long.
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
}

extension Cookie.SameSite {
  fileprivate init?(ignoringCase text: String) {
    switch text.lowercased() {
    case "none": self = .none
    case "lax": self = .lax
    case "strict": self = .strict
    default: return nil
    }
  }
}
