internal import WirelineCore

extension RequestURL {
  /// Parses an absolute URL.
  ///
  /// Percent-encodes white space and non-ASCII characters in path and query as UTF-8, removes the
  /// fragment, and rejects control characters.
  package init(_ text: String) throws(InvalidURL) {
    var bytes = text
    self = try bytes.withUTF8 { bytes in
      Result { () throws(InvalidURL) in
        var parser = RequestURLParser(text: text, rest: bytes[...])
        return try parser.parse()
      }
    }.get()
  }
}

private struct RequestURLParser {
  let text: String
  var rest: URLHost.Bytes

  mutating func parse() throws(InvalidURL) -> RequestURL {
    if rest.isEmpty { throw invalid("the URL is empty") }
    if let control = rest.first(where: { $0 < 0x20 || $0 == 0x7F }) {
      throw invalid("control character 0x\(String(control, radix: 16)) in the URL")
    }
    let scheme = try scheme()
    guard rest.starts(with: "//".utf8) else {
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
    _ authority: URLHost.Bytes, _ scheme: RequestURL.Scheme
  ) throws(InvalidURL) -> (URLHost, Int) {
    var name = authority
    var digits = authority.suffix(0)
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

  private func port(_ digits: URLHost.Bytes) throws(InvalidURL) -> Int? {
    if digits.isEmpty { return nil }
    let text = String(decoding: digits, as: UTF8.self)
    guard let port = Int(digits: text), (1...65535).contains(port) else {
      throw invalid("port \"\(text)\" is not in 1…65535")
    }
    return port
  }

  private mutating func read(while isIncluded: (UInt8) -> Bool) -> URLHost.Bytes {
    let part = rest.prefix(while: isIncluded)
    rest = rest[part.endIndex...]
    return part
  }

  private func invalid(_ reason: String) -> InvalidURL { InvalidURL(text: text, reason: reason) }
}
