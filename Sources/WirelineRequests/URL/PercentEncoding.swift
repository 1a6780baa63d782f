internal import WirelineCore

/// Percent-encoding, RFC 3986 §2.1.
package enum PercentEncoding {
  /// Encodes all bytes except unreserved characters, so `+` becomes `%2B` and a space `%20`. The
  /// result is valid in any part of a URL and in a form body.
  package static func component(_ text: String) -> String { component(text.utf8) }

  package static func component(_ bytes: some Collection<UInt8>) -> String {
    encoded(bytes, keeping: isUnreserved)
  }

  /// Like `component`, with `+` for spaces, as curl's `--data-urlencode` and HTML forms do.
  package static func formComponent(_ bytes: some Collection<UInt8>) -> String {
    String(encoded(bytes, keeping: { isUnreserved($0) || $0 == 0x20 }).map { $0 == " " ? "+" : $0 })
  }

  package static func form(_ items: [(name: String, value: String)]) -> String {
    items.map { component($0.name) + "=" + component($0.value) }.joined(separator: "&")
  }

  /// Encodes only bytes that a path or query cannot contain: spaces, quotes, `<>\^{}` and bytes
  /// above 0x7E. The caller rejects control characters.
  package static func lenient(_ bytes: some Collection<UInt8>) -> String {
    encoded(bytes, keeping: isAllowedInTarget)
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x2D, 0x2E, 0x5F, 0x7E: true
    default: byte.isASCIIAlphanumeric
    }
  }

  private static func isAllowedInTarget(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x21, 0x23...0x3B, 0x3D, 0x3F...0x5B, 0x5D, 0x5F, 0x61...0x7A, 0x7E: true
    default: false
    }
  }

  private static func encoded(
    _ bytes: some Collection<UInt8>, keeping isAllowed: (UInt8) -> Bool
  ) -> String {
    // Fast path: most text needs no encoding.
    if bytes.allSatisfy(isAllowed) { return String(decoding: bytes, as: UTF8.self) }
    var out: [UInt8] = []
    out.reserveCapacity(bytes.count)
    for byte in bytes {
      if isAllowed(byte) {
        out.append(byte)
      } else {
        out += [0x25, hexadecimal(byte >> 4), hexadecimal(byte & 15)]
      }
    }
    return String(decoding: out, as: UTF8.self)
  }

  private static func hexadecimal(_ nibble: UInt8) -> UInt8 {
    nibble < 10 ? 0x30 + nibble : 0x37 + nibble
  }

  /// Decodes percent-encoded text. A `%` without two hexadecimal digits is unchanged.
  package static func decoded(_ text: some StringProtocol) -> [UInt8] {
    var out: [UInt8] = []
    var rest = Substring(text).utf8[...]
    while let byte = rest.popFirst() {
      guard byte == 0x25, let high = rest.first.flatMap(JSONByte.hexadecimalDigit),
        let low = rest.dropFirst().first.flatMap(JSONByte.hexadecimalDigit)
      else {
        out.append(byte)
        continue
      }
      out.append(UInt8(high << 4 | low))
      rest = rest.dropFirst(2)
    }
    return out
  }
}
