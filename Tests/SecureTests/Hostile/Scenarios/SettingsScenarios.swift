import NIOHTTP2

/// SETTINGS, RFC 9113 §6.5, and connections that do not begin with them (§3.4).
extension HostileScenario {
  static let settings: [HostileScenario] = invalid + valid + streamLimits + prefaces

  private static let invalid: [HostileScenario] = [
    ("ENABLE_PUSH 2", HostileStep.settings([.enablePush: 2])),
    ("INITIAL_WINDOW_SIZE above 2^31-1", .settings([.initialWindow: 0x8000_0000])),
    ("MAX_FRAME_SIZE above 2^24-1", .settings([.maximumFrame: 0x100_0000])),
  ].flatMap { name, step in
    [
      Self(name, .connection("protocol"), [step]),
      Self(
        "\(name) on the first connection", .connection("ok"), greeting: [step], held: nil,
        later: [.answer()]),
      Self("\(name) on each connection", .everything("protocol"), greeting: [step], held: nil),
    ]
  }

  private static let valid: [HostileScenario] = [
    ("unknown settings", HostileStep.settings([.unknown: 1, .unknown: 2])),
    ("HEADER_TABLE_SIZE 0", .settings([.headerTableSize: 0])),
    ("HEADER_TABLE_SIZE 2^32-1", .settings([.headerTableSize: 0xFFFF_FFFF])),
    ("MAX_HEADER_LIST_SIZE 0", .settings([.maximumHeaderList: 0])),
    ("INITIAL_WINDOW_SIZE 2^31-1", .settings([.initialWindow: 0x7FFF_FFFF])),
    ("one setting 100 times", .settings([.unknown: 1]).copies(100)),
  ].flatMap { name, step in
    [
      Self(name, .succeeds, [step, .answer()]),
      Self("\(name) at first", .succeeds, greeting: [step]),
    ]
  }

  private static let streamLimits: [HostileScenario] = [
    // A connection error in RFC 9113, but harmless: the client rejects PUSH_PROMISE.
    Self("ENABLE_PUSH 1", .either("ok", "protocol"), [.settings([.enablePush: 1]), .answer()]),
    Self(
      "MAX_CONCURRENT_STREAMS 1", .succeeds, greeting: [.settings([.maximumStreams: 1])],
      held: nil),
    Self(
      "MAX_CONCURRENT_STREAMS 0, then 100", .succeeds,
      greeting: [
        .settings([.maximumStreams: 0]), .countedPing, .until(.pong),
        .settings([.maximumStreams: 100]),
      ]),
    Self(
      "MAX_CONCURRENT_STREAMS 0 during requests, then 100", .succeeds,
      [.settings([.maximumStreams: 0]), .answer(), .settings([.maximumStreams: 100])]),
    Self(
      "MAX_CONCURRENT_STREAMS 1 during requests", .succeeds,
      [.settings([.maximumStreams: 1]), .answer()]),
    // The client may send requests before it receives the limit.
    Self(
      "MAX_CONCURRENT_STREAMS 0 on each connection", .everything("ok", "timeout"),
      greeting: [.settings([.maximumStreams: 0])], held: nil, arguments: silence),
    Self(
      "streams beyond the limit are refused", .succeeds,
      [
        .settings([.maximumStreams: 2]), .reset(.refusedStream, on: .post),
        .reset(.refusedStream, on: .above), .reset(.refusedStream),
      ], later: [.answer()]),
  ]

  private static let prefaces: [HostileScenario] =
    [
      ("no SETTINGS", HostileStep.bytes([])),
      ("PING instead of SETTINGS", .ping()),
      ("SETTINGS acknowledgement at first", .frame(.settings, .ack, on: .connection)),
      ("DATA instead of SETTINGS", .data("x", on: .number(1))),
      ("HTTP/1.1 response", .bytes(Array("HTTP/1.1 400 Bad Request\r\n\r\nsorry".utf8))),
      ("zeros", .bytes(zeros(100))),
    ].flatMap { name, step in
      [
        Self(
          "\(name), on the first connection", .connection("ok"), greeting: [step], held: nil,
          later: [.answer()]),
        Self("\(name), on each connection", .everything("protocol"), greeting: [step], held: nil),
      ]
    }
}

extension HostileStep {
  /// The payload of a frame several times.
  fileprivate func copies(_ count: Int) -> HostileStep {
    guard case .frame(var frame) = self else { return self }
    frame.payload = Array(repeating: frame.payload, count: count).flatMap { $0 }
    return .frame(frame)
  }
}
