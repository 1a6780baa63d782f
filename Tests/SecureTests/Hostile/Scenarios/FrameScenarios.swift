/// Lengths, flags and padding of frames, RFC 9113 §4.2 and §6.
extension HostileScenario {
  static let frames: [HostileScenario] = wrongLengths + padding + tooLong + ignored

  /// A frame of the wrong length is a connection error if it changes the state of the connection.
  private static let wrongLengths: [HostileScenario] =
    [
      ("RST_STREAM of 3 bytes", HostileStep.frame(.reset, [0, 0, 0])),
      ("PING of 7 bytes", .frame(.ping, on: .connection, zeros(7))),
      ("WINDOW_UPDATE of 3 bytes", .frame(.windowUpdate, [0, 0, 1])),
      ("SETTINGS of 5 bytes", .frame(.settings, on: .connection, zeros(5))),
      ("GOAWAY of 7 bytes", .frame(.goAway, on: .connection, zeros(7))),
      ("empty PUSH_PROMISE", .frame(.pushPromise, .endHeaders)),
      ("padded DATA of 0 bytes", .frame(.data, .padded)),
      ("HEADERS with a priority of 4 bytes", .frame(.headers, [.endHeaders, .priority], zeros(4))),
    ].map { name, step in Self(name, .connection("protocol"), [step]) }
    + [
      Self(
        "PRIORITY of 4 bytes", .either("ok", "protocol"),
        [.frame(.priority, zeros(4)), .answer()])
    ]

  private static let padding: [HostileScenario] = [
    Self(
      "DATA with padding", .succeeds,
      [.head(), .frame(.data, [.padded, .endStream], [5] + Array("GET /bad 0".utf8) + zeros(5))]),
    Self(
      "HEADERS with padding", .succeeds,
      [.frame(.headers, [.endHeaders, .padded], [9] + FieldBlock.response() + zeros(9)), .body]),
    Self(
      "HEADERS with padding and priority", .succeeds,
      [
        .frame(
          .headers, [.endHeaders, .padded, .priority],
          [9, 0, 0, 0, 0, 1] + FieldBlock.response() + zeros(9)),
        .body,
      ]),
    Self(
      "DATA with too much padding", .connection("protocol"),
      [.head(), .frame(.data, .padded, [10] + zeros(9))]),
    Self(
      "HEADERS with too much padding", .connection("protocol"),
      [.frame(.headers, [.endHeaders, .padded], [200] + FieldBlock.response())]),
  ]

  /// The client's SETTINGS_MAX_FRAME_SIZE is 16,384.
  private static let tooLong: [HostileScenario] = [
    Self(
      "DATA of 16,385 bytes", .either("protocol"),
      [.head(), .frame(.data, .endStream, zeros(16_385))]),
    Self(
      "HEADERS of 16,385 bytes", .connection("protocol"),
      [.section(FieldBlock.response(bytes: 17_000, fields: 1))]),
    Self(
      "SETTINGS of 16,386 bytes", .connection("protocol"),
      [.frame(.settings, on: .connection, zeros(16_386))]),
    Self(
      "unknown frame of 16,385 bytes", .connection("protocol"),
      [.frame(.unknown, on: .connection, zeros(16_385))]),
    Self(
      "frame that declares 16 MB, then data without end", .connection("protocol"),
      [
        .head(), .frame(.data, declared: 0xFF_FFFF),
        .endless(.init(kind: .data, payload: zeros(16_384))),
      ]),
  ]

  private static let ignored: [HostileScenario] = [
    Self("unknown frame", .succeeds, [.frame(.unknown, on: .connection, [1]), .answer()]),
    Self(
      "unknown frame with all flags", .succeeds,
      [.frame(.unknown, .init(rawValue: 0xFF), [1]), .answer()]),
    Self(
      "streams with the reserved bit", .succeeds,
      [
        .frame(.headers, .endHeaders, on: .number(0x8000_0009), FieldBlock.response()),
        .data("GET /bad 0", on: .number(0x8000_0009), ends: true),
      ], later: [.answer()]),
  ]
}
