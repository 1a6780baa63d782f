/// The form in which names are compared: case, accents, apostrophes, quotation
/// marks and the kinds of spaces make no difference, nor does what nobody sees;
/// hyphens, commas and full stops are spaces.
///
/// `São Paulo`, `SAO PAULO` and `sao-paulo` fold to `sao paulo`; `Łódź` to
/// `lodz`; `Straße` to `strasse`; `St. John’s` and `St.Johns` to `st johns`; other
/// signs of ASCII stay, as `%`, `_` and `*`. The same for stored names and for queries,
/// and for all normal forms; folding twice is folding once. `fold-table.py`
/// tells what becomes of which letter, and why. Stored folds are out of date
/// where that changes.
package enum CityFolding {
  package static func fold(_ text: String) -> [UInt8] {
    var text = text
    var folded: [UInt8] = []
    text.withUTF8 { append(UnsafeRawBufferPointer($0), to: &folded) }
    return folded
  }

  /// Appends the fold of some UTF-8; bytes that are none are dropped.
  package static func append(_ text: UnsafeRawBufferPointer, to folded: inout [UInt8]) {
    let start = folded.count
    var index = 0
    while index < text.count {
      let byte = text[index]
      if isPlain(byte) {
        // Most of most names: as runs all names fold in three quarters of the time.
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
    // Runs of spaces, hyphens, commas and full stops are one space, none at the beginning.
    case 0x00...0x20, 0x2C...0x2E, 0x7F:
      if folded.count > start, folded.last != 0x20 { folded.append(0x20) }
    // Most of them stand for a soft sign, which people leave out.
    case 0x22, 0x27, 0x60: break
    default: folded.append(byte)
    }
  }

  private static func append(_ scalar: UInt32, to folded: inout [UInt8], from start: Int) {
    if (0xAC00..<0xD7A4).contains(scalar) { return appendHangul(scalar, to: &folded) }
    // Variation selectors and tags: a block of which nothing is seen.
    if scalar >> 12 == 0xE0 { return }
    guard let value = lookUp(scalar) else { return encode(scalar, to: &folded) }
    guard value >> 31 == 1 else { return appendFolded(value, to: &folded, from: start) }
    let first = Int(value >> 8 & 0x7F_FFFF)
    for index in first..<first + Int(value & 0xFF) {
      appendFolded(CityFoldingTable.sequences[index], to: &folded, from: start)
    }
  }

  private static func appendFolded(_ scalar: UInt32, to folded: inout [UInt8], from start: Int) {
    if scalar < 0x80 {
      append(ascii: UInt8(scalar), to: &folded, from: start)
    } else {
      encode(scalar, to: &folded)
    }
  }

  private static func lookUp(_ scalar: UInt32) -> UInt32? {
    let page = Int(scalar >> 8)
    guard page + 1 < CityFoldingTable.pages.count else { return nil }
    let key = UInt8(truncatingIfNeeded: scalar)
    let end = Int(CityFoldingTable.pages[page + 1])
    var (low, high) = (Int(CityFoldingTable.pages[page]), end)
    while low < high {
      let middle = (low + high) / 2
      if CityFoldingTable.keys[middle] < key { low = middle + 1 } else { high = middle }
    }
    guard low < end, CityFoldingTable.keys[low] == key else { return nil }
    return CityFoldingTable.values[low]
  }

  /// The Unicode Standard §3.12: a syllable is its two or three letters.
  private static func appendHangul(_ scalar: UInt32, to folded: inout [UInt8]) {
    let index = scalar - 0xAC00
    encode(0x1100 + index / 588, to: &folded)
    encode(0x1161 + index % 588 / 28, to: &folded)
    if index % 28 > 0 { encode(0x11A7 + index % 28, to: &folded) }
  }

  /// The scalar that begins at an index, and its length; nil where the bytes
  /// are not UTF-8: cut off, longer than need be, or half of a pair of UTF-16.
  private static func decode(_ text: UnsafeRawBufferPointer, at index: Int) -> (UInt32?, Int) {
    let lead = text[index]
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
