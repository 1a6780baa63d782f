internal import WirelineCore

/// A line of text that is being edited, with a cursor between two characters.
struct LineEditor: Equatable, Sendable {
  static let defaultLimit = 100
  /// Limits characters with very many combining marks.
  private static let bytesPerCharacter = 16

  /// The texts before and after the cursor, which is at the end of a character.
  private(set) var before = ""
  private(set) var after = ""
  private(set) var count = 0
  private let limit: Int

  /// - Parameters:
  ///   - text: inserted as if it was pasted, with the cursor after it.
  ///   - limit: the maximum number of characters; more are ignored.
  init(_ text: String = "", limit: Int = defaultLimit) {
    self.limit = limit
    for scalar in text.unicodeScalars where !insert(scalar) { break }
  }

  var text: String { before + after }
  var isEmpty: Bool { count == 0 }

  /// Inserts a scalar before the cursor. Line breaks and tabs become spaces; scalars that could
  /// control the terminal are ignored.
  ///
  /// - Returns: false if the line is full.
  @discardableResult
  mutating func insert(_ scalar: Unicode.Scalar) -> Bool {
    guard let scalar = Self.printable(scalar) else { return true }
    // A full line still accepts scalars that extend its last character.
    if count >= limit, !scalar.properties.isGraphemeExtend { return false }
    var new = self
    new.before.unicodeScalars.append(scalar)
    new.normalize()
    guard new.count <= limit, new.text.utf8.count <= limit * Self.bytesPerCharacter else {
      return false
    }
    self = new
    return true
  }

  /// - Returns: false if the key does not edit, or if the line is full.
  mutating func apply(_ key: TerminalKey) -> Bool {
    switch key {
    case .scalar(let scalar): return insert(scalar)
    case .left, .control("b"): moveLeft()
    case .right: moveRight()
    case .wordLeft: repeatOverWord(of: \.before.last) { $0.moveLeft() }
    case .wordRight: repeatOverWord(of: \.after.first) { $0.moveRight() }
    case .home, .control("a"): (before, after) = ("", text)
    case .end, .control("e"): (before, after) = (text, "")
    case .backspace: before = String(before.dropLast())
    case .delete, .control("d"): after = String(after.dropFirst())
    case .control("u"): before = ""
    case .control("k"): after = ""
    case .control("w"): repeatOverWord(of: \.before.last) { $0.before.removeLast() }
    default: return false
    }
    normalize()
    return true
  }

  private mutating func moveLeft() {
    if let character = before.popLast() { after.insert(character, at: after.startIndex) }
  }

  private mutating func moveRight() {
    guard let character = after.first else { return }
    after.removeFirst()
    before.append(character)
  }

  /// Repeats a step over white space, then over other characters.
  private mutating func repeatOverWord(
    of next: KeyPath<Self, Character?>, _ step: (inout Self) -> Void
  ) {
    while let character = self[keyPath: next], character.isWhitespace { step(&self) }
    while let character = self[keyPath: next], !character.isWhitespace { step(&self) }
  }

  /// Updates the count, and moves the cursor to the end of its character. An edit may have joined
  /// the characters before and after the cursor.
  private mutating func normalize() {
    let whole = text
    count = whole.count
    let position = whole.utf8.index(whole.startIndex, offsetBy: before.utf8.count)
    var end = whole.startIndex
    while end < position { whole.formIndex(after: &end) }
    guard end != position else { return }
    (before, after) = (String(whole[..<end]), String(whole[end...]))
  }

  /// Returns the scalar to print; nil for one that is not printed verbatim.
  private static func printable(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar {
    case "\n", "\r", "\t", "\u{85}", "\u{2028}", "\u{2029}": " "
    default: TerminalText.escaped(String(scalar)) == String(scalar) ? scalar : nil
    }
  }
}
