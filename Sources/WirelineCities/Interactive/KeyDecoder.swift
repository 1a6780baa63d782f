/// Bytes from a terminal → keys.
///
/// A value that takes the bytes as they come, in pieces of any size. Sequences that it does not
/// know are swallowed whole, bytes that are no UTF-8 are dropped, and no byte keeps it waiting for
/// good: what only time can tell, it is told by `flush`.
package struct KeyDecoder: Equatable, Sendable {
  private enum State: Equatable, Sendable {
    case text
    /// ESC came.
    case escape
    /// `ESC [`, and perhaps parameters.
    case control(ControlSequence)
    /// `ESC O`: a function key in application mode, in some terminals with parameters.
    case shift(ControlSequence)
    /// `ESC [ [`, which the Linux console begins F1 to F5 with.
    case console
    /// `ESC ]` and its kind: an answer of the terminal, up to BEL or `ESC \`.
    case string
    /// Between `ESC [ 200 ~` and `ESC [ 201 ~`, of which so many bytes came.
    case paste(matched: Int)
  }

  /// ESC [ 201 ~
  private static let pasteEnd: [UInt8] = [0x1B, 0x5B, 0x32, 0x30, 0x31, 0x7E]

  private var state = State.text
  private var partial: PartialScalar?
  /// The scalar came with Alt, which means nothing here.
  private var isDropped = false
  /// The last byte of the paste was a carriage return: a line feed belongs to it.
  private var isAfterReturn = false

  package init() {}

  /// Whether a sequence has begun that may be a key by itself, if nothing comes for a while.
  package var isUndecided: Bool {
    switch state {
    case .text, .paste: false
    default: true
    }
  }

  /// The keys that these bytes complete.
  package mutating func feed(_ bytes: some Sequence<UInt8>) -> [TerminalKey] {
    var keys: [TerminalKey] = []
    for byte in bytes { take(byte, &keys) }
    return keys
  }

  /// Says that nothing came for as long as the bytes of one key may be apart: a lone ESC was the
  /// key, any other beginning is forgotten. A paste goes on, a character too.
  package mutating func flush() -> [TerminalKey] {
    guard isUndecided else { return [] }
    defer { state = .text }
    return state == .escape ? [.escape] : []
  }

  private mutating func take(_ byte: UInt8, _ keys: inout [TerminalKey]) {
    switch state {
    case .text: takeText(byte, &keys)
    case .escape: takeEscaped(byte, &keys)
    case .control(let sequence): takeControl(byte, sequence, &keys)
    case .shift(let sequence): takeShift(byte, sequence, &keys)
    case .console: endSequence(byte, nil, &keys)
    case .string: takeString(byte, &keys)
    case .paste(let matched): takePasted(byte, matched, &keys)
    }
  }

  // MARK: - Text

  private mutating func takeText(_ byte: UInt8, _ keys: inout [TerminalKey]) {
    if byte >= 0x80 || partial != nil {
      if takeScalar(byte, &keys) { return }
    }
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

  /// - Returns: whether the byte belongs to a character of more than one, or to nothing.
  private mutating func takeScalar(_ byte: UInt8, _ keys: inout [TerminalKey]) -> Bool {
    switch partial?.append(byte) {
    case .incomplete: return true
    case .complete(let scalar):
      partial = nil
      // C1 controls (0x80 to 0x9F) are no text.
      if let scalar, scalar.value >= 0xA0, !isDropped { keys.append(.scalar(scalar)) }
      return true
    case .broken, nil:
      partial = PartialScalar(lead: byte)
      isDropped = false
      return byte >= 0x80
    }
  }

  // MARK: - Sequences

  private mutating func takeEscaped(_ byte: UInt8, _ keys: inout [TerminalKey]) {
    state = .text
    switch byte {
    // rxvt puts an ESC before a sequence for Alt.
    case 0x1B: state = .escape
    case 0x5B: state = .control(ControlSequence())
    case 0x4F: state = .shift(ControlSequence())
    case 0x50, 0x58, 0x5D, 0x5E, 0x5F: state = .string
    case 0x62: keys.append(.wordLeft)
    case 0x66: keys.append(.wordRight)
    case 0x08, 0x7F: keys.append(.control("w"))
    // Nobody means Alt-Ctrl-C: it is Ctrl-C, too soon after Escape.
    case 0x03: keys.append(.control("c"))
    case 0x80...:
      partial = PartialScalar(lead: byte)
      isDropped = true
    default: break
    }
  }

  private mutating func takeControl(
    _ byte: UInt8, _ sequence: ControlSequence, _ keys: inout [TerminalKey]
  ) {
    switch byte {
    case 0x24 where sequence.isNumeric: endSequence(byte, sequence.key(final: byte), &keys)
    case 0x20...0x3F:
      var sequence = sequence
      sequence.append(byte)
      state = .control(sequence)
    case 0x5B where sequence.isEmpty: state = .console
    case 0x40...0x7E:
      endSequence(byte, sequence.key(final: byte), &keys)
      if sequence.beginsPaste(final: byte) { beginPaste() }
    default: endSequence(byte, nil, &keys)
    }
  }

  private mutating func takeShift(
    _ byte: UInt8, _ sequence: ControlSequence, _ keys: inout [TerminalKey]
  ) {
    switch byte {
    case 0x30...0x3B:
      var sequence = sequence
      sequence.append(byte)
      state = .shift(sequence)
    case 0x4D: endSequence(byte, .enter, &keys)
    default: endSequence(byte, sequence.key(final: byte), &keys)
    }
  }

  private mutating func takeString(_ byte: UInt8, _ keys: inout [TerminalKey]) {
    switch byte {
    case 0x07: state = .text
    case 0x1B: state = .escape
    case 0x00..<0x20: endSequence(byte, nil, &keys)
    default: break
    }
  }

  /// Ends a sequence with its last byte, or with one that cannot be in it, and then is a key of its
  /// own: so a broken sequence never keeps Ctrl-C away.
  private mutating func endSequence(
    _ byte: UInt8, _ key: TerminalKey?, _ keys: inout [TerminalKey]
  ) {
    state = .text
    if let key {
      keys.append(key)
    } else if byte < 0x20 || byte >= 0x7F {
      takeText(byte, &keys)
    }
  }

  // MARK: - Paste

  private mutating func beginPaste() {
    state = .paste(matched: 0)
    isAfterReturn = false
  }

  private mutating func takePasted(
    _ byte: UInt8, _ matched: Int, _ keys: inout [TerminalKey]
  ) {
    if byte == Self.pasteEnd[matched] {
      if matched == 0 { partial = nil }
      let isWhole = matched == Self.pasteEnd.count - 1
      state = isWhole ? .text : .paste(matched: matched + 1)
      return
    }
    state = .paste(matched: 0)
    for byte in Self.pasteEnd[..<matched].dropFirst() { keys.append(.scalar(Unicode.Scalar(byte))) }
    if matched > 0 {
      isAfterReturn = false
      return takePasted(byte, 0, &keys)
    }
    takePastedText(byte, &keys)
  }

  private mutating func takePastedText(_ byte: UInt8, _ keys: inout [TerminalKey]) {
    let isReturned = isAfterReturn
    isAfterReturn = byte == 0x0D
    if byte >= 0x80 || partial != nil {
      if takeScalar(byte, &keys) { return }
    }
    switch byte {
    // A terminal takes controls out of what it pastes. This one is typed, by somebody whose
    // terminal forgot to end the paste.
    case 0x03:
      state = .text
      keys.append(.control("c"))
    case 0x0A where isReturned: break
    case 0x09, 0x0A, 0x0D, 0x20...0x7E: keys.append(.scalar(Unicode.Scalar(byte)))
    default: break
    }
  }
}
