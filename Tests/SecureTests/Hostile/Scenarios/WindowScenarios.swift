/// Flow control, RFC 9113 §5.2, §6.9 and §6.9.2: no more than 65,535 bytes of an upload are sent
/// until the server extends the stream's window.
extension HostileScenario {
  static let windows: [HostileScenario] = [
    HostileScenario(
      "window of 0, then extended", .succeeds, request: .upload(1000),
      greeting: [.settings([.initialWindow: 0])],
      [
        .windowUpdate(500), .until(.uploaded(500)), .windowUpdate(500), .until(.uploaded(1000)),
        .answer(),
      ]),
    HostileScenario(
      "window extended by 1 byte at a time", .succeeds, request: .upload(40),
      greeting: [.settings([.initialWindow: 0])],
      [.repeated(40, [.windowUpdate(1)]), .until(.uploaded(40)), .answer()]),
    HostileScenario(
      "window that becomes negative", .succeeds, request: .upload(200_000),
      [
        .until(.uploaded(10_000)), .settings([.initialWindow: 0]), .windowUpdate(100_000),
        .until(.uploaded(100_000)), .windowUpdate(100_000), .until(.uploaded(200_000)), .answer(),
      ]),
    HostileScenario(
      "window that is never extended", .drains("timeout"), request: .upload(200_000),
      arguments: silence, [.until(.uploaded(65_535))]),
    HostileScenario(
      "window that becomes negative for ever", .drains("timeout"), request: .upload(200_000),
      arguments: silence, [.until(.uploaded(10_000)), .settings([.initialWindow: 1])]),
    // Stream errors, but the window of a request without a body does not matter.
    HostileScenario(
      "WINDOW_UPDATE 0 on the stream", .stream("ok", "protocol"), [.windowUpdate(0), .answer()]),
    HostileScenario(
      "WINDOW_UPDATE that overflows the stream", .stream("ok", "protocol"),
      [.windowUpdate(0x7FFF_FFFF), .answer()]),
    HostileScenario(
      "WINDOW_UPDATE 0 with the reserved bit", .stream("ok", "protocol"),
      [.windowUpdate(0x8000_0000), .answer()]),
    HostileScenario(
      "WINDOW_UPDATE 0 on the stream of an upload", .stream("protocol"), request: .upload(200_000),
      [.until(.uploaded(10_000)), .windowUpdate(0)]),
    HostileScenario(
      "WINDOW_UPDATE 0 on the connection", .connection("protocol"),
      [.windowUpdate(0, on: .connection)]),
    HostileScenario(
      "WINDOW_UPDATE that overflows the stream of an upload", .stream("protocol"),
      request: .upload(200_000),
      [.until(.uploaded(10_000)), .repeated(2, [.windowUpdate(0x7FFF_FFFF)])]),
    HostileScenario(
      "WINDOW_UPDATE that overflows the connection", .connection("protocol"),
      [.windowUpdate(0x7FFF_FFFF, on: .connection)]),
    HostileScenario(
      "WINDOW_UPDATE with the reserved bit", .succeeds,
      [.windowUpdate(0x8000_0001), .answer()]),
    HostileScenario(
      "largest window", .succeeds, request: .upload(200_000),
      [.windowUpdate(0x7FFF_FFFF - 65_535), .until(.uploaded(200_000)), .answer()]),
    HostileScenario(
      "SETTINGS that overflow the window of a stream", .either("ok", "protocol"),
      [.windowUpdate(0x7FFF_FFFF - 65_535), .settings([.initialWindow: 65_536]), .answer()]),
    HostileScenario(
      "response before the end of an upload", .succeeds, request: .upload(200_000),
      [.until(.uploaded(10_000)), .head(), .data("POST /bad 200000", ends: true)]),
    HostileScenario(
      "10 MB on a stream that the client has reset", .stream("protocol"),
      [.head("200", [("content-length", "5")]), .repeated(640, [.data(dataFrame)])]),
  ]

  private static let dataFrame = String(repeating: "d", count: 16_384)
}
