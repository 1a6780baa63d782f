internal import CTables

/// The form in which names are compared.
///
/// Case, accents, apostrophes, quotation marks, kinds of spaces and invisible characters make no
/// difference. Hyphens, commas and full stops become spaces. `São Paulo`, `SAO PAULO` and
/// `sao-paulo` fold to `sao paulo`; `Łódź` to `lodz`; `Straße` to `strasse`; `St. John’s` and
/// `St.Johns` to `st johns`. Other ASCII signs stay, such as `%`, `_` and `*`.
///
/// Stored names and queries are folded alike, whatever their normal form, and folding twice equals
/// folding once. `fold-table.py` documents the fold of each letter. Databases contain folds, so
/// `CityStoreSchema.version` changes with them.
enum CityFolding {
  static func fold(_ text: String) -> [UInt8] {
    var text = text
    var folded: [UInt8] = []
    text.withUTF8 { append(UnsafeRawBufferPointer($0), to: &folded) }
    return folded
  }

  /// Appends the fold of UTF-8 text. Bytes that are not UTF-8 are dropped.
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

  private static func append(_ scalar: UInt32, to folded: inout [UInt8], from start: Int) {
    if (0xAC00..<0xD7A4).contains(scalar) { return appendHangul(scalar, to: &folded) }
    // Variation selectors and tags: a block of invisible characters.
    if scalar >> 12 == 0xE0 { return }
    guard let value = lookUp(scalar) else { return encode(scalar, to: &folded) }
    guard value >= sequencesStart else { return appendFolded(value, to: &folded, from: start) }
    let first = Int(value - sequencesStart)
    for index in 0..<Int(number(wireline_folding_sequences(), at: first, digits: 1)) {
      let scalar = number(wireline_folding_sequences(), at: first + 1 + 3 * index, digits: 3)
      appendFolded(scalar, to: &folded, from: start)
    }
  }

  private static func appendFolded(_ scalar: UInt32, to folded: inout [UInt8], from start: Int) {
    if scalar < 0x80 {
      append(ascii: UInt8(scalar), to: &folded, from: start)
    } else {
      encode(scalar, to: &folded)
    }
  }

  /// Values from here on are offsets in `wireline_folding_sequences`. `fold-table.py` describes the
  /// tables.
  private static let sequencesStart: UInt32 = 0x30000
  private static let runLength = 7
  private static let pageLength = 4

  /// The number of these digits in base 64 at an offset of a table.
  @inline(__always)
  private static func number(
    _ table: UnsafePointer<UInt8>, at offset: Int, digits: Int
  ) -> UInt32 {
    var number: UInt32 = 0
    for index in offset..<offset + digits {
      number = number << 6 | UInt32(table[index] &- 0x30)
    }
    return number
  }

  /// The value of a scalar in the table, or nil if the scalar folds to itself.
  private static func lookUp(_ scalar: UInt32) -> UInt32? {
    let page = pageLength * Int(scalar >> 8)
    guard page + pageLength < wireline_folding_pages_count else { return nil }
    let key = scalar & 0xFF
    var low = Int(number(wireline_folding_pages(), at: page, digits: 3))
    let first = low
    var high = Int(number(wireline_folding_pages(), at: page + pageLength, digits: 3))
    // Find the first run that begins after the scalar; the one before it may contain the scalar.
    while low < high {
      let middle = (low + high) / 2
      let start = number(wireline_folding_runs(), at: middle * runLength, digits: 2)
      if start <= key { low = middle + 1 } else { high = middle }
    }
    guard low > first else { return nil }
    let run = (low - 1) * runLength
    let offset = key - number(wireline_folding_runs(), at: run, digits: 2)
    let form = number(wireline_folding_runs(), at: run + 2, digits: 1)
    guard offset < form >> 1 else { return nil }
    let value = number(wireline_folding_runs(), at: run + 3, digits: 3)
    return form & 1 == 1 ? value : value + offset
  }

  /// Appends the two or three letters of a syllable (The Unicode Standard §3.12).
  private static func appendHangul(_ scalar: UInt32, to folded: inout [UInt8]) {
    let index = scalar - 0xAC00
    encode(0x1100 + index / 588, to: &folded)
    encode(0x1161 + index % 588 / 28, to: &folded)
    if index % 28 > 0 { encode(0x11A7 + index % 28, to: &folded) }
  }

  /// The scalar that begins at an index, and its length; nil if the bytes are not UTF-8: truncated,
  /// overlong, or a surrogate.
  static func decode(_ text: UnsafeRawBufferPointer, at index: Int) -> (UInt32?, Int) {
    let lead = text[index]
    if lead < 0x80 { return (UInt32(lead), 1) }
    let length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC2 ? 2 : 1
    guard length > 1, index + length <= text.count else { return (nil, 1) }
    var scalar = UInt32(lead) & (0x7F >> UInt32(length))
    for offset in 1..<length {
      guard text[index + offset] & 0xC0 == 0x80 else { return (nil, offset) }
      scalar = scalar << 6 | UInt32(text[index + offset] & 0x3F)
    }
    let isShortest = scalar >= (length == 4 ? 0x10000 : length == 3 ? 0x800 : 0x80)
    return (isShortest && Unicode.Scalar(scalar) != nil ? scalar : nil, length)
  }

  private static func encode(_ scalar: UInt32, to folded: inout [UInt8]) {
    func tail(_ shift: UInt32) -> UInt8 { 0x80 | UInt8(scalar >> shift & 0x3F) }
    if scalar < 0x800 {
      folded.append(0xC0 | UInt8(scalar >> 6))
    } else {
      if scalar < 0x10000 {
        folded.append(0xE0 | UInt8(scalar >> 12))
      } else {
        folded.append(0xF0 | UInt8(scalar >> 18))
        folded.append(tail(12))
      }
      folded.append(tail(6))
    }
    folded.append(tail(0))
  }
}
