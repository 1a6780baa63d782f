/// Sizes of header sections. The client advertises 256 KB (SETTINGS_MAX_HEADER_LIST_SIZE), which
/// it accepts from HTTP/1.1 servers too.
extension HostileScenario {
  static let headerSections: [HostileScenario] =
    [90, 128, 200, 255].flatMap { size in
      [
        section("of \(size) KB", .succeeds, bytes: size << 10, fields: 20),
        section("of \(size) KB in small frames", .succeeds, bytes: size << 10, fields: 20, 4_096),
      ]
    }
    + [300, 1_024, 16_384].map { size in
      section("of \(size) KB", .either("protocol"), bytes: size << 10, fields: 40)
    }
    + [
      section("with one field of 200 KB", .succeeds, bytes: 200 << 10, fields: 1),
      section("with one field of 1 MB", .either("protocol"), bytes: 1 << 20, fields: 1),
      section("with 1,000 fields", .succeeds, bytes: 100_000, fields: 999),
      section("with 1,100 fields", .stream("protocol"), bytes: 100_000, fields: 1100),
      Self(
        "endless header section", .either("protocol"),
        [
          .frame(.headers, FieldBlock.response()),
          .endless(
            .init(
              kind: .continuation, stream: .bad,
              payload: FieldBlock.literals([("x-a", String(repeating: "x", count: 1000))]))),
        ]),
      Self(
        "endless field", .either("protocol"),
        [
          .frame(.headers, FieldBlock.response() + [0x00, 0x01, 0x61, 0x7F, 0xFF, 0xFF, 0x7F]),
          .endless(.init(kind: .continuation, stream: .bad, payload: zeros(16_384))),
        ]),
      Self(
        "empty HEADERS frame before the field block", .succeeds,
        [.frame(.headers), .frame(.continuation, .endHeaders, FieldBlock.response()), .body]),
    ]

  /// - Parameter size: the maximum length of a frame.
  private static func section(
    _ name: String, _ expected: Expectation, bytes: Int, fields: Int, _ size: Int = 16_384
  ) -> Self {
    let block = FieldBlock.response(bytes: bytes, fields: fields)
    return Self("header section \(name)", expected, [.section(block, inPiecesOf: size), .body])
  }
}
