import NIOHTTP2

/// Many frames that cost the server little. RFC 9113 §10.5 permits a client to tolerate a flood, or
/// to close the connection.
extension HostileScenario {
  static let floods: [HostileScenario] = [
    HostileScenario(
      "flood of SETTINGS", .either("ok", "protocol"),
      [.repeated(10_000, [.settings()]), .answer()]),
    HostileScenario(
      "flood of SETTINGS that change the table size", .either("ok", "protocol"),
      [
        .repeated(5_000, [.settings([.headerTableSize: 0]), .settings([.headerTableSize: 4096])]),
        .answer(),
      ]),
    HostileScenario(
      "flood of SETTINGS acknowledgements", .either("ok", "protocol"),
      [.repeated(10_000, [.frame(.settings, .ack, on: .connection)]), .answer()]),
    HostileScenario("100 PING frames", .succeeds, [.repeated(100, [.ping()]), .answer()]),
    HostileScenario(
      "flood of PING", .either("ok", "protocol"), [.repeated(10_000, [.ping()]), .answer()]),
    HostileScenario(
      "flood of PING acknowledgements", .either("ok", "protocol"),
      [
        .repeated(10_000, [.frame(.ping, .ack, on: .connection, Array("12345678".utf8))]),
        .answer(),
      ]),
    HostileScenario(
      "10 empty DATA frames", .succeeds,
      [.head(), .repeated(10, [.data()]), .data("GET /bad 0", ends: true)]),
    HostileScenario(
      "flood of empty DATA", .either("ok", "protocol"),
      [.head(), .repeated(10_000, [.data()]), .data("GET /bad 0", ends: true)]),
    HostileScenario(
      "flood of DATA with padding only", .either("ok", "protocol"),
      [.head(), .repeated(10_000, [.padding]), .data("GET /bad 0", ends: true)]),
    HostileScenario(
      "flood of RST_STREAM on one stream", .either("truncated", "protocol"),
      [.repeated(10_000, [.reset(.cancel)])]),
    HostileScenario(
      "flood of RST_STREAM on a closed stream", .either("ok", "protocol"),
      [.answer(.below), .repeated(10_000, [.reset(.cancel, on: .below)]), .answer()]),
    HostileScenario(
      "flood of PRIORITY on the stream", .either("ok", "protocol"),
      [.repeated(10_000, [.frame(.priority, [0, 0, 0, 0, 1])]), .answer()]),
    HostileScenario(
      "flood of PRIORITY on an idle stream", .either("ok", "protocol"),
      [.repeated(10_000, [.frame(.priority, on: .idle, [0, 0, 0, 0, 1])]), .answer()]),
    HostileScenario(
      "flood of WINDOW_UPDATE on the connection", .either("ok", "protocol"),
      [.repeated(10_000, [.windowUpdate(1, on: .connection)]), .answer()]),
    HostileScenario(
      "flood of WINDOW_UPDATE on the stream", .either("ok", "protocol"),
      [.repeated(10_000, [.windowUpdate(1)]), .answer()]),
    HostileScenario(
      "flood of unknown frames on the connection", .succeeds,
      [.repeated(10_000, [.frame(.unknown, on: .connection, [1, 2, 3])]), .answer()]),
    HostileScenario(
      "flood of unknown frames on the stream", .succeeds,
      [.repeated(10_000, [.frame(.unknown, .undefined, [1, 2, 3])]), .answer()]),
    HostileScenario(
      "16 MB of unknown frames on an idle stream", .succeeds,
      [.repeated(1024, [.frame(.unknown, on: .idle, zeros(16_384))]), .answer()]),
    HostileScenario(
      "flood of ALTSVC", .either("ok", "protocol"),
      [.repeated(10_000, [.frame(.alternativeService, on: .connection, [0, 1, 97])]), .answer()]),
    HostileScenario(
      "flood of ORIGIN", .either("ok", "protocol"),
      [.repeated(10_000, [.frame(.origin, on: .connection, [0, 1, 97])]), .answer()]),
    HostileScenario(
      "flood of empty CONTINUATION", .connection("protocol"),
      [
        .frame(.headers, FieldBlock.response()),
        .repeated(10_000, [.frame(.continuation)]),
      ]),
    HostileScenario(
      "flood of GOAWAY", .either("ok", "protocol"),
      [.repeated(10_000, [.goAway(.maximum)]), .answer()], later: [.answer()]),
    HostileScenario(
      "100 interim responses", .succeeds, [.repeated(100, [.head("103")]), .answer()]),
    HostileScenario(
      "flood of interim responses", .stream("protocol"), [.repeated(1000, [.head("103")])]),
  ]

  static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
}

extension HostileStep {
  /// A DATA frame with 255 bytes of padding and no data.
  fileprivate static let padding = HostileStep.frame(
    .data, .padded, [255] + [UInt8](repeating: 0, count: 255))
}
