import TestSupport

/// Kinds of damage to a file.
enum FileDamage {
  /// Changes that may leave a valid file with other values.
  static let valueChanges: Set<String> = [
    "bit 1", "bit 3", "bit 6", "noise", "hole", "escape", "50 %", "last byte",
  ]

  /// The changed contents of a file.
  static func contents(_ bytes: [UInt8], isDatabase: Bool) -> [(name: String, bytes: [UInt8])] {
    var random = SeededGenerator(seed: UInt64(bytes.count))
    let middle = bytes.count / 2
    func replaced(_ start: Int, _ with: [UInt8]) -> [UInt8] {
      let end = min(bytes.count, start + with.count)
      return Array(bytes[..<start]) + with.prefix(end - start) + bytes[end...]
    }
    var all: [(String, [UInt8])] = [
      ("empty", []), ("one byte", Array(bytes.prefix(1))),
      ("50 %", Array(bytes.prefix(middle))), ("last byte", Array(bytes.dropLast())),
      ("header", replaced(0, [UInt8](repeating: 0, count: 100))),
      ("noise", replaced(middle, random.bytes(4096...4096))),
      ("hole", replaced(middle, [UInt8](repeating: 0, count: bytes.count / 4))),
      ("all 0xFF", [UInt8](repeating: 0xFF, count: bytes.count)),
      ("all 0", [UInt8](repeating: 0, count: bytes.count)),
      ("appended", bytes + random.bytes(1000...1000)),
      ("CRLF", bytes.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] }),
      ("BOM", [0xEF, 0xBB, 0xBF] + bytes),
      (
        "escape", Array(bytes[..<middle]) + [0x1B, 0x5B, 0x32, 0x4A, 0xFF, 0x00] + bytes[middle...]
      ),
      ("JSON", Array("{\"a\":1}\n".utf8)),
      ("gzip", Gzip.gzip("some text")),
      ("brackets", [UInt8](repeating: UInt8(ascii: "["), count: 1 << 16)),
      ("depth", Array(String(repeating: "{\"a\":", count: 20_000).utf8)),
      ("numbers", Array("{\"a\":1e999,\"failures\":9223372036854775807}".utf8)),
    ]
    for number in [1, 3, 6] {
      var changed = bytes
      let offset = bytes.count * number / 8
      if changed.indices.contains(offset) { changed[offset] ^= 1 << UInt8(number % 8) }
      all.append(("bit \(number)", changed))
    }
    if isDatabase, bytes.count > 72 {
      all.append(("version", replaced(60, [0, 0, 0, 99])))
      all.append(("application", replaced(68, [0x6F, 0x74, 0x68, 0x72])))
      all.append(("page count", replaced(28, [0x7F, 0xFF, 0xFF, 0xFF])))
    }
    return all
  }

  /// Scripts that put something else in place of `FILE`. No permission is tested by a link to
  /// itself, because root may open any file.
  static let scripts: [(name: String, script: String)] = [
    ("pipe", "rm FILE; mkfifo FILE"), ("directory", "rm FILE; mkdir FILE"),
    ("device", "rm FILE; ln -s /dev/zero FILE"), ("dangling link", "rm FILE; ln -s nowhere FILE"),
    ("link to itself", "rm FILE; ln -s FILE FILE"),
    ("link to a pipe", "rm FILE; mkfifo FILE.p; ln -s FILE.p FILE"),
    ("hard link", "ln FILE FILE.link"), ("read-only file", "chmod 400 FILE"),
    ("sparse megabyte", "truncate -s 1M FILE"),
  ]

  /// SQL expressions of every type, and texts that are dangerous in a record.
  static let values = [
    "NULL", "'1,' || char(10) || '{\"a\":1}'", "9e999", "9223372036854775807",
    "CAST(x'ff1b5b324a0a22' AS TEXT)",
  ]
}
