import NIOHTTP2

/// Many frames that cost the server little. RFC 9113 §10.5 permits a client to tolerate a flood, or
/// to close the connection.
extension HostileScenario {
  static let floods: [HostileScenario] =
    [
      flood("SETTINGS", .settings()),
      flood(
        "SETTINGS that change the table size",
        .repeated(1, [.settings([.headerTableSize: 0]), .settings([.headerTableSize: 4096])])),
      flood("SETTINGS acknowledgements", .frame(.settings, .ack, on: .connection)),
      flood("PING", .ping()),
      flood("PING acknowledgements", .frame(.ping, .ack, on: .connection, Array("12345678".utf8))),
      flood("empty DATA", .data(), after: .head(), before: .body),
      flood("DATA with padding only", .padding, after: .head(), before: .body),
      flood("RST_STREAM on a closed stream", .reset(.cancel, on: .below), after: .answer(.below)),
      flood("PRIORITY on the stream", .frame(.priority, [0, 0, 0, 0, 1])),
      flood("PRIORITY on an idle stream", .frame(.priority, on: .idle, [0, 0, 0, 0, 1])),
      flood("WINDOW_UPDATE on the connection", .windowUpdate(1, on: .connection)),
      flood("WINDOW_UPDATE on the stream", .windowUpdate(1)),
      flood("ALTSVC", .frame(.alternativeService, on: .connection, [0, 1, 97])),
      flood("ORIGIN", .frame(.origin, on: .connection, [0, 1, 97])),
      Self(
        "flood of GOAWAY", .either("ok", "protocol"),
        [.repeated(10_000, [.goAway(.maximum)]), .answer()], later: [.answer()]),
      Self(
        "flood of RST_STREAM on one stream", .either("truncated", "protocol"),
        [.repeated(10_000, [.reset(.cancel)])]),
      Self(
        "flood of empty CONTINUATION", .connection("protocol"),
        [.frame(.headers, FieldBlock.response()), .repeated(10_000, [.frame(.continuation)])]),
      Self("flood of interim responses", .stream("protocol"), [.repeated(1000, [.head("103")])]),
      Self(
        "10 empty DATA frames", .succeeds, [.head(), .repeated(10, [.data()]), .body]),
    ]
    + [
      ("100 PING frames", 100, HostileStep.ping()),
      ("100 interim responses", 100, .head("103")),
      ("flood of unknown frames", 10_000, .frame(.unknown, on: .connection, [1, 2, 3])),
      ("flood of unknown frames on the stream", 10_000, .frame(.unknown, .undefined, [1, 2, 3])),
      ("16 MB of unknown frames", 1024, .frame(.unknown, on: .idle, zeros(16_384))),
    ].map { name, count, step in
      Self(name, .succeeds, [.repeated(count, [step]), .answer()])
    }

  private static func flood(
    _ name: String, _ step: HostileStep, after first: HostileStep? = nil,
    before last: HostileStep = .answer()
  ) -> Self {
    let steps = (first.map { [$0] } ?? []) + [.repeated(10_000, [step]), last]
    return Self("flood of \(name)", .either("ok", "protocol"), steps)
  }

  static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
}

extension HostileStep {
  /// A DATA frame with 255 bytes of padding and no data.
  fileprivate static let padding = HostileStep.frame(
    .data, .padded, [255] + [UInt8](repeating: 0, count: 255))
}
