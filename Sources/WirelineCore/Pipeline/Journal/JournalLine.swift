/// A line of a journal: `<check> <key> <code> <record>\n`.
///
/// | part | version 2 | version 1 |
/// |---|---|---|
/// | check | `check(_:)` of what follows its space, 8 hexadecimal digits | 16 of its SHA-256 |
/// | key | the item, 22 digits of base 64 | 32 hexadecimal digits |
/// | code | `error.code` of the record; `-` for a success | the same |
/// | record | the printed lines, verbatim, with 1E between them | one line |
package struct JournalLine {
  package let key: JournalKey
  /// The number of the code in `ErrorCode`, from 1; 0 for a success, nil for a code that this
  /// version does not know.
  package let code: UInt8?
  /// Where the record begins in the line.
  package let recordStart: Int

  /// The whole line, with its end; nil for a record with a line break in it.
  package static func bytes(
    _ version: JournalHeader.Version, key: JournalKey, code: ErrorCode?, record: [UInt8]
  ) -> [UInt8]? {
    guard !record.contains(0x0A) else { return nil }
    var rest = version == .one ? Array(key.hexadecimal.utf8) : key.bytes
    rest.append(0x20)
    rest.append(contentsOf: (code?.rawValue ?? "-").utf8)
    rest.append(0x20)
    rest.append(contentsOf: record)
    var line = rest.withUnsafeBytes { checkText(version, $0) }
    line.reserveCapacity(line.count + rest.count + 2)
    line.append(0x20)
    line.append(contentsOf: rest)
    line.append(0x0A)
    return line
  }

  /// Reads a line without its end; nil for a damaged one.
  package init?(_ line: UnsafeRawBufferPointer, _ version: JournalHeader.Version) {
    let checkEnd = version == .one ? 16 : 8
    let keyStart = checkEnd + 1
    let keyEnd = keyStart + (version == .one ? 32 : JournalKey.digitCount)
    guard line.count > keyEnd + 1, line[checkEnd] == 0x20, line[keyEnd] == 0x20,
      Self.hasCheck(line, version, keyStart)
    else { return nil }
    let digits = UnsafeRawBufferPointer(rebasing: line[keyStart..<keyEnd])
    let key = version == .one ? JournalKey(hexadecimal: digits) : JournalKey(digits: digits)
    guard let key, let end = line[(keyEnd + 1)...].firstIndex(of: 0x20) else { return nil }
    self.key = key
    code = Self.number(of: UnsafeRawBufferPointer(rebasing: line[(keyEnd + 1)..<end]))
    recordStart = end + 1
  }

  // MARK: The code

  package static let codes = Array(ErrorCode.allCases.prefix(Int(UInt8.max)))
  private static let names = codes.map { Array($0.rawValue.utf8) }

  private static func number(of text: UnsafeRawBufferPointer) -> UInt8? {
    if text.count == 1, text[0] == UInt8(ascii: "-") { return 0 }
    return names.firstIndex { $0.count == text.count && text.elementsEqual($0) }
      .map { UInt8($0 + 1) }
  }

  // MARK: The check

  private static func hasCheck(
    _ line: UnsafeRawBufferPointer, _ version: JournalHeader.Version, _ start: Int
  ) -> Bool {
    let rest = UnsafeRawBufferPointer(rebasing: line[start...])
    if version == .two {
      return line.loadUnaligned(as: UInt64.self) == Hexadecimal.digits(of: check(rest))
    }
    return line[..<(start - 1)].elementsEqual(checkText(version, rest))
  }

  private static func checkText(
    _ version: JournalHeader.Version, _ rest: UnsafeRawBufferPointer
  ) -> [UInt8] {
    if version == .two {
      return withUnsafeBytes(of: Hexadecimal.digits(of: check(rest))) { Array($0) }
    }
    var hash = SHA256()
    hash.update(bufferPointer: rest)
    return Array(Hexadecimal.encode(hash.finalize().prefix(8)).utf8)
  }

  /// A fast check sum. It finds damage, and does not protect against intent.
  ///
  /// The bytes go in as little-endian words of 8, the last one filled up with zeros. Each step is
  /// reversible, so a change within one word always changes the state.
  package static func check(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
    var state = UInt64(bytes.count) &+ 0x2545_F491_4F6C_DD1D
    var place = 0
    while place &+ 8 <= bytes.count {
      let word = bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      state = mixed(state ^ UInt64(littleEndian: word))
      place &+= 8
    }
    var word: UInt64 = 0
    var shift: UInt64 = 0
    while place < bytes.count {
      word |= UInt64(bytes[place]) << shift
      shift &+= 8
      place &+= 1
    }
    return UInt32(truncatingIfNeeded: mixed(mixed(state ^ word)) >> 32)
  }

  @inline(__always)
  private static func mixed(_ state: UInt64) -> UInt64 {
    let product = state &* 0x9E37_79B9_7F4A_7C15
    return product ^ product >> 32
  }
}
