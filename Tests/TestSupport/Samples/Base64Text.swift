/// Base64 with padding (RFC 4648), independent of the tools.
package enum Base64Text {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")

  /// Ignores characters that are not digits.
  package static func decode(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    var (bits, count) = (0, 0)
    for digit in text.compactMap({ alphabet.firstIndex(of: $0) }) {
      (bits, count) = (bits << 6 | digit, count + 6)
      guard count >= 8 else { continue }
      count -= 8
      bytes.append(UInt8(bits >> count & 0xFF))
    }
    return bytes
  }

  package static func encode(_ bytes: [UInt8]) -> String {
    stride(from: 0, to: bytes.count, by: 3).reduce(into: "") { text, start in
      let group = Array(bytes[start..<min(start + 3, bytes.count)])
      let bits = (group + [0, 0]).prefix(3).reduce(0) { $0 << 8 | Int($1) }
      let digits = [18, 12, 6, 0].map { alphabet[bits >> $0 & 63] }
      text +=
        String(digits.prefix(group.count + 1)) + String(repeating: "=", count: 3 - group.count)
    }
  }
}
