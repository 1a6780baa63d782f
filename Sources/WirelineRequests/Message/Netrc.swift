internal import WirelineCore

/// The logins of a `.netrc` file, by host.
///
/// The syntax is that of ftp(1) and curl: `machine`, `default`, `login`, `password` and `account`,
/// separated from their values by white space. `macdef` is skipped. A value may be quoted, with the
/// escapes `\"`, `\\`, `\n`, `\r` and `\t`. `#` begins a comment where a keyword is expected and is
/// an ordinary character in a value.
package struct Netrc: Sendable, Equatable {
  package struct Entry: Sendable, Equatable {
    /// The host as written; nil for `default`.
    package var machine: String?
    package var login: String?
    package var password: String?
    package var account: String?
  }

  package let entries: [Entry]

  package init(_ bytes: [UInt8]) throws(NetrcError) {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw NetrcError(line: 1 + Self.linesBeforeInvalidByte(in: bytes), reason: .notUTF8)
    }
    var parser = NetrcParser(text)
    entries = try parser.entries()
  }

  /// Returns the host's first entry, restricted to `login` if given, or else that of `default`.
  ///
  /// - Parameter host: normalized like `RequestURL.host`; names are compared without case.
  package func entry(for host: String, login: String? = nil) -> Entry? {
    let matches: (Entry) -> Bool = { login == nil || $0.login == nil || $0.login == login }
    return entries.first { $0.machine?.isSameFieldName(as: host) == true && matches($0) }
      ?? entries.first { $0.machine == nil && matches($0) }
  }

  private static func linesBeforeInvalidByte(in bytes: [UInt8]) -> Int {
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    return lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0
  }
}

extension Netrc.Entry: CustomStringConvertible, CustomDebugStringConvertible {
  /// Omits the password.
  package var description: String {
    let name = machine.map { "machine \"\($0)\"" } ?? "default"
    return login.map { "\(name), login \"\($0)\"" } ?? name
  }

  package var debugDescription: String { description }
}

/// A syntax error in a `.netrc` file. Quotes no word of the file, since each may be a password.
package struct NetrcError: Error, Sendable, Equatable, CustomStringConvertible {
  package enum Reason: Sendable, Equatable {
    case notUTF8
    case unknownWord
    case missingValue(of: NetrcKeyword)
    case noMachine(NetrcKeyword)
    case openQuote
    case controlCharacter
  }

  package let line: Int
  package let reason: Reason

  package var description: String {
    let text =
      switch reason {
      case .notUTF8: "not UTF-8"
      case .unknownWord: "unknown keyword: expected machine, default, login, password or account"
      case .missingValue(let keyword): "missing value of \"\(keyword.rawValue)\""
      case .noMachine(let keyword): "\"\(keyword.rawValue)\" before \"machine\""
      case .openQuote: "unterminated quote"
      case .controlCharacter: "control character"
      }
    return "line \(line): \(text)"
  }
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
        throw error(.unknownWord)
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
    guard let last = found.indices.last else { throw error(.noMachine(keyword)) }
    found[last][keyPath: field] = try value(of: keyword)
  }

  /// A value may be on a later line, but no comment may precede it.
  private mutating func value(of keyword: NetrcKeyword) throws(NetrcError) -> String {
    let start = line
    skipSpace()
    guard !rest.isEmpty else { throw NetrcError(line: start, reason: .missingValue(of: keyword)) }
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
        guard let escaped = rest.popFirst(), escaped != 0x0A else { throw error(.openQuote) }
        content.append(Self.unescaped(escaped))
      default: content.append(byte)
      }
    }
    throw error(.openQuote)
  }

  /// Escaped line breaks and tabs are allowed in quotes; other control characters are not.
  private func checked(_ bytes: [UInt8], escaped: Bool = false) throws(NetrcError) -> String {
    let isAllowed: (UInt8) -> Bool = { escaped && ($0 == 0x09 || $0 == 0x0A || $0 == 0x0D) }
    guard !bytes.contains(where: { ($0 < 0x20 || $0 == 0x7F) && !isAllowed($0) }) else {
      throw error(.controlCharacter)
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

  private func error(_ reason: NetrcError.Reason) -> NetrcError {
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

package enum NetrcKeyword: String, Sendable {
  case machine, login, password, account, macdef
  case byDefault = "default"
}

/// Adds the credentials of a `.netrc` file to requests without authorization.
package struct NetrcCredentials: CredentialSource {
  private let netrc: Netrc

  package init(_ netrc: Netrc) { self.netrc = netrc }

  package func fill(_ request: RequestSpecification) throws(RequestError) -> RequestSpecification {
    guard !request.headers.contains("Authorization"), request.url.userInformation == nil,
      let entry = netrc.entry(for: request.url.host), let login = entry.login
    else { return request }
    var filled = request
    filled.headers.append(
      "Authorization", BasicCredentials.value(login + ":" + (entry.password ?? "")))
    return filled
  }
}
