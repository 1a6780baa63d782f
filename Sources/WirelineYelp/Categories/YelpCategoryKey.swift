/// The form in which titles are compared: letters and digits.
///
/// `Ice Cream & Frozen Yogurt` and `ice-cream and frozen yogurt` give
/// `icecreamfrozenyogurt`; `Crêpes` gives `crepes`, in all normal forms. The
/// word `and` is left out. Letters lose their accents up to U+017F, which is
/// all of Europe in Latin script; letters beyond stay as they are, and so make
/// a title that no category has.
struct YelpCategoryKey {
  /// UTF-8; empty for a text without letters and digits.
  private(set) var bytes: [UInt8] = []
  /// Where the word begins that is being read.
  private var word = 0

  init(_ text: String) {
    for scalar in text.unicodeScalars { append(scalar) }
    endWord()
  }

  /// Makes another key in the memory of this one.
  ///
  /// - Parameter text: an alias or a title of the table.
  mutating func replace(withASCII text: UnsafeBufferPointer<UInt8>) {
    bytes.removeAll(keepingCapacity: true)
    word = 0
    for byte in text { append(byte) }
    endWord()
  }

  private mutating func append(_ byte: UInt8) {
    switch byte {
    case 0x30...0x39, 0x61...0x7A: bytes.append(byte)
    case 0x41...0x5A: bytes.append(byte | 0x20)
    default: endWord()
    }
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0...0x7F: append(UInt8(scalar.value))
    case 0xC6, 0xE6: append("ae")
    case 0xDE, 0xFE: append("th")
    case 0xDF, 0x1E9E: append("ss")
    case 0x132, 0x133: append("ij")
    case 0x152, 0x153: append("oe")
    case 0xC0...0x17F: append(Self.letters.utf8Start[Int(scalar.value) - 0xC0])
    // Accents that stand behind their letters.
    case 0x300...0x36F: break
    // Spaces, quotation marks, dashes and their like.
    case 0x80...0xBF, 0x2000...0x206F, 0x3000...0x303F: endWord()
    default: bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
  }

  private mutating func append(_ letters: StaticString) {
    letters.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  private mutating func endWord() {
    if bytes[word...].elementsEqual("and".utf8) { bytes.removeLast(3) }
    word = bytes.count
  }

  /// The letters of U+00C0 to U+017F without their accents; a space where there
  /// is a sign (× and ÷), or where it takes two.
  private static let letters: StaticString = """
    aaaaaa ceeeeiiiidnooooo ouuuuy  aaaaaa ceeeeiiiidnooooo ouuuuy y\
    aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiii  jjkkklllllll\
    lllnnnnnnnnnoooooo  rrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs
    """
}
