internal import WirelineCore

/// A line of text being typed, with a cursor between two of its characters.
package struct LineEditor: Equatable, Sendable {
  /// Characters that a line may have, if nothing else is said.
  package static let defaultLimit = 100
  /// One character of this many bytes is no text: a base with a hundred marks on it.
  private static let bytesPerCharacter = 16

  /// What is before and behind the cursor; where they meet is the end of a character.
  package private(set) var before = ""
  package private(set) var after = ""
  /// Characters.
  package private(set) var count = 0
  private let limit: Int

  /// - Parameters:
  ///   - text: as if it was pasted; the cursor is behind it.
  ///   - limit: characters; what comes beyond is not taken.
  package init(_ text: String = "", limit: Int = defaultLimit) {
    self.limit = limit
    for scalar in text.unicodeScalars where !insert(scalar) { break }
  }

  package var text: String { before + after }
  package var isEmpty: Bool { count == 0 }

  /// Puts a scalar before the cursor. A line break or a tab becomes a space; what could steer the
  /// terminal is passed over.
  ///
  /// - Returns: false if the line is full.
  @discardableResult
  package mutating func insert(_ scalar: Unicode.Scalar) -> Bool {
    guard let scalar = Self.written(scalar) else { return true }
    // What extends a character may still come.
    if count >= limit, !scalar.properties.isGraphemeExtend { return false }
    var new = self
    new.before.unicodeScalars.append(scalar)
    new.settle()
    guard new.count <= limit, new.text.utf8.count <= limit * Self.bytesPerCharacter else {
      return false
    }
    self = new
    return true
  }

  /// Does what the key does to a line.
  ///
  /// - Returns: false if it does nothing to lines, or the line is full.
  package mutating func apply(_ key: TerminalKey) -> Bool {
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
    settle()
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

  /// Goes on past white space, then up to white space.
  private mutating func repeatOverWord(
    of next: KeyPath<Self, Character?>, _ step: (inout Self) -> Void
  ) {
    while let character = self[keyPath: next], character.isWhitespace { step(&self) }
    while let character = self[keyPath: next], !character.isWhitespace { step(&self) }
  }

  /// Counts anew, and moves the cursor to the end of the character that it is in: what was put in
  /// or taken out may have made one of what is before and behind it.
  private mutating func settle() {
    let whole = text
    count = whole.count
    let place = whole.utf8.index(whole.startIndex, offsetBy: before.utf8.count)
    var end = whole.startIndex
    while end < place { whole.formIndex(after: &end) }
    guard end != place else { return }
    (before, after) = (String(whole[..<end]), String(whole[end...]))
  }

  /// Nil for what is not shown as it is.
  private static func written(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar {
    case "\n", "\r", "\t", "\u{85}", "\u{2028}", "\u{2029}": " "
    default: TerminalText.escaped(String(scalar)) == String(scalar) ? scalar : nil
    }
  }
}
