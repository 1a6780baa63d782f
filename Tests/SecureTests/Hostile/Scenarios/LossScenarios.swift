import NIOHTTP2

/// Connections that are lost, and requests that are sent again on a new one.
extension HostileScenario {
  static let losses: [HostileScenario] =
    positions.flatMap { name, steps in
      [
        Self("end of TCP \(name)", .connection("ok"), steps + [.cut], later: [.answer()]),
        // Stream 9 is idle on later connections.
        Self(
          "close \(name) each time",
          name == "in DATA" ? .connection("truncated", "protocol") : .connection("truncated"),
          steps + [.close]),
      ]
    }
    + [
      Self(
        "close before SETTINGS", .connection("ok"), greeting: [.close], held: nil,
        later: [.answer()]),
      Self(
        "end of TCP before SETTINGS", .connection("ok"), greeting: [.cut], held: nil,
        later: [.answer()]),
      Self(
        "close after SETTINGS", .connection("ok"), greeting: [.settings(), .close], held: nil,
        later: [.answer()]),
      Self("close before the head", .connection("ok"), [.close], later: [.answer()]),
      Self("close after the response", .either("ok"), [.answer(), .close]),
    ]
    + resent

  private static let positions: [(String, [HostileStep])] = [
    ("before the head", []),
    ("in a frame header", [.bytes([0, 0])]),
    ("in a field block", [.bytes([0, 0, 20, 1, 4, 0, 0, 0, 9, 0])]),
    ("after an interim response", [.head("103")]),
    ("after the head", [.head()]),
    ("between DATA", [.head(), .data("GET")]),
    ("in DATA", [.head(), .bytes([0, 0, 20, 0, 0, 0, 0, 0, 9, 65])]),
    ("after DATA", [.head("200", [("content-length", "10")]), .data("GET /bad ")]),
  ]

  /// The client's timeout is measured from the last progress of the request, which is sent again
  /// after the first connection is lost.
  static let resent: [HostileScenario] = [
    Self("silence", .drains("timeout"), arguments: silence, []),
    Self("lost, then silent", .connection("timeout"), arguments: silence, [.close], later: []),
    Self(
      "lost, then silent after the head", .connection("timeout"), arguments: silence, [.close],
      later: [.head()]),
    // Longer than the timeout: the response makes progress all the time.
    Self(
      "lost, then steady", .connection("ok"), arguments: silence, [.close],
      later: [.head(), .slowly("GET /bad 0".map { .data(String($0)) } + [.data(ends: true)])]),
    Self(
      "endless unknown frames", .drains("timeout"), arguments: silence,
      [.endless(.init(kind: .unknown, payload: [1, 2, 3]))]),
    Self(
      "lost, then endless unknown frames", .connection("timeout"), arguments: silence, [.close],
      later: [.endless(.init(kind: .unknown, payload: [1, 2, 3]))]),
    Self(
      "refused, then silent", .drains("timeout"), arguments: silence, [.reset(.refusedStream)],
      later: []),
    Self(
      "GOAWAY, then silent on the next connection", .drains("timeout"), arguments: silence,
      [.goAway(.below), .close], later: []),
  ]
}
