/// Goes over the words of a `.netrc` file.
struct NetrcParser {
  private var rest: Substring.UTF8View
  private var line = 1
  private var found: [Netrc.Entry] = []

  init(_ text: String) {
    rest = text[...].utf8
    // A byte order mark is no word.
    if text.unicodeScalars.first == "\u{FEFF}" { rest = rest.dropFirst(3) }
  }

  mutating func entries() throws(NetrcFault) -> [Netrc.Entry] {
    while skipToKeyword() {
      let word = try word()
      guard let keyword = NetrcKeyword(rawValue: word.lowercased()) else {
        throw fault(.unknownWord)
      }
      try take(keyword)
    }
    return found
  }

  private mutating func take(_ keyword: NetrcKeyword) throws(NetrcFault) {
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
    _ keyword: NetrcKeyword, _ member: WritableKeyPath<Netrc.Entry, String?>
  ) throws(NetrcFault) {
    guard let last = found.indices.last else { throw fault(.noMachine(keyword)) }
    found[last][keyPath: member] = try value(of: keyword)
  }

  /// A value may stand on a later line; a comment may not stand before it.
  private mutating func value(of keyword: NetrcKeyword) throws(NetrcFault) -> String {
    let start = line
    skipSpace()
    guard !rest.isEmpty else { throw NetrcFault(line: start, reason: .missingValue(of: keyword)) }
    return try rest.first == 0x22 ? quoted() : word()
  }

  private mutating func word() throws(NetrcFault) -> String {
    let word = rest.prefix { !Self.isSpace($0) }
    rest = rest[word.endIndex...]
    return try checked(Array(word))
  }

  private mutating func quoted() throws(NetrcFault) -> String {
    rest.removeFirst()
    var content: [UInt8] = []
    while let byte = rest.popFirst(), byte != 0x0A {
      switch byte {
      case 0x22: return try checked(content, escaped: true)
      case 0x5C:
        guard let escaped = rest.popFirst(), escaped != 0x0A else { throw fault(.openQuote) }
        content.append(Self.meaning(of: escaped))
      default: content.append(byte)
      }
    }
    throw fault(.openQuote)
  }

  /// A line break that a quote has by an escape is meant; other control characters are not.
  private func checked(_ bytes: [UInt8], escaped: Bool = false) throws(NetrcFault) -> String {
    let isMeant: (UInt8) -> Bool = { escaped && ($0 == 0x09 || $0 == 0x0A || $0 == 0x0D) }
    guard !bytes.contains(where: { ($0 < 0x20 || $0 == 0x7F) && !isMeant($0) }) else {
      throw fault(.controlCharacter)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// `macdef NAME`, and all lines up to an empty one or the end.
  private mutating func skipMacro() {
    skipLine()
    while let byte = rest.first {
      skipLine()
      if byte == 0x0A || byte == 0x0D { return }
    }
  }

  /// - Returns: false at the end.
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

  private func fault(_ reason: NetrcFault.Reason) -> NetrcFault {
    NetrcFault(line: line, reason: reason)
  }

  private static func meaning(of escaped: UInt8) -> UInt8 {
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
