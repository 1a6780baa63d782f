/// The type of a chunk or a box: PNG, RIFF and ISO files name theirs with four
/// letters.
struct FourLetters: Sendable, Equatable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The letters, the first one most significant.
  let value: UInt32

  init(_ value: UInt32) { self.value = value }

  init(stringLiteral value: StaticString) {
    self.value = value.withUTF8Buffer { letters in
      letters.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
    }
  }

  /// Without blanks at the end; a dot for what is not printable.
  var description: String {
    var text = ""
    for letter in letters {
      text.unicodeScalars.append((0x20...0x7E).contains(letter) ? Unicode.Scalar(letter) : ".")
    }
    while text.last == " " { text.removeLast() }
    return text
  }

  /// Whether all four are A–Z or a–z.
  var isAlphabetic: Bool {
    letters.allSatisfy { (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) }
  }

  /// Whether all four are printable ASCII; ISO names may have a © too.
  var isPrintable: Bool { letters.allSatisfy { (0x20...0x7E).contains($0) || $0 == 0xA9 } }

  private var letters: [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}
