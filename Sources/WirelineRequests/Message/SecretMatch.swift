/// Where a secret stands in a text, be it as it is, escaped as in JSON (RFC 8259 §7: `\/`,
/// `\u002B`) or percent-encoded: servers write what they got in their own way.
enum SecretMatch {
  /// One byte of a text.
  private enum Step {
    /// It is the byte that was looked for; the text goes on there.
    case same(next: Int)
    case other
    /// The text ends before that is decided.
    case ended
  }

  private enum Outcome {
    case whole(end: Int)
    case none
    /// The text ends, and so far it was the secret.
    case begun
  }

  /// The first place at `start` or behind it.
  ///
  /// - Parameter value: not empty.
  static func first(of value: [UInt8], in text: [UInt8], from start: Int) -> Range<Int>? {
    text.withUnsafeBufferPointer { text in
      value.withUnsafeBufferPointer { value in
        guard let first = value.first else { return nil }
        for index in start..<max(start, text.count)
        where text[index] == first || text[index] == backslash || text[index] == percent {
          if case .whole(let end) = match(value, text, from: index) { return index..<end }
        }
        return nil
      }
    }
  }

  /// Where the end of a text begins that is the beginning of the secret; nil where there is none.
  static func tail(of text: [UInt8], begins value: [UInt8]) -> Int? {
    text.withUnsafeBufferPointer { text in
      value.withUnsafeBufferPointer { value in
        (max(0, text.count - longestStep * value.count)..<text.count).first { index in
          if case .begun = match(value, text, from: index) { true } else { false }
        }
      }
    }
  }

  /// The most bytes of a text that stand for one of the secret: `\u002B`.
  static let longestStep = 6

  private static let backslash = UInt8(ascii: "\\")
  private static let percent = UInt8(ascii: "%")

  private static func match(
    _ value: UnsafeBufferPointer<UInt8>, _ text: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> Outcome {
    var index = start
    for byte in value {
      switch step(byte, text, index) {
      case .same(let next): index = next
      case .other: return .none
      case .ended: return .begun
      }
    }
    return .whole(end: index)
  }

  private static func step(
    _ byte: UInt8, _ text: UnsafeBufferPointer<UInt8>, _ index: Int
  ) -> Step {
    guard index < text.count else { return .ended }
    var escape = Step.other
    if text[index] == percent { escape = digits(byte, text, index + 1, count: 2) }
    if text[index] == backslash { escape = escaped(byte, text, index + 1) }
    if case .other = escape { return text[index] == byte ? .same(next: index + 1) : .other }
    return escape
  }

  private static func escaped(
    _ byte: UInt8, _ text: UnsafeBufferPointer<UInt8>, _ index: Int
  ) -> Step {
    guard index < text.count else { return .ended }
    switch text[index] {
    case UInt8(ascii: "u"): return digits(byte, text, index + 1, count: 4)
    case backslash, UInt8(ascii: "/"), UInt8(ascii: "\""):
      return text[index] == byte ? .same(next: index + 1) : .other
    default: return .other
    }
  }

  private static func digits(
    _ byte: UInt8, _ text: UnsafeBufferPointer<UInt8>, _ index: Int, count: Int
  ) -> Step {
    var number = 0
    for index in index..<index + count {
      guard index < text.count else { return .ended }
      guard let digit = Character(UnicodeScalar(text[index])).hexDigitValue else { return .other }
      number = number << 4 | digit
    }
    return number == Int(byte) ? .same(next: index + count) : .other
  }
}
