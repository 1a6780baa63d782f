/// Decodes the bytes of a terminal into keys.
///
/// The bytes may arrive in pieces of any size. Unknown sequences and invalid UTF-8 are dropped.
/// Only time can distinguish Escape from the start of a sequence: the caller calls `flush` after a
/// delay.
struct KeyDecoder: Equatable, Sendable {
  private enum State: Equatable, Sendable {
    case text
    case escape
    /// After `ESC [` or, for keys in application mode, `ESC O`: the bytes of the parameters.
    case control([UInt8])
  }

  private var state = State.text
  /// The bytes so far of a scalar of several bytes (RFC 3629 §3).
  private var partial: [UInt8] = []
  /// Whether the terminal has announced a paste that has not ended.
  private var isPasting = false

  /// Whether the bytes so far may be a whole key.
  var isUndecided: Bool { state != .text && !isPasting }

  /// Returns the keys that the bytes complete.
  mutating func feed(_ bytes: some Sequence<UInt8>) -> [TerminalKey] {
    var keys: [TerminalKey] = []
    for byte in bytes {
      switch state {
      case .text: decodeText(byte, to: &keys)
      case .escape: decodeEscaped(byte, to: &keys)
      case .control(let parameters): decodeControl(byte, after: parameters, to: &keys)
      }
    }
    return keys
  }

  /// Returns Escape if no further byte has followed it.
  mutating func flush() -> [TerminalKey] {
    guard isUndecided else { return [] }
    defer { state = .text }
    return state == .escape ? [.escape] : []
  }

  private mutating func decodeText(_ byte: UInt8, to keys: inout [TerminalKey]) {
    if decodeScalar(byte, to: &keys) { return }
    switch byte {
    case 0x1B: state = .escape
    case 0x20...0x7E: keys.append(.scalar(Unicode.Scalar(byte)))
    // Terminals remove controls from pasted text: this one was typed, and the terminal did not end
    // the paste.
    case 0x03:
      isPasting = false
      keys.append(.control("c"))
    case _ where isPasting:
      if [0x09, 0x0A, 0x0D].contains(byte) { keys.append(.scalar(Unicode.Scalar(byte))) }
    case 0x0D, 0x0A: keys.append(.enter)
    case 0x09: keys.append(.tab)
    case 0x08, 0x7F: keys.append(.backspace)
    case 0x01...0x1A: keys.append(.control(Unicode.Scalar(byte + 0x60)))
    default: break
    }
  }

  /// Returns whether the byte is a part of a scalar of several bytes.
  private mutating func decodeScalar(_ byte: UInt8, to keys: inout [TerminalKey]) -> Bool {
    guard byte & 0xC0 == 0x80, let lead = partial.first else {
      partial = (0xC2...0xF4).contains(byte) ? [byte] : []
      return byte >= 0x80
    }
    partial.append(byte)
    // The ones at the start of the first byte are the length.
    guard partial.count == (~lead).leadingZeroBitCount else { return true }
    let scalar = String(validating: partial, as: UTF8.self)?.unicodeScalars.first
    partial = []
    // C1 controls (0x80 to 0x9F) are not text.
    if let scalar, scalar.value >= 0xA0 { keys.append(.scalar(scalar)) }
    return true
  }

  private mutating func decodeEscaped(_ byte: UInt8, to keys: inout [TerminalKey]) {
    state = .text
    switch byte {
    // Some terminals send an additional ESC for Alt.
    case 0x1B: state = .escape
    case 0x5B, 0x4F: state = .control([])
    // Ctrl-C soon after Escape, not Alt-Ctrl-C.
    case 0x03, 0x80...: decodeText(byte, to: &keys)
    case _ where isPasting: break
    case 0x62: keys.append(.wordLeft)
    case 0x66: keys.append(.wordRight)
    case 0x08, 0x7F: keys.append(.control("w"))
    default: break
    }
  }

  private mutating func decodeControl(
    _ byte: UInt8, after bytes: [UInt8], to keys: inout [TerminalKey]
  ) {
    switch byte {
    // On the Linux console, a second bracket begins F1 to F5.
    case 0x20...0x3F, 0x5B:
      state = .control(bytes.count > TerminalKey.maximumBytes ? bytes : bytes + [byte])
    case 0x40...0x7E:
      state = .text
      guard let parameters = TerminalKey.parameters(bytes) else { return }
      // `ESC [ 200 ~` begins a paste, `ESC [ 201 ~` ends it.
      if byte == 0x7E, let number = parameters.first, 200...201 ~= number {
        isPasting = number == 200
      } else if !isPasting, let key = TerminalKey(parameters, final: byte) {
        keys.append(key)
      }
    default:
      state = .text
      decodeText(byte, to: &keys)
    }
  }
}
