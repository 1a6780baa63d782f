/// The parameters of a control sequence (ECMA-48 §5.4) that is coming in, and the key it is.
struct ControlSequence: Equatable, Sendable {
  /// More parameters than any key has are counted for nothing.
  private static let mostParameters = 4
  private static let largest = 9999

  private var parameters: [Int] = []
  private var hasDigits = false
  /// What comes after a colon is a part of a part, which no key needs.
  private var isSubparameter = false
  /// A private parameter or an intermediate byte: it is an answer of the terminal, and no key.
  private var isForeign = false

  var isEmpty: Bool { parameters.isEmpty && !isForeign }
  /// Digits and semicolons only, and some: `7` of rxvt's `ESC [ 7 $`.
  var isNumeric: Bool { hasDigits && !isForeign }

  /// - Parameter byte: 0x20 to 0x3F.
  mutating func append(_ byte: UInt8) {
    switch byte {
    case 0x30...0x39:
      hasDigits = true
      if parameters.isEmpty { parameters = [0] }
      let last = parameters.count - 1
      if !isSubparameter {
        parameters[last] = min(parameters[last] * 10 + Int(byte - 0x30), Self.largest)
      }
    case 0x3A: isSubparameter = true
    case 0x3B:
      isSubparameter = false
      if parameters.isEmpty { parameters = [0] }
      if parameters.count < Self.mostParameters { parameters.append(0) } else { isForeign = true }
    default: isForeign = true
    }
  }

  /// Whether what follows is pasted: `ESC [ 200 ~`.
  func beginsPaste(final: UInt8) -> Bool {
    !isForeign && final == 0x7E && parameters.first == 200
  }

  /// The key; nil if it is none that we know.
  ///
  /// - Parameter final: 0x40 to 0x7E, or the 0x24 of rxvt.
  func key(final: UInt8) -> TerminalKey? {
    if isForeign { return nil }
    switch final {
    case 0x7E, 0x24, 0x5E, 0x40: return numbered
    case 0x5A: return .backTab
    default: return Self.lettered(final, byWord: isByWord)
    }
  }

  /// The second parameter is 1 and a set of bits: 1 Shift, 2 Alt, 4 Ctrl.
  private var isByWord: Bool {
    parameters.count > 1 && parameters[1] > 0 && (parameters[1] - 1) & 0b110 != 0
  }

  private var numbered: TerminalKey? {
    switch parameters.first {
    case 1, 7: .home
    case 4, 8: .end
    case 3: .delete
    case 5: .pageUp
    case 6: .pageDown
    default: nil
    }
  }

  /// `A` to `H`, as `ESC [` and `ESC O` have them; lower case is rxvt's arrow with Shift or Ctrl.
  static func lettered(_ final: UInt8, byWord: Bool) -> TerminalKey? {
    switch final {
    case 0x41, 0x61: .up
    case 0x42, 0x62: .down
    case 0x43: byWord ? .wordRight : .right
    case 0x44: byWord ? .wordLeft : .left
    case 0x63: .wordRight
    case 0x64: .wordLeft
    case 0x46: .end
    case 0x48: .home
    default: nil
    }
  }
}
