/// Sizes of header sections. The client advertises 256 KB (SETTINGS_MAX_HEADER_LIST_SIZE), which
/// it accepts from HTTP/1.1 servers too.
extension HostileScenario {
  static let headerSections: [HostileScenario] =
    [90, 128, 200, 255].flatMap { size in
      [
        HostileScenario(
          "header section of \(size) KB", .succeeds,
          [
            .section(FieldBlock.response(bytes: size << 10, fields: 20), inPiecesOf: 16_384),
            .data("GET /bad 0", ends: true),
          ]),
        HostileScenario(
          "header section of \(size) KB in small frames", .succeeds,
          [
            .section(FieldBlock.response(bytes: size << 10, fields: 20), inPiecesOf: 4_096),
            .data("GET /bad 0", ends: true),
          ]),
      ]
    }
    + [300, 1_024, 16_384].map { size in
      HostileScenario(
        "header section of \(size) KB", .either("protocol"),
        [
          .section(FieldBlock.response(bytes: size << 10, fields: 40), inPiecesOf: 16_384),
          .data("GET /bad 0", ends: true),
        ])
    }
    + [
      HostileScenario(
        "one field of 200 KB", .succeeds,
        [
          .section(FieldBlock.response(bytes: 200 << 10, fields: 1), inPiecesOf: 16_384),
          .data("GET /bad 0", ends: true),
        ]),
      HostileScenario(
        "one field of 1 MB", .either("protocol"),
        [
          .section(FieldBlock.response(bytes: 1 << 20, fields: 1), inPiecesOf: 16_384),
          .data("GET /bad 0", ends: true),
        ]),
      HostileScenario(
        "1,000 fields", .succeeds,
        [
          .section(FieldBlock.response(bytes: 100_000, fields: 999), inPiecesOf: 16_384),
          .data("GET /bad 0", ends: true),
        ]),
      HostileScenario(
        "1,100 fields", .stream("protocol"),
        [
          .section(FieldBlock.response(bytes: 100_000, fields: 1100), inPiecesOf: 16_384),
          .data("GET /bad 0", ends: true),
        ]),
      HostileScenario(
        "two header sections of 200 KB", .succeeds,
        [
          .section(FieldBlock.response(bytes: 200 << 10, fields: 20), inPiecesOf: 16_384),
          .data("GET /bad 0"),
          .section(
            FieldBlock.literals([("x-sum", String(repeating: "x", count: 200 << 10))]),
            inPiecesOf: 16_384, ends: true),
        ]),
      HostileScenario(
        "endless header section", .either("protocol"),
        [
          .frame(.headers, FieldBlock.response()),
          .endless(
            .init(
              kind: .continuation, stream: .bad,
              payload: FieldBlock.literals([("x-a", String(repeating: "x", count: 1000))]))),
        ]),
      HostileScenario(
        "endless field", .either("protocol"),
        [
          .frame(.headers, FieldBlock.response() + [0x00, 0x01, 0x61, 0x7F, 0xFF, 0xFF, 0x7F]),
          .endless(.init(kind: .continuation, stream: .bad, payload: zeros(16_384))),
        ]),
      HostileScenario(
        "response in CONTINUATION frames of one byte", .succeeds,
        [
          .section(FieldBlock.response("200", [("a", "b")]), inPiecesOf: 1),
          .data("GET /bad 0", ends: true),
        ]),
      HostileScenario(
        "empty HEADERS frame before the field block", .succeeds,
        [
          .frame(.headers), .frame(.continuation, .endHeaders, FieldBlock.response()),
          .data("GET /bad 0", ends: true),
        ]),
    ]
}
