import NIOHTTP2

/// Frames in the wrong state of a stream, RFC 9113 §5.1 and §8.1.
extension HostileScenario {
  static let states: [HostileScenario] = order + afterEnd + afterReset + wrongStreams + pushes

  private static let order: [HostileScenario] = [
    Self("DATA before HEADERS", .stream("protocol"), [.data("GET /bad 0"), .head(ends: true)]),
    Self("DATA after an interim response", .stream("protocol"), [.head("103"), .body]),
    Self(
      "trailers without END_STREAM", .stream("protocol"),
      [.head(), .data("GET /bad 0"), .trailers([("x-sum", "1")], ends: false)]),
    Self("second head", .stream("protocol"), [.head(), .data("GET /bad 0"), .head()]),
    Self("interim response after the head", .stream("protocol"), [.head(), .head("103"), .body]),
    Self("trailers", .succeeds, [.head(), .data("GET /bad 0"), .trailers([("x-sum", "1")])]),
  ]

  /// The stream has ended with a complete response. RFC 9113 permits a connection error.
  private static let afterEnd: [HostileScenario] = [
    Self("DATA after END_STREAM", .either("ok"), [.answer(), .data("more")]),
    Self(
      "DATA after END_STREAM of a good stream", .either("ok"),
      [.answer(.below), .data("more", on: .below), .answer()], later: [.answer()]),
    Self("HEADERS after END_STREAM", .either("ok"), [.answer(), .head()]),
    Self("RST_STREAM after END_STREAM", .succeeds, [.answer(), .reset(.noError)]),
    Self("WINDOW_UPDATE after END_STREAM", .succeeds, [.answer(), .windowUpdate(100)]),
    Self("WINDOW_UPDATE 0 after END_STREAM", .either("ok"), [.answer(), .windowUpdate(0)]),
    Self(
      "interim response instead of the end of a good stream", .either("ok"),
      [.answer(.above), .head("103", on: .above), .answer()], later: [.answer()]),
  ]

  /// The client has reset the stream, and ignores what the server sent before it knew.
  private static let afterReset: [HostileScenario] = [
    ("DATA", HostileStep.data("more")),
    ("HEADERS", .head()),
    ("RST_STREAM", .reset(.cancel)),
    ("WINDOW_UPDATE 0", .windowUpdate(0)),
    ("malformed fields", .head("200", [("X-Upper", "2")])),
    ("100 DATA frames", .repeated(100, [.data("more")])),
  ].map { name, step in
    Self(
      "\(name) on a stream that the client has reset", .stream("protocol"),
      [.head("200", [("X-Upper", "1")]), .until(.reset), step])
  }

  private static let wrongStreams: [HostileScenario] = [
    ("DATA on stream 0", HostileStep.data("x", on: .connection)),
    ("DATA on an idle stream", .data("x", on: .idle)),
    ("HEADERS on stream 0", .head(on: .connection)),
    ("HEADERS on an idle stream", .head(on: .idle)),
    ("HEADERS on an even stream", .head(on: .even)),
    ("RST_STREAM on stream 0", .reset(.cancel, on: .connection)),
    ("RST_STREAM on an idle stream", .reset(.cancel, on: .idle)),
    ("WINDOW_UPDATE on an idle stream", .windowUpdate(1, on: .idle)),
    ("PRIORITY on stream 0", .frame(.priority, on: .connection, [0, 0, 0, 0, 1])),
    ("CONTINUATION on stream 0", .frame(.continuation, .endHeaders, on: .connection)),
    ("SETTINGS on a stream", .settings(on: .bad)),
    ("PING on a stream", .frame(.ping, Array("12345678".utf8))),
    ("GOAWAY on a stream", .frame(.goAway, [UInt8](repeating: 0, count: 8))),
  ].map { name, step in Self(name, .connection("protocol"), [step]) }

  /// The client has disabled them, RFC 9113 §8.4.
  private static let pushes: [HostileScenario] = [
    ("PUSH_PROMISE", StreamRole.bad), ("PUSH_PROMISE on stream 0", .connection),
  ].map { name, stream in
    Self(
      name, .connection("protocol"),
      [
        .frame(
          .pushPromise, .endHeaders, on: stream,
          [0, 0, 0, 2]
            + FieldBlock.literals([
              (":method", "GET"), (":scheme", "https"), (":authority", "a.test"), (":path", "/"),
            ]))
      ])
  }
}
