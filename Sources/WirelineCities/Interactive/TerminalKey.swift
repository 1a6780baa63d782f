/// A key of a terminal, independent of its encoding.
enum TerminalKey: Equatable, Sendable {
  /// A typed or pasted scalar. Line breaks and tabs are scalars only if pasted.
  case scalar(Unicode.Scalar)
  /// Carriage return, line feed, or Enter on the number pad.
  case enter
  case escape, tab, backspace, delete
  case left, right, up, down, home, end, pageUp, pageDown
  /// The arrows with Ctrl or Alt, and Alt-B, Alt-F.
  case wordLeft, wordRight
  /// Ctrl and a lower-case letter. H, I, J and M are reported as the named keys.
  case control(Unicode.Scalar)
}

/// The parameters of a control sequence (ECMA-48 §5.4), which determine its key.
struct ControlSequence: Equatable, Sendable {
  /// No key has more bytes or parameters; longer sequences are responses of the terminal.
  private static let maximumBytes = 40
  private static let maximumParameters = 4

  private var bytes: [UInt8] = []

  func appending(_ byte: UInt8) -> ControlSequence {
    var new = self
    if bytes.count <= Self.maximumBytes { new.bytes.append(byte) }
    return new
  }

  /// Without subparameters, which follow a colon. Nil if there is a private parameter or an
  /// intermediate byte.
  private var parameters: [Int]? {
    guard bytes.count <= Self.maximumBytes, bytes.allSatisfy({ (0x30...0x3B).contains($0) }) else {
      return nil
    }
    if bytes.isEmpty { return [] }
    let parameters = bytes.split(separator: 0x3B, omittingEmptySubsequences: false).map {
      Int(String(decoding: $0.prefix { $0 != 0x3A }, as: UTF8.self)) ?? 0
    }
    return parameters.count <= Self.maximumParameters ? parameters : nil
  }

  /// Whether this is `ESC [ 200 ~`, which begins a paste, or `ESC [ 201 ~`, which ends it; nil for
  /// other sequences.
  func beginsPaste(final: UInt8) -> Bool? {
    guard final == 0x7E, let number = parameters?.first, 200...201 ~= number else { return nil }
    return number == 200
  }

  /// The key; nil if unknown.
  ///
  /// - Parameter final: 0x40 to 0x7E.
  func key(final: UInt8) -> TerminalKey? {
    guard let parameters else { return nil }
    // The second parameter is 1 plus a set of bits: 1 Shift, 2 Alt, 4 Ctrl.
    let byWord = parameters.count > 1 && parameters[1] > 0 && (parameters[1] - 1) & 0b110 != 0
    return switch final {
    case 0x7E: Self.numbered(parameters.first)
    case 0x41: .up
    case 0x42: .down
    case 0x43: byWord ? .wordRight : .right
    case 0x44: byWord ? .wordLeft : .left
    case 0x46: .end
    case 0x48: .home
    // Enter on the number pad.
    case 0x4D where bytes.isEmpty: .enter
    default: nil
    }
  }

  private static func numbered(_ parameter: Int?) -> TerminalKey? {
    switch parameter {
    case 1, 7: .home
    case 4, 8: .end
    case 3: .delete
    case 5: .pageUp
    case 6: .pageDown
    default: nil
    }
  }
}
