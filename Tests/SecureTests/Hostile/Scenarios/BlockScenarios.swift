import NIOHTTP2

/// Frames between HEADERS and the last CONTINUATION: connection errors, RFC 9113 §4.3 and §6.10.
extension HostileScenario {
  static let blocks: [HostileScenario] =
    [
      ("DATA", HostileStep.data("x")),
      ("HEADERS", .head()),
      ("CONTINUATION of another stream", .frame(.continuation, .endHeaders, on: .above)),
      ("PING", .ping()),
      ("SETTINGS", .settings()),
      ("an unknown frame", .frame(.unknown, on: .connection, [1])),
    ].map { name, step in
      Self(
        "\(name) in a field block", .connection("protocol"),
        [.frame(.headers, FieldBlock.response()), step, .frame(.continuation, .endHeaders), .body])
    }
    + [
      Self(
        "CONTINUATION without HEADERS", .connection("protocol"),
        [.frame(.continuation, .endHeaders, FieldBlock.response())]),
      Self(
        "CONTINUATION after the end of the field block", .connection("protocol"),
        [.head(), .frame(.continuation, .endHeaders, FieldBlock.literals([("x-a", "1")]))]),
      Self(
        "field block that does not end", .connection("truncated"),
        [.frame(.headers, FieldBlock.response()), .close]),
    ]
}
