/// Flow control, RFC 9113 §5.2, §6.9 and §6.9.2: at most 65,535 bytes of an upload are sent
/// until the server extends the stream's window.
extension HostileScenario {
  static let windows: [HostileScenario] = [
    Self(
      "window of 0, then extended", .succeeds, request: .upload(1000),
      greeting: [.settings([.initialWindow: 0])],
      [
        .windowUpdate(500), .until(.uploaded(500)), .windowUpdate(500), .until(.uploaded(1000)),
        .answer(),
      ]),
    Self(
      "window that becomes negative", .succeeds, request: .upload(200_000),
      [
        .until(.uploaded(10_000)), .settings([.initialWindow: 0]), .windowUpdate(100_000),
        .until(.uploaded(100_000)), .windowUpdate(100_000), .until(.uploaded(200_000)), .answer(),
      ]),
    Self(
      "window that is never extended", .drains("timeout"), request: .upload(200_000),
      arguments: silence, [.until(.uploaded(65_535))]),
    // Stream errors, but the window of a request without a body does not matter.
    Self(
      "WINDOW_UPDATE 0 on the stream", .stream("ok", "protocol"), [.windowUpdate(0), .answer()]),
    Self(
      "WINDOW_UPDATE that overflows the stream", .stream("ok", "protocol"),
      [.windowUpdate(0x7FFF_FFFF), .answer()]),
    Self(
      "WINDOW_UPDATE 0 on the stream of an upload", .stream("protocol"), request: .upload(200_000),
      [.until(.uploaded(10_000)), .windowUpdate(0)]),
    Self(
      "WINDOW_UPDATE 0 on the connection", .connection("protocol"),
      [.windowUpdate(0, on: .connection)]),
    Self(
      "WINDOW_UPDATE that overflows the stream of an upload", .stream("protocol"),
      request: .upload(200_000),
      [.until(.uploaded(10_000)), .repeated(2, [.windowUpdate(0x7FFF_FFFF)])]),
    Self(
      "WINDOW_UPDATE that overflows the connection", .connection("protocol"),
      [.windowUpdate(0x7FFF_FFFF, on: .connection)]),
    Self(
      "SETTINGS that overflow the window of a stream", .either("ok", "protocol"),
      [.windowUpdate(0x7FFF_FFFF - 65_535), .settings([.initialWindow: 65_536]), .answer()]),
    Self(
      "response before the end of an upload", .succeeds, request: .upload(200_000),
      [.until(.uploaded(10_000)), .head(), .data("POST /bad 200000", ends: true)]),
    Self(
      "10 MB on a stream that the client has reset", .stream("protocol"),
      [.head("200", [("content-length", "5")]), .repeated(640, [.data(dataFrame)])]),
  ]

  private static let dataFrame = String(repeating: "d", count: 16_384)
}
