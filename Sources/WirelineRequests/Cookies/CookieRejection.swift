/// Why a `Set-Cookie` field sets no cookie. Its value is a secret and is not told.
package enum CookieRejection: Error, Equatable, Sendable {
  /// No name, or a control character.
  case malformed
  /// Name and value are longer than `SetCookie.maximumBytes` together.
  case tooLong(name: String)
  /// The asking host is not in the domain.
  case foreignDomain(name: String, domain: String)
  /// The domain is a public suffix, under which others have names too, or an address.
  case publicDomain(name: String, domain: String)
  /// `Secure` over plain HTTP, RFC 6265bis §5.7.
  case insecureOrigin(name: String)
  /// It would hide one that came over TLS, RFC 6265bis §5.7.
  case hidesSecureCookie(name: String)
  /// `__Secure-` or `__Host-` promise what the attributes do not keep, RFC 6265bis §4.1.3.
  case brokenPrefix(name: String)

  /// One line for people, lower case.
  package var message: String {
    switch self {
    case .malformed: "a cookie without a name or with a control character"
    case .tooLong(let name):
      "cookie \"\(name)\": longer than \(SetCookie.maximumBytes) bytes"
    case .foreignDomain(let name, let domain):
      "cookie \"\(name)\": the host is not in its domain \"\(domain)\""
    case .publicDomain(let name, let domain):
      "cookie \"\(name)\": its domain \"\(domain)\" is a public suffix"
    case .insecureOrigin(let name): "cookie \"\(name)\": \"Secure\" over plain http"
    case .hidesSecureCookie(let name):
      "cookie \"\(name)\": one set over https would be hidden"
    case .brokenPrefix(let name):
      "cookie \"\(name)\": its attributes do not keep what its prefix promises"
    }
  }
}
