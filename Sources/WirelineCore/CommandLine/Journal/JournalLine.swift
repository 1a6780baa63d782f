internal import Crypto

/// A line of a journal: `<check> <key> <code> <record>\n`.
///
/// - check: the first 16 hexadecimal digits of the SHA-256 of all that follows
///   its space, without the line break.
/// - key: the item, 32 hexadecimal digits.
/// - code: `error.code` of the record; `-` for a success.
/// - record: the line as it was printed, verbatim.
struct JournalLine {
  /// Bytes of the check and its space.
  static let checkBytes = 17
  /// Bytes before the code.
  static let keyEnd = checkBytes + 33
  /// Longer than any code of the closed list.
  static let maximumCodeBytes = 64
  /// As much of a line as says what it is about.
  static let headBytes = keyEnd + maximumCodeBytes + 1

  /// The whole line, with its end; nil for a record with a line break in it.
  static func bytes(key: JournalKey, code: String?, record: some Collection<UInt8>) -> [UInt8]? {
    guard !record.contains(0x0A) else { return nil }
    var rest = Array("\(key.text) \(code ?? "-") ".utf8)
    rest.append(contentsOf: record)
    var line = Array("\(check(SHA256.hash(data: rest))) ".utf8)
    line.reserveCapacity(line.count + rest.count + 1)
    line.append(contentsOf: rest)
    line.append(0x0A)
    return line
  }

  static func check(_ digest: SHA256.Digest) -> String { Hexadecimal.encode(digest.prefix(8)) }

  let key: JournalKey
  /// As written; nil for a success.
  let code: String?
  /// Where the record begins in the line.
  let recordStart: Int

  /// Reads a line's head.
  ///
  /// - Parameters:
  ///   - head: `headBytes` of the line, or all of it.
  ///   - digest: of everything after the check.
  init?(head: some Collection<UInt8>, digest: SHA256.Digest) {
    let head = Array(head)
    guard head.count > Self.keyEnd, head[Self.checkBytes - 1] == 0x20,
      head[Self.keyEnd - 1] == 0x20,
      head[..<(Self.checkBytes - 1)].elementsEqual(Self.check(digest).utf8),
      let high = ImageKey.prefix(of: head[Self.checkBytes...]),
      let low = ImageKey.prefix(of: head[(Self.checkBytes + 16)...]),
      let end = head[Self.keyEnd...].firstIndex(of: 0x20)
    else { return nil }
    key = JournalKey(high: high, low: low)
    let text = String(decoding: head[Self.keyEnd..<end], as: UTF8.self)
    code = text == "-" ? nil : text
    recordStart = end + 1
  }
}
