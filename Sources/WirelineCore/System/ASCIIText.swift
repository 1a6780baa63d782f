extension StringProtocol {
  /// The text without leading and trailing spaces and tabs, RFC 9110 §5.6.3.
  package var trimmingSpaces: String {
    let isSpace: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
    let text = Substring(self)
    guard let first = text.utf8.firstIndex(where: { !isSpace($0) }),
      let last = text.utf8.lastIndex(where: { !isSpace($0) })
    else { return "" }
    return String(text[first...last])
  }
}

extension String {
  package var trimmingSpaces: String {
    // Most texts need no trimming.
    func isOther(_ byte: UInt8?) -> Bool { byte != nil && byte != 0x20 && byte != 0x09 }
    return isOther(utf8.first) && isOther(utf8.last) ? self : Substring(self).trimmingSpaces
  }
}

// The functions of the standard library for this are part of its regular expressions, whose 445
// conformances would be linked too, and every dynamic cast searches all conformances.
extension StringProtocol where SubSequence == Substring {
  /// The range of the first occurrence of a text, compared bytewise.
  package func firstRange(ofText text: String) -> Range<Index>? {
    // A substring, so that no generic type has to be created at the first call, which took 0.4 of
    // the 2.5 million instructions of a request.
    let utf8 = self[startIndex...].utf8
    var start = startIndex
    while !utf8[start...].starts(with: text.utf8) {
      if start == endIndex { return nil }
      start = utf8.index(after: start)
    }
    return start..<utf8.index(start, offsetBy: text.utf8.count)
  }

  package func contains(text: String) -> Bool { firstRange(ofText: text) != nil }

  /// The text with every occurrence of another one replaced.
  package func replacing(text: String, with replacement: String) -> String {
    guard let range = firstRange(ofText: text) else { return String(self) }
    return String(self[..<range.lowerBound]) + replacement
      + self[range.upperBound...].replacing(text: text, with: replacement)
  }
}

extension String {
  /// Compares two ASCII field names, ignoring case.
  package func isSameFieldName(as other: String) -> Bool {
    utf8.count == other.utf8.count && hasSameLetters(as: other)
  }

  /// Compares texts of equal length bytewise, because each header field is compared several times.
  private func hasSameLetters(as other: String) -> Bool {
    utf8.withContiguousStorageIfAvailable { one in
      other.utf8.withContiguousStorageIfAvailable { two in
        for index in one.indices where one[index] != two[index] {
          let lower = one[index] | 0x20
          guard lower == two[index] | 0x20, 0x61...0x7A ~= lower else { return false }
        }
        return true
      }
    }.flatMap(\.self) ?? (lowercased() == other.lowercased())
  }
}

extension UInt8 {
  package var isASCIIAlphanumeric: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: false
    }
  }
}

/// A word of a shell's command line.
package enum ShellWord {
  /// Quotes a word for a POSIX shell.
  package static func quoted(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy {
      $0.isASCIIAlphanumeric || "%+,-./:=@_".utf8.contains($0)
    }
    if isPlain, !text.isEmpty { return text }
    return "'"
      + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
      + "'"
  }

  /// Removes quotes and backslashes. Does not expand `$name` or `$(…)`: completing a line must not
  /// run commands on it.
  static func plain(_ raw: String) -> String {
    var plain = ""
    var quote: Character?
    var rest = raw[...]
    while let character = rest.popFirst() {
      switch (character, quote) {
      case ("\\", nil), ("\\", "\""): rest.popFirst().map { plain.append($0) }
      case ("'", nil), ("\"", nil): quote = character
      case (let end, let open?) where end == open: quote = nil
      default: plain.append(character)
      }
    }
    return plain
  }
}

package enum Hexadecimal {
  package static func encode(_ bytes: some Sequence<UInt8>) -> String {
    encode(Array(bytes))
  }

  package static func encode(_ bytes: [UInt8]) -> String {
    String(unsafeUninitializedCapacity: 2 * bytes.count) { text in
      for (index, byte) in bytes.enumerated() {
        text[2 * index] = digit(byte >> 4)
        text[2 * index + 1] = digit(byte & 15)
      }
      return 2 * bytes.count
    }
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? value + 0x30 : value + 0x57
  }

  /// The value of a digit; nil unless it is a number or a lower-case letter up to `f`.
  @inlinable @inline(__always)
  package static func value(of digit: UInt8) -> UInt8? {
    let (number, letter) = (digit &- 0x30, digit &- 0x61)
    return number < 10 ? number : letter < 6 ? letter + 10 : nil
  }

  /// The number with up to 16 digits; nil for other bytes.
  static func number(_ digits: Slice<UnsafeRawBufferPointer>) -> UInt64? {
    var number: UInt64 = 0
    for digit in digits {
      guard let value = value(of: digit) else { return nil }
      number = number << 4 | UInt64(value)
    }
    return number
  }
}

extension BinaryInteger {
  /// The number with at least this many digits, after zeros if necessary.
  package func text(digits: Int, radix: Int = 10) -> String {
    let text = String(self, radix: radix)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }
}
