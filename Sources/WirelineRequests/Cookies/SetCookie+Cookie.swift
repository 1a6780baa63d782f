extension SetCookie {
  /// The cookie that an answer from `url` sets, RFC 6265 §5.3 and RFC 6265bis §5.7.
  func cookie(from url: RequestURL, now: Int) throws(CookieRejection) -> Cookie {
    if isSecure, !CookieScope.isTrustworthy(url) { throw .insecureOrigin(name: name) }
    guard keepsPrefix else { throw .brokenPrefix(name: name) }
    let (domain, isHostOnly) = try scope(in: url.host)
    return Cookie(
      name: name, value: value, domain: domain, isHostOnly: isHostOnly,
      path: path ?? CookieScope.defaultPath(of: url.path), isSecure: isSecure,
      isHTTPOnly: isHTTPOnly, sameSite: sameSite, expiry: expiry(now: now), creation: now)
  }

  /// `Max-Age` goes before `Expires`; neither may be further off than the limit.
  private func expiry(now: Int) -> Int? {
    let latest = now + CookieJar.maximumLifetime
    if let maximumAge {
      let (end, isOverflow) = now.addingReportingOverflow(maximumAge)
      return isOverflow ? latest : min(end, latest)
    }
    return expires.map { min($0, latest) }
  }

  private func scope(in host: String) throws(CookieRejection) -> (String, isHostOnly: Bool) {
    guard let domain else { return (host, true) }
    // The form of a URL's host: lower case, Punycode, one notation of addresses.
    let text = domain.contains(":") && !domain.hasPrefix("[") ? "[\(domain)]" : domain
    guard let wanted = (try? URLHost(Array(text.utf8)[...]))?.name else {
      throw .foreignDomain(name: name, domain: domain)
    }
    let hasOneOwner = !CookieScope.isAddress(wanted) && !PublicSuffixes.contains(wanted)
    if wanted == host { return (host, !hasOneOwner) }
    guard hasOneOwner else { throw .publicDomain(name: name, domain: wanted) }
    guard CookieScope.isHost(host, inDomain: wanted) else {
      throw .foreignDomain(name: name, domain: wanted)
    }
    return (wanted, false)
  }

  /// RFC 6265bis §4.1.3; the prefixes are compared without case (§5.7).
  private var keepsPrefix: Bool {
    let name = name.lowercased()
    if name.hasPrefix("__secure-") { return isSecure }
    guard name.hasPrefix("__host-") else { return true }
    return isSecure && domain == nil && path == "/"
  }
}
