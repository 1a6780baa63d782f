/// Decodes the bytes of a terminal into keys.
///
/// The bytes may arrive in pieces of any size. Unknown sequences and invalid UTF-8 are dropped.
/// Only time can distinguish Escape from the start of a sequence: the caller calls `flush` after a
/// delay.
struct KeyDecoder: Equatable, Sendable {
  private enum State: Equatable, Sendable {
    case text
    case escape
    /// After `ESC [` and possibly parameters.
    case control(ControlSequence)
    /// After `ESC O`: a function key in application mode, in some terminals with parameters.
    case shift(ControlSequence)
    /// After `ESC [ [`, which begins F1 to F5 on the Linux console.
    case console
    /// After `ESC ]` and the like: a response of the terminal, up to BEL or `ESC \`.
    case string
    /// Between `ESC [ 200 ~` and `ESC [ 201 ~`, with the number of bytes of the latter so far.
    case paste(matched: Int)
  }

  private static let pasteEnd: [UInt8] = [0x1B, 0x5B, 0x32, 0x30, 0x31, 0x7E]

  private var state = State.text
  /// The bytes so far of a scalar of several bytes (RFC 3629 §3).
  private var partial: [UInt8] = []
  /// Whether the partial scalar was typed with Alt, which is not supported.
  private var isDropped = false
  /// Whether the last pasted byte was a carriage return, to which a line feed belongs.
  private var isAfterReturn = false

  /// Whether the bytes so far may be a whole key.
  var isUndecided: Bool {
    switch state {
    case .text, .paste: false
    default: true
    }
  }

  /// Returns the keys that the bytes complete.
  mutating func feed(_ bytes: some Sequence<UInt8>) -> [TerminalKey] {
    var keys: [TerminalKey] = []
    for byte in bytes { decode(byte, to: &keys) }
    return keys
  }

  /// Ends an undecided sequence: a lone ESC is the key, other starts of sequences are dropped.
  /// Pastes and partial scalars continue.
  mutating func flush() -> [TerminalKey] {
    guard isUndecided else { return [] }
    defer { state = .text }
    return state == .escape ? [.escape] : []
  }

  private mutating func decode(_ byte: UInt8, to keys: inout [TerminalKey]) {
    switch state {
    case .text: decodeText(byte, to: &keys)
    case .escape: decodeEscaped(byte, to: &keys)
    case .control(let sequence): decodeControl(byte, after: sequence, to: &keys)
    case .shift(let sequence): decodeShift(byte, after: sequence, to: &keys)
    case .console: endSequence(byte, as: nil, to: &keys)
    case .string: decodeString(byte, to: &keys)
    case .paste(let matched): decodePasted(byte, matched: matched, to: &keys)
    }
  }

  // MARK: - Text

  private mutating func decodeText(_ byte: UInt8, to keys: inout [TerminalKey]) {
    if decodeScalar(byte, to: &keys) { return }
    switch byte {
    case 0x1B: state = .escape
    case 0x0D, 0x0A: keys.append(.enter)
    case 0x09: keys.append(.tab)
    case 0x08, 0x7F: keys.append(.backspace)
    case 0x01...0x1A: keys.append(.control(Unicode.Scalar(byte + 0x60)))
    case 0x20...0x7E: keys.append(.scalar(Unicode.Scalar(byte)))
    default: break
    }
  }

  /// Returns whether the byte belongs to a scalar of several bytes, or is invalid.
  private mutating func decodeScalar(_ byte: UInt8, to keys: inout [TerminalKey]) -> Bool {
    guard byte & 0xC0 == 0x80, let lead = partial.first else {
      begin(byte, isDropped: false)
      return byte >= 0x80
    }
    partial.append(byte)
    // The ones at the start of the first byte are the length.
    guard partial.count == (~lead).leadingZeroBitCount else { return true }
    let scalar = String(validating: partial, as: UTF8.self)?.unicodeScalars.first
    partial = []
    // C1 controls (0x80 to 0x9F) are not text.
    if let scalar, scalar.value >= 0xA0, !isDropped { keys.append(.scalar(scalar)) }
    return true
  }

  /// Begins a scalar, if the byte is the first of several.
  private mutating func begin(_ byte: UInt8, isDropped: Bool) {
    partial = (0xC2...0xF4).contains(byte) ? [byte] : []
    self.isDropped = isDropped
  }

  // MARK: - Sequences

  private mutating func decodeEscaped(_ byte: UInt8, to keys: inout [TerminalKey]) {
    state = .text
    switch byte {
    // rxvt sends an additional ESC for Alt.
    case 0x1B: state = .escape
    case 0x5B: state = .control(ControlSequence())
    case 0x4F: state = .shift(ControlSequence())
    case 0x50, 0x58, 0x5D, 0x5E, 0x5F: state = .string
    case 0x62: keys.append(.wordLeft)
    case 0x66: keys.append(.wordRight)
    case 0x08, 0x7F: keys.append(.control("w"))
    // Ctrl-C soon after Escape, not Alt-Ctrl-C.
    case 0x03: keys.append(.control("c"))
    case 0x80...: begin(byte, isDropped: true)
    default: break
    }
  }

  private mutating func decodeControl(
    _ byte: UInt8, after sequence: ControlSequence, to keys: inout [TerminalKey]
  ) {
    switch byte {
    case 0x24 where sequence.isNumeric: endSequence(byte, as: sequence.key(final: byte), to: &keys)
    case 0x20...0x3F: state = .control(sequence.appending(byte))
    case 0x5B where sequence.isEmpty: state = .console
    case 0x40...0x7E:
      endSequence(byte, as: sequence.key(final: byte), to: &keys)
      if sequence.beginsPaste(final: byte) {
        state = .paste(matched: 0)
        isAfterReturn = false
      }
    default: endSequence(byte, as: nil, to: &keys)
    }
  }

  private mutating func decodeShift(
    _ byte: UInt8, after sequence: ControlSequence, to keys: inout [TerminalKey]
  ) {
    switch byte {
    case 0x30...0x3B: state = .shift(sequence.appending(byte))
    case 0x4D: endSequence(byte, as: .enter, to: &keys)
    default: endSequence(byte, as: sequence.key(final: byte), to: &keys)
    }
  }

  private mutating func decodeString(_ byte: UInt8, to keys: inout [TerminalKey]) {
    switch byte {
    case 0x07: state = .text
    case 0x1B: state = .escape
    case 0x00..<0x20: endSequence(byte, as: nil, to: &keys)
    default: break
    }
  }

  /// Ends a sequence with its last byte, or with a byte that cannot be part of it. Such a byte is a
  /// separate key, so that a broken sequence does not swallow Ctrl-C.
  private mutating func endSequence(
    _ byte: UInt8, as key: TerminalKey?, to keys: inout [TerminalKey]
  ) {
    state = .text
    if let key {
      keys.append(key)
    } else if byte < 0x20 || byte >= 0x7F {
      decodeText(byte, to: &keys)
    }
  }

  // MARK: - Paste

  private mutating func decodePasted(
    _ byte: UInt8, matched: Int, to keys: inout [TerminalKey]
  ) {
    if byte == Self.pasteEnd[matched] {
      if matched == 0 { partial = [] }
      let isWhole = matched == Self.pasteEnd.count - 1
      state = isWhole ? .text : .paste(matched: matched + 1)
      return
    }
    state = .paste(matched: 0)
    for byte in Self.pasteEnd[..<matched].dropFirst() { keys.append(.scalar(Unicode.Scalar(byte))) }
    if matched > 0 {
      isAfterReturn = false
      return decodePasted(byte, matched: 0, to: &keys)
    }
    decodePastedText(byte, to: &keys)
  }

  private mutating func decodePastedText(_ byte: UInt8, to keys: inout [TerminalKey]) {
    let isReturned = isAfterReturn
    isAfterReturn = byte == 0x0D
    if decodeScalar(byte, to: &keys) { return }
    switch byte {
    // Terminals remove controls from pasted text: this one was typed, and the terminal did not end
    // the paste.
    case 0x03:
      state = .text
      keys.append(.control("c"))
    case 0x0A where isReturned: break
    case 0x09, 0x0A, 0x0D, 0x20...0x7E: keys.append(.scalar(Unicode.Scalar(byte)))
    default: break
    }
  }
}
