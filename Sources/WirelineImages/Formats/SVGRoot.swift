/// The root element of an SVG document.
///
/// Parses only the XML that may precede it: a byte order mark, the declaration, comments, and a
/// document type with an internal subset.
struct SVGRoot {
  private let bytes: ByteReader
  private let start: Int

  /// Returns nil unless the first element is `svg`, with or without a namespace prefix.
  init?(_ head: ArraySlice<UInt8>) {
    bytes = ByteReader(Self.singleBytes(head))
    guard let element = Self.firstElement(bytes) else { return nil }
    var offset = element + 1
    var name = offset
    while let byte = bytes.byte(offset), Self.isName(byte) {
      offset += 1
      if byte == 0x3A { name = offset }
    }
    // Without a following byte the name may be incomplete.
    guard offset - name == 3, bytes.matches("svg", at: name), bytes.byte(offset) != nil else {
      return nil
    }
    start = offset
  }

  /// The size attributes; nil if the bytes end inside the start tag.
  var attributes: [String: String]? {
    var found: [String: String] = [:]
    var offset = start
    while let byte = bytes.byte(offset) {
      if byte == 0x3E { return found }
      guard Self.isName(byte) else {
        offset += 1
        continue
      }
      let name = offset
      while let byte = bytes.byte(offset), Self.isName(byte) { offset += 1 }
      let end = offset
      skipSpace(&offset)
      guard bytes.byte(offset) == 0x3D else { continue }
      offset += 1
      skipSpace(&offset)
      guard let quote = bytes.byte(offset), quote == 0x22 || quote == 0x27 else { continue }
      let value = offset + 1
      guard let close = Self.find(quote == 0x22 ? "\"" : "'", bytes, from: value) else {
        return nil
      }
      if let name = bytes.text(name, end - name), Self.wanted.contains(name), found[name] == nil {
        found[name] = bytes.text(value, min(close - 1 - value, 100))
      }
      offset = close
    }
    return nil
  }

  private static let wanted: Set = ["width", "height", "viewBox"]

  private func skipSpace(_ offset: inout Int) {
    while let byte = bytes.byte(offset), byte.isASCIISpace { offset += 1 }
  }

  /// Converts UTF-16 to one byte per unit, with a question mark for everything but ASCII, which
  /// is enough for the attributes read here.
  private static func singleBytes(_ head: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let isBig: Bool
    switch Array(head.prefix(2)) {
    case [0xFE, 0xFF], [0, 0x3C]: isBig = true
    case [0xFF, 0xFE], [0x3C, 0]: isBig = false
    default: return head
    }
    let units = stride(from: head.startIndex, to: head.endIndex - 1, by: 2).map { index in
      let (high, low) = isBig ? (head[index], head[index + 1]) : (head[index + 1], head[index])
      return high == 0 && low < 0x80 ? low : 0x3F
    }
    // The byte order mark became a question mark.
    return units.first == 0x3F ? units.dropFirst() : units[...]
  }

  private static func firstElement(_ bytes: ByteReader) -> Int? {
    var offset = bytes.matches("\u{FEFF}") ? 3 : 0
    while let byte = bytes.byte(offset) {
      if byte.isASCIISpace {
        offset += 1
        continue
      }
      guard byte == 0x3C else { return nil }
      let end: Int?
      if bytes.matches("<?", at: offset) {
        end = find("?>", bytes, from: offset + 2)
      } else if bytes.matches("<!--", at: offset) {
        end = find("-->", bytes, from: offset + 4)
      } else if bytes.matches("<!DOCTYPE", at: offset) {
        end = endOfDocumentType(bytes, from: offset + 9)
      } else {
        return offset
      }
      guard let end else { return nil }
      offset = end
    }
    return nil
  }

  /// The offset after the `>` that ends the document type.
  private static func endOfDocumentType(_ bytes: ByteReader, from start: Int) -> Int? {
    var offset = start
    var depth = 0
    while let byte = bytes.byte(offset) {
      switch byte {
      case 0x3E where depth == 0: return offset + 1
      case 0x5B: depth += 1
      case 0x5D: depth -= 1
      case 0x22, 0x27:
        guard let end = find(byte == 0x22 ? "\"" : "'", bytes, from: offset + 1) else { return nil }
        offset = end - 1
      case 0x3C where bytes.matches("<!--", at: offset):
        guard let end = find("-->", bytes, from: offset + 4) else { return nil }
        offset = end - 1
      default: break
      }
      offset += 1
    }
    return nil
  }

  /// The offset after the next occurrence of a text.
  private static func find(_ text: StaticString, _ bytes: ByteReader, from start: Int) -> Int? {
    var offset = start
    while offset < bytes.count {
      if bytes.matches(text, at: offset) { return offset + text.utf8CodeUnitCount }
      offset += 1
    }
    return nil
  }

  private static func isName(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x3A, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x80...0xFF: true
    default: false
    }
  }
}
