import NIOHTTP2

/// GOAWAY, RFC 9113 §6.8: streams above its identifier were not processed, and may be sent again
/// whatever their method. The streams up to it continue.
extension HostileScenario {
  static let goAways: [HostileScenario] =
    graceful
    + [
      ("NO_ERROR", HTTP2ErrorCode.noError), ("PROTOCOL_ERROR", .protocolError),
    ].flatMap { name, code in
      [
        Self(
          "GOAWAY \(name) of all streams, then close", .drains("ok"),
          [.goAway(.connection, code), .close], later: [.answer()]),
        Self(
          "GOAWAY \(name) of no stream, then close", .connection("ok"),
          [.goAway(.post, code), .close], later: [.answer()]),
      ]
    }
    + hostile

  private static let graceful: [HostileScenario] = [
    Self("GOAWAY above all streams", .drains("ok"), [.goAway(.maximum), .answer()]),
    Self("GOAWAY before the head", .drains("ok"), [.goAway(.bad), .answer()]),
    Self("GOAWAY after the head", .drains("ok"), [.head(), .goAway(.bad), .body]),
    Self(
      "GOAWAY between DATA", .drains("ok"),
      [.head(), .data("GET"), .goAway(.bad), .data(" /bad 0", ends: true)]),
    Self("GOAWAY after the end of the stream", .drains("ok"), [.answer(), .goAway(.bad)]),
    Self("GOAWAY of the stream below", .drains("ok"), [.goAway(.below)], later: [.answer()]),
    Self("GOAWAY of all streams", .drains("ok"), [.goAway(.connection)], later: [.answer()]),
    Self(
      "GOAWAY three times with smaller streams", .drains("ok"),
      [.goAway(.maximum), .goAway(.bad), .goAway(.below)], later: [.answer()]),
    Self(
      "GOAWAY during an upload", .drains("ok"), request: .upload(60_000),
      [.until(.uploaded(10_000)), .goAway(.below)], later: [.answer()]),
  ]

  private static let hostile: [HostileScenario] = [
    // The server lies: it has processed the request. Two bodies must not become one.
    Self(
      "GOAWAY of a stream that has a head", .drains("ok", "truncated", "protocol"),
      [.head(), .data("GET"), .goAway(.below)], later: [.answer()]),
    Self("GOAWAY of all streams on each connection", .drains("truncated"), [.goAway(.below)]),
    Self(
      "GOAWAY before SETTINGS", .either("ok"), greeting: [.goAway(.maximum)], held: nil,
      later: [.answer()]),
    Self(
      "GOAWAY 0 after SETTINGS", .drains("ok"), greeting: [.settings(), .goAway(.connection)],
      held: nil, later: [.answer()]),
    Self("GOAWAY, then silence", .drains("timeout"), arguments: silence, [.goAway(.bad)]),
    Self(
      "GOAWAY, then a broken frame", .connection("protocol"),
      [.goAway(.maximum), .frame(.ping, on: .connection, [1])]),
  ]

  /// For scenarios in which a request must end by the client's clock.
  static let silence = ["--timeout", "2s", "--retry", "0"]
}
