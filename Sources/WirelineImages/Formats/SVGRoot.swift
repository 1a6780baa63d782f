/// Recognizes SVG documents.
///
/// Parses only the XML that may precede the root element: a byte order mark, the declaration,
/// comments, and a document type with an internal subset.
enum SVGRoot {
  /// Whether the first element is `svg`, with or without a namespace prefix.
  static func isPresent(in bytes: ByteReader) -> Bool {
    guard let element = firstElement(bytes) else { return false }
    var offset = element + 1
    var name = offset
    while let byte = bytes.byte(offset), isName(byte) {
      offset += 1
      if byte == 0x3A { name = offset }
    }
    // Without a following byte the name may be incomplete.
    return offset - name == 3 && bytes.matches("svg", at: name) && bytes.byte(offset) != nil
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
