/// Field blocks that do not decode, RFC 7541. The connection's compression state is lost with them
/// (RFC 9113 §4.3), so they are connection errors, unless the block decodes.
extension HostileScenario {
  static let compression: [HostileScenario] =
    undecodable.map { name, block in
      Self(name, .connection("protocol"), [.section(block, ends: true)])
    } + decodable

  private static let undecodable: KeyValuePairs<String, [UInt8]> = [
    "index 0": [0x80],
    "index that overflows 64 bits": [0xFF] + [UInt8](repeating: 0xFF, count: 16) + [0x01],
    "endless index": [0xFF] + [UInt8](repeating: 0x80, count: 10_000),
    "length of 4 GB": [0x88, 0x00, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F, 0x61],
    "Huffman padding of more than 7 bits": [0x88, 0x00, 0x01, 0x61, 0x82, 0x1F, 0xFF],
    "Huffman code of the end of string": [0x88, 0x00, 0x01, 0x61, 0x84, 0xFF, 0xFF, 0xFF, 0xFF],
    "table size above the setting": [0x3F, 0xE2, 0x1F, 0x88],
    "table size after a field": [0x88, 0x20],
  ]

  private static let decodable: [HostileScenario] = [
    Self(
      "10,000 table sizes", .either("ok", "protocol"),
      [.section([UInt8](repeating: 0x20, count: 10_000) + [0x88]), .body]),
    Self("empty field block", .stream("protocol"), [.section([], ends: true)]),
    Self(
      "64 MB from one field in the table", .either("protocol"),
      [.section(bomb(valueBytes: 4_000, copies: 12_000), ends: true)]),
    // The table has the field although its section is malformed.
    Self(
      "table entry from a malformed section", .stream("protocol"),
      [
        .section([0x88] + FieldBlock.indexed(("UPPER", "1")) + tableEntry, ends: true),
        .section([0x88, 0xBE], on: .above), .data("GET /good/4 0", on: .above, ends: true),
      ], later: [.section([0x88] + FieldBlock.indexed(("UPPER", "1")), ends: true)]),
    // RFC 9113 §5.1: the sections of a stream that the client has reset are decoded too.
    Self(
      "table entry from a section after RST_STREAM", .stream("protocol"),
      [
        .head("200", [("UPPER", "1")]), .until(.reset), .section(tableEntry),
        .section([0x88, 0xBE], on: .above), .data("GET /good/4 0", on: .above, ends: true),
      ], later: [.head("200", [("UPPER", "1")])]),
  ]

  private static let tableEntry = FieldBlock.indexed(("x-shared", "1"))

  /// One field in the dynamic table, repeated with one byte each.
  private static func bomb(valueBytes: Int, copies: Int) -> [UInt8] {
    [0x88] + FieldBlock.indexed(("x-large", String(repeating: "x", count: valueBytes)))
      + [UInt8](repeating: 0xBE, count: copies)
  }
}
