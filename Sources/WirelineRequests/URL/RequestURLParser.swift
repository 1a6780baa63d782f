internal import WirelineCore

extension RequestURL {
  /// Parses an absolute URL.
  ///
  /// Percent-encodes white space and non-ASCII characters in path and query as UTF-8, removes the
  /// fragment, and rejects control characters.
  package init(_ text: String) throws(InvalidURL) {
    var parser = RequestURLParser(text)
    self = try parser.parse()
  }
}

private struct RequestURLParser {
  private let text: String
  private var rest: ArraySlice<UInt8>

  init(_ text: String) {
    self.text = text
    rest = Array(text.utf8)[...]
  }

  mutating func parse() throws(InvalidURL) -> RequestURL {
    if rest.isEmpty { throw invalid("the URL is empty") }
    if let control = rest.first(where: { $0 < 0x20 || $0 == 0x7F }) {
      throw invalid("control character 0x\(String(control, radix: 16)) in the URL")
    }
    // Fast path: almost every URL begins like this.
    let usual: [(String, RequestURL.Scheme)] = [("http://", .http), ("https://", .https)]
    for (name, scheme) in usual where rest.starts(with: name.utf8) {
      rest = rest.dropFirst(name.utf8.count)
      return try afterSlashes(scheme)
    }
    let scheme = try scheme()
    guard rest.starts(with: [0x2F, 0x2F]) else {
      throw invalid("\"//\" is missing after \"\(scheme.rawValue):\"")
    }
    rest = rest.dropFirst(2)
    return try afterSlashes(scheme)
  }

  private mutating func afterSlashes(
    _ scheme: RequestURL.Scheme
  ) throws(InvalidURL) -> RequestURL {
    let authority = read { $0 != 0x2F && $0 != 0x3F && $0 != 0x23 }
    // Browsers end the host at a backslash, other programs do not. Attackers exploit the
    // difference.
    if authority.contains(0x5C) { throw invalid("backslash in the host") }
    var hostAndPort = authority
    var userInformation: String?
    if let at = authority.lastIndex(of: 0x40) {
      userInformation = String(decoding: authority[..<at], as: UTF8.self)
      hostAndPort = authority[(at + 1)...]
    }
    let (host, port) = try split(hostAndPort, scheme)
    let path = read { $0 != 0x3F && $0 != 0x23 }
    var query: String?
    if rest.first == 0x3F {
      rest = rest.dropFirst()
      query = PercentEncoding.lenient(read { $0 != 0x23 })
    }
    return RequestURL(
      scheme: scheme, host: host, port: port, userInformation: userInformation,
      path: path.isEmpty ? "/" : PercentEncoding.lenient(path), query: query)
  }

  private mutating func scheme() throws(InvalidURL) -> RequestURL.Scheme {
    // RFC 3986 §3.1: it begins with a letter, unlike the address in 127.0.0.1:8080/x.
    guard let colon = rest.firstIndex(of: 0x3A), rest.first.map({ $0 > 0x3A }) ?? false,
      rest[..<colon].allSatisfy({ $0.isASCIIAlphanumeric || "+-.".utf8.contains($0) })
    else { throw invalid("the scheme is missing") }
    let name = String(decoding: rest[..<colon], as: UTF8.self)
    guard let scheme = RequestURL.Scheme(rawValue: name.lowercased()) else {
      throw invalid("unsupported scheme \"\(name)\"")
    }
    rest = rest[(colon + 1)...]
    return scheme
  }

  private func split(
    _ authority: ArraySlice<UInt8>, _ scheme: RequestURL.Scheme
  ) throws(InvalidURL) -> (URLHost, Int) {
    var name = authority
    var digits = ArraySlice<UInt8>()
    if authority.first == 0x5B {
      guard let end = authority.firstIndex(of: 0x5D) else { throw invalid("\"]\" is missing") }
      name = authority[...end]
      digits = authority[(end + 1)...]
      guard digits.isEmpty || digits.first == 0x3A else {
        throw invalid("unexpected text after \"]\"")
      }
      digits = digits.dropFirst()
    } else if let colon = authority.lastIndex(of: 0x3A) {
      name = authority[..<colon]
      digits = authority[(colon + 1)...]
    }
    let host = try converting({ invalid($0.reason) }) { () throws(URLHost.Invalid) in
      try URLHost(name)
    }
    return (host, try port(digits) ?? scheme.defaultPort)
  }

  private func port(_ digits: ArraySlice<UInt8>) throws(InvalidURL) -> Int? {
    if digits.isEmpty { return nil }
    let text = String(decoding: digits, as: UTF8.self)
    guard let port = Int(digits: text), (1...65535).contains(port) else {
      throw invalid("port \"\(text)\" is not in 1…65535")
    }
    return port
  }

  private mutating func read(while isIncluded: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    let part = rest.prefix(while: isIncluded)
    rest = rest[part.endIndex...]
    return part
  }

  private func invalid(_ reason: String) -> InvalidURL { InvalidURL(text: text, reason: reason) }
}
