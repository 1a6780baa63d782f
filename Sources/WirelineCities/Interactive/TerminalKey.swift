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

extension TerminalKey {
  /// No key has more bytes or parameters; longer sequences are responses of the terminal.
  static let maximumBytes = 40
  private static let maximumParameters = 4

  /// The parameters of a control sequence (ECMA-48 §5.4), without subparameters, which follow a
  /// colon.
  ///
  /// - Parameter bytes: those between `ESC [` or `ESC O` and the final byte.
  /// - Returns: nil if there is a private parameter or an intermediate byte.
  static func parameters(_ bytes: [UInt8]) -> [Int]? {
    guard bytes.count <= maximumBytes, bytes.allSatisfy({ (0x30...0x3B).contains($0) }) else {
      return nil
    }
    if bytes.isEmpty { return [] }
    let parameters = bytes.split(separator: 0x3B, omittingEmptySubsequences: false).map {
      Int(String(decoding: $0.prefix { $0 != 0x3A }, as: UTF8.self)) ?? 0
    }
    return parameters.count <= maximumParameters ? parameters : nil
  }

  /// The key of a control sequence; nil if it is unknown.
  ///
  /// - Parameter final: the last byte, 0x40 to 0x7E.
  init?(_ parameters: [Int], final: UInt8) {
    // The second parameter is 1 plus a set of bits: 1 Shift, 2 Alt, 4 Ctrl.
    let byWord = parameters.count > 1 && parameters[1] > 0 && (parameters[1] - 1) & 0b110 != 0
    switch (final, parameters.first) {
    case (0x7E, 1), (0x7E, 7), (0x48, _): self = .home
    case (0x7E, 4), (0x7E, 8), (0x46, _): self = .end
    case (0x7E, 3): self = .delete
    case (0x7E, 5): self = .pageUp
    case (0x7E, 6): self = .pageDown
    case (0x41, _): self = .up
    case (0x42, _): self = .down
    case (0x43, _): self = byWord ? .wordRight : .right
    case (0x44, _): self = byWord ? .wordLeft : .left
    // Enter on the number pad.
    case (0x4D, nil): self = .enter
    default: return nil
    }
  }
}
