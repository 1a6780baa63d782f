/// A line of a journal: `<check> <key> <code> <record>\n`.
///
/// | part | content |
/// |---|---|
/// | check | `check(_:)` of the text after its space, 8 hexadecimal digits |
/// | key | the item, 32 hexadecimal digits |
/// | code | `error.code` of the record, `-` for a success |
/// | record | the printed lines verbatim, separated by 1E |
struct JournalLine {
  let key: JournalKey
  /// The code of the failure; nil for a success.
  let code: ErrorCode?
  let recordStart: Int

  static func bytes(key: JournalKey, code: ErrorCode?, record: [UInt8]) -> [UInt8]? {
    if record.withUnsafeBytes({ JSONByte.has(JSONByte.lineFeed, in: $0) }) { return nil }
    let start = "\(key.text) \(code?.rawValue ?? "-") "
    var crc = CRC32()
    Array(start.utf8).withUnsafeBytes { crc.update($0) }
    record.withUnsafeBytes { crc.update($0) }
    return Array("\(crc.value.text(digits: 8, radix: 16)) \(start)".utf8) + record + [0x0A]
  }

  /// Parses a line without its line feed; fails for a damaged one, and for an unknown code.
  init?(_ line: UnsafeRawBufferPointer) {
    let keyStart = 9
    let keyEnd = keyStart + JournalKey.digitCount
    guard line.count > keyEnd + 1, line[keyStart - 1] == 0x20, line[keyEnd] == 0x20 else {
      return nil
    }
    let check = Self.check(UnsafeRawBufferPointer(rebasing: line[keyStart...]))
    guard Hexadecimal.number(line[..<(keyStart - 1)]) == UInt64(check),
      let key = JournalKey(digits: line[keyStart..<keyEnd]),
      let end = line[(keyEnd + 1)...].firstIndex(of: 0x20)
    else { return nil }
    self.key = key
    let name = String(decoding: line[(keyEnd + 1)..<end], as: UTF8.self)
    code = ErrorCode(rawValue: name)
    if code == nil, name != "-" { return nil }
    recordStart = end + 1
  }

  /// The CRC-32, against damage, not against tampering.
  static func check(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
    var crc = CRC32()
    crc.update(bytes)
    return crc.value
  }
}

/// Identifies an item in every run by its `ref`, its URL and the rest of its request.
package struct JournalKey: Sendable, Hashable {
  /// The halves of the first 16 bytes of the SHA-256, big-endian.
  let high: UInt64
  let low: UInt64

  /// - Parameters:
  ///   - ref: the item's `ref` as JSON.
  ///   - url: as in the input; empty for an item without a URL.
  ///   - rest: the rest of the request; begins with a line break unless it is empty.
  package init(ref: [UInt8], url: String, rest: [UInt8] = []) {
    var hash = SHA256()
    hash.update(data: ref)
    // JSON has line breaks only inside strings, so pairs are unambiguous.
    hash.update(data: [0x0A])
    hash.update(data: Array(url.utf8))
    if !rest.isEmpty { hash.update(data: rest) }
    let digest = Array(hash.finalize())
    let number = { (bytes: ArraySlice<UInt8>) in bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } }
    (high, low) = (number(digest[..<8]), number(digest[8..<16]))
  }

  static let digitCount = 32

  /// 32 hexadecimal digits.
  var text: String { high.text(digits: 16, radix: 16) + low.text(digits: 16, radix: 16) }

  /// - Parameter digits: 32 hexadecimal digits; nil for anything else.
  init?(digits: Slice<UnsafeRawBufferPointer>) {
    guard digits.count == Self.digitCount,
      let high = Hexadecimal.number(digits.prefix(16)),
      let low = Hexadecimal.number(digits.suffix(16))
    else { return nil }
    (self.high, self.low) = (high, low)
  }
}
