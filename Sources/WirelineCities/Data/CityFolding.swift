internal import CUTF8Proc

/// The form in which names are compared.
///
/// Case, accents, apostrophes, quotation marks, kinds of spaces and invisible characters make no
/// difference. Hyphens, commas and full stops become spaces. `São Paulo`, `SAO PAULO` and
/// `sao-paulo` fold to `sao paulo`; `Łódź` to `lodz`; `Straße` to `strasse`; `St. John’s` and
/// `St.Johns` to `st johns`. Other ASCII signs are kept, such as `%`, `_` and `*`.
///
/// Stored names and queries are folded alike, whatever their normal form, and folding twice equals
/// folding once. A folded name is called a fold in the code. Databases contain folds, so
/// `CityStoreSchema.version` changes with them.
///
/// The model is a user who types a name on a plain keyboard of its script: what they leave out is
/// dropped, what they type instead replaces the original, and what they type is kept.
enum CityFolding {
  static func fold(_ text: String) -> [UInt8] {
    var text = text
    var folded: [UInt8] = []
    text.withUTF8 { append(UnsafeRawBufferPointer($0), to: &folded) }
    return folded
  }

  static func fold(_ text: UnsafeRawBufferPointer) -> [UInt8] {
    var folded: [UInt8] = []
    append(text, to: &folded)
    return folded
  }

  /// Folds UTF-8 text and appends the result. Bytes that are not UTF-8 are dropped.
  static func append(_ text: UnsafeRawBufferPointer, to folded: inout [UInt8]) {
    let start = folded.count
    var index = 0
    while index < text.count {
      let byte = text[index]
      if isPlain(byte) {
        // Most letters of most names: appending runs saves a quarter of the time.
        let first = index
        repeat { index += 1 } while index < text.count && isPlain(text[index])
        folded.append(contentsOf: UnsafeRawBufferPointer(rebasing: text[first..<index]))
      } else if byte < 0x80 {
        append(ascii: byte, to: &folded, from: start)
        index += 1
      } else {
        let (scalar, length) = decode(text, at: index)
        if let scalar { append(scalar, to: &folded, from: start) }
        index += length
      }
    }
    while folded.count > start, folded.last == 0x20 { folded.removeLast() }
  }

  @inline(__always)
  private static func isPlain(_ byte: UInt8) -> Bool { byte &- 0x61 < 26 }

  @inline(__always)
  private static func append(ascii byte: UInt8, to folded: inout [UInt8], from start: Int) {
    switch byte {
    case 0x41...0x5A: folded.append(byte | 0x20)
    // Runs of spaces, hyphens, commas and full stops become one space, or none at the start.
    case 0x00...0x20, 0x2C...0x2E, 0x7F:
      if folded.count > start, folded.last != 0x20 { folded.append(0x20) }
    // Most of these stand for a soft sign, which users leave out.
    case 0x22, 0x27, 0x60: break
    default: folded.append(byte)
    }
  }

  /// Appends the compatibility decomposition (NFKD) of a scalar, with full case folding.
  private static func append(_ scalar: Int32, to folded: inout [UInt8], from start: Int) {
    if let text = replacements[scalar] { return append(text, to: &folded, from: start) }
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: longestDecomposition) { parts in
      var boundary: Int32 = 0
      let count = utf8proc_decompose_char(
        scalar, parts.baseAddress, parts.count, decomposition, &boundary)
      for part in parts.prefix(max(0, count)) { append(part: part, to: &folded, from: start) }
    }
  }

  private static let decomposition = utf8proc_option_t(
    UTF8PROC_COMPAT.rawValue | UTF8PROC_DECOMPOSE.rawValue | UTF8PROC_CASEFOLD.rawValue
      | UTF8PROC_IGNORE.rawValue)
  /// That of U+FDFA has 18 scalars.
  private static let longestDecomposition = 32

  private static func append(part: Int32, to folded: inout [UInt8], from start: Int) {
    if let ascii = UInt8(exactly: part), ascii < 0x80 {
      return append(ascii: ascii, to: &folded, from: start)
    }
    if let text = replacements[part] { return append(text, to: &folded, from: start) }
    let property = utf8proc_get_property(part).pointee
    switch utf8proc_category_t(UInt32(property.category)) {
    case UTF8PROC_CATEGORY_CC, UTF8PROC_CATEGORY_CF, UTF8PROC_CATEGORY_ME: break
    case UTF8PROC_CATEGORY_ZS, UTF8PROC_CATEGORY_ZL, UTF8PROC_CATEGORY_ZP, UTF8PROC_CATEGORY_PD:
      append(ascii: 0x20, to: &folded, from: start)
    case UTF8PROC_CATEGORY_ND:
      let value = Unicode.Scalar(UInt32(part))?.properties.numericValue ?? 0
      folded.append(0x30 + UInt8(value))
    default:
      guard keptClasses.contains(property.combining_class) else { break }
      withUnsafeTemporaryAllocation(byteCount: 4, alignment: 1) { bytes in
        let count = utf8proc_encode_char(part, bytes.baseAddress)
        folded.append(contentsOf: bytes.prefix(count))
      }
    }
  }

  /// The combining classes of marks that form another letter or syllable, which users type:
  /// viramas, the vowels of Indic scripts, Thai, Lao and Tibetan, and the voicing of kana.
  private static let keptClasses: Set<Int16> = [0, 8, 9, 84, 91, 103, 118, 129, 130, 132]

  private static func append(_ text: String, to folded: inout [UInt8], from start: Int) {
    for byte in text.utf8 {
      if byte < 0x80 { append(ascii: byte, to: &folded, from: start) } else { folded.append(byte) }
    }
  }

  /// The replacements of scalars that Unicode does not decompose, or into something else.
  private static let replacements: [Int32: String] = {
    var replacements: [Int32: String] = [:]
    func add(_ scalars: some StringProtocol, as text: some StringProtocol) {
      for scalar in scalars.unicodeScalars { replacements[Int32(scalar.value)] = String(text) }
    }
    // Apostrophes, quotation marks (some of which are BGN's romanization of the hard sign), glottal
    // stops, the middle dot of Catalan, and tatweel.
    add("´ʹʻʼʽʾʿˀˁˈˊˋʹ΄՚׳ߴߵ᾽᾿‘’‚‛′‵❛❜ꞌ＇｀\u{1FCD}\u{1FCE}\u{1FCF}\u{1FFD}", as: "")
    add("«»ʺˮ״“”„‟❝❞〝〞〟＂ʔʕɂ·ـ", as: "")
    add("\u{85}˗⁃−", as: " ")
    let words = letters.split { $0 == " " || $0 == "\n" }
    for index in stride(from: 0, to: words.count, by: 2) { add(words[index + 1], as: words[index]) }
    return replacements
  }()

  /// Plain letters and signs, each followed by those that it replaces: Latin letters with strokes
  /// and hooks, Cyrillic ones of Central Asia, which a Russian keyboard lacks, the digraphs of
  /// Yiddish, and variants of a letter on the keyboards of Cairo, Tehran and Lahore.
  private static let letters = """
    a ɑⱥ ae æ b ƀƃɓʙ c ƈȼɕ d ðđƌȡɖɗ dz ʣʥ e əǝɛɇⱸ f ƒ g ɣɡǥɠɢʛ h ħɦʜⱨ hv ƕ i ıɩɨɪ j ȷɉɟʄʝ k ƙⱪ
    l łƚȴɫɬɭʟⱡ ll ỻ m ɱ n ŋƞȵɲɳɴ o øɔɵⱺ oe œɶ oi ƣ ou ȣ p ƥ q ĸɋʠ r ɍɼɽɾʀ s ȿʂ ss ß t ŧƫƭȶʈⱦ
    th þ u ʊʉ v ʋⱱⱴ w ⱳ y ƴɏʏỿ z ʒƶȥɀʐʑⱬ ! ǃ | ǀ || ǁ / ⁄∕
    а ә г ґғҕӷӻ ж җ з ҙ к ҡқҝҟӄ л ӆԓԡԯ м ӎ н ңӈӊԣԩ о ө п ҧԥ р ҏ с ҫ т ҭ у үұ х һҳӽӿԧ ч ҷҹ
    וו װ וי ױ יי ײ
    ا ٱ ك کڪ ه ةہەھۃ ي ىیې
    """

  /// Replaces the scalars with those of UTF-8 text.
  static func decode(_ text: UnsafeRawBufferPointer, to scalars: inout [UInt32]) {
    scalars.removeAll(keepingCapacity: true)
    var index = 0
    while index < text.count {
      let (scalar, length) = decode(text, at: index)
      if let scalar { scalars.append(UInt32(scalar)) }
      index += length
    }
  }

  /// The scalar that begins at an index, and its length; nil if the bytes are not UTF-8.
  private static func decode(_ text: UnsafeRawBufferPointer, at index: Int) -> (Int32?, Int) {
    if text[index] < 0x80 { return (Int32(text[index]), 1) }
    var scalar: Int32 = -1
    let start = text.baseAddress?.assumingMemoryBound(to: UInt8.self)
    let length = start.map { utf8proc_iterate($0 + index, text.count - index, &scalar) } ?? 0
    return length > 0 ? (scalar, length) : (nil, 1)
  }
}
