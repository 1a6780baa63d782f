internal import WirelineCore
internal import WirelineRequests

/// The logins of a `.netrc` file, by host.
///
/// The syntax is that of ftp(1) and curl: `machine`, `default`, `login`, `password` and `account`,
/// separated from their values by white space. `macdef` is skipped. A value may be quoted, with the
/// escapes `\"`, `\\`, `\n`, `\r` and `\t`. `#` begins a comment where a keyword is expected and is
/// an ordinary character in a value.
struct Netrc: Sendable {
  struct Entry: Sendable, Equatable {
    /// The host as written; nil for `default`.
    var machine: String?
    var login: String?
    var password: String?
    var account: String?
  }

  let entries: [Entry]
  /// Whether its logins are sent only if a server asks for them.
  private let isForChallenges: Bool

  init(_ bytes: [UInt8], isForChallenges: Bool = false) throws(NetrcError) {
    self.isForChallenges = isForChallenges
    guard let text = String(validating: bytes, as: UTF8.self) else {
      let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
      let line = lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0
      throw NetrcError(line: line + 1, reason: "not UTF-8")
    }
    var parser = NetrcParser(text)
    entries = try parser.entries()
  }

  /// Returns the host's first entry, or else that of `default`.
  ///
  /// - Parameters:
  ///   - host: normalized like `RequestURL.host`; names are compared without case.
  ///   - login: nil for any.
  func entry(for host: String, login: String? = nil) -> Entry? {
    let entries = entries.filter { login == nil || $0.login == login }
    let own = entries.filter { $0.machine?.isSameFieldName(as: host) == true }
    // A user may have several entries.
    return (login == nil ? nil : own.first { $0.password != nil }) ?? own.first
      ?? entries.first { $0.machine == nil }
  }
}

/// A syntax error in a `.netrc` file. Quotes no word of the file, since each may be a password.
struct NetrcError: Error, Equatable, CustomStringConvertible {
  let line: Int
  let reason: String

  var description: String { "line \(line): \(reason)" }
}

private struct NetrcParser {
  private var rest: Substring.UTF8View
  private var line = 1
  private var found: [Netrc.Entry] = []

  init(_ text: String) {
    rest = text[...].utf8
    if text.unicodeScalars.first == "\u{FEFF}" { rest = rest.dropFirst(3) }
  }

  mutating func entries() throws(NetrcError) -> [Netrc.Entry] {
    while skipToKeyword() {
      let word = try word()
      guard let keyword = NetrcKeyword(rawValue: word.lowercased()) else {
        throw error("unknown keyword: expected machine, default, login, password or account")
      }
      try apply(keyword)
    }
    return found
  }

  private mutating func apply(_ keyword: NetrcKeyword) throws(NetrcError) {
    switch keyword {
    case .machine: found.append(Netrc.Entry(machine: try value(of: keyword)))
    case .byDefault: found.append(Netrc.Entry(machine: nil))
    case .macdef: skipMacro()
    case .login: try set(keyword, \.login)
    case .password: try set(keyword, \.password)
    case .account: try set(keyword, \.account)
    }
  }

  private mutating func set(
    _ keyword: NetrcKeyword, _ field: WritableKeyPath<Netrc.Entry, String?>
  ) throws(NetrcError) {
    guard let last = found.indices.last else {
      throw error("\"\(keyword.rawValue)\" before \"machine\"")
    }
    found[last][keyPath: field] = try value(of: keyword)
  }

  /// A value may be on a later line, but no comment may precede it.
  private mutating func value(of keyword: NetrcKeyword) throws(NetrcError) -> String {
    let start = line
    skipSpace()
    guard !rest.isEmpty else {
      throw NetrcError(line: start, reason: "missing value of \"\(keyword.rawValue)\"")
    }
    return try rest.first == 0x22 ? quoted() : word()
  }

  private mutating func word() throws(NetrcError) -> String {
    let word = rest.prefix { !Self.isSpace($0) }
    rest = rest[word.endIndex...]
    return try checked(Array(word))
  }

  private mutating func quoted() throws(NetrcError) -> String {
    rest.removeFirst()
    var content: [UInt8] = []
    while let byte = rest.popFirst(), byte != 0x0A {
      switch byte {
      case 0x22: return try checked(content, escaped: true)
      case 0x5C:
        guard let escaped = rest.popFirst(), escaped != 0x0A else {
          throw error("unterminated quote")
        }
        content.append(Self.unescaped(escaped))
      default: content.append(byte)
      }
    }
    throw error("unterminated quote")
  }

  /// Escaped line breaks and tabs are allowed in quotes; other control characters are not.
  private func checked(_ bytes: [UInt8], escaped: Bool = false) throws(NetrcError) -> String {
    let isAllowed: (UInt8) -> Bool = { escaped && ($0 == 0x09 || $0 == 0x0A || $0 == 0x0D) }
    guard !bytes.contains(where: { ($0 < 0x20 || $0 == 0x7F) && !isAllowed($0) }) else {
      throw error("control character")
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private mutating func skipMacro() {
    skipLine()
    while let byte = rest.first {
      skipLine()
      if byte == 0x0A || byte == 0x0D { return }
    }
  }

  /// - Returns: false at the end of the file.
  private mutating func skipToKeyword() -> Bool {
    skipSpace()
    while rest.first == 0x23 {
      skipLine()
      skipSpace()
    }
    return !rest.isEmpty
  }

  private mutating func skipLine() {
    while let byte = rest.popFirst() {
      if byte == 0x0A {
        line += 1
        return
      }
    }
  }

  private mutating func skipSpace() {
    while let byte = rest.first, Self.isSpace(byte) {
      if byte == 0x0A { line += 1 }
      rest.removeFirst()
    }
  }

  private func error(_ reason: String) -> NetrcError {
    NetrcError(line: line, reason: reason)
  }

  private static func unescaped(_ escaped: UInt8) -> UInt8 {
    switch escaped {
    case 0x6E: 0x0A
    case 0x72: 0x0D
    case 0x74: 0x09
    default: escaped
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }
}

private enum NetrcKeyword: String {
  case machine, login, password, account, macdef
  case byDefault = "default"
}

extension Netrc: CredentialSource {
  /// Adds the credentials of the host to a request without authorization.
  func fill(_ request: inout RequestSpecification) throws(RequestError) {
    let given = request.headers["Authorization"]
    // The URL may have the user, and the file the password.
    guard !isForChallenges, given == nil || given == request.url.basicCredentials,
      let login = login(for: request.url)
    else { return }
    request.headers.set("Authorization", BasicCredentials.value(login))
  }

  func login(for url: RequestURL) -> String? {
    if url.userInformation?.contains(":") == true { return nil }
    guard let entry = entry(for: url.host, login: url.login),
      entry.login != nil || entry.password != nil
    else { return nil }
    return (entry.login ?? "") + ":" + (entry.password ?? "")
  }
}
