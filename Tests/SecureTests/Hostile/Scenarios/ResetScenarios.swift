import NIOHTTP2

/// RST_STREAM, RFC 9113 §6.4, in each state of the stream. `HTTP2StreamStateTests` have the codes.
extension HostileScenario {
  static let resets: [HostileScenario] =
    codes.flatMap { name, code, outcome in
      [
        Self("RST_STREAM \(name)", .stream(outcome), [.reset(code)]),
        Self(
          "RST_STREAM \(name) after the head", .stream(outcome),
          [.head("200", [("content-length", "10")]), .data("GET"), .reset(code)]),
      ]
    }
    + [
      Self(
        "RST_STREAM REFUSED_STREAM once", .succeeds, [.reset(.refusedStream)], later: [.answer()]),
      Self("RST_STREAM REFUSED_STREAM always", .stream("truncated"), [.reset(.refusedStream)]),
      // The server lies: it has processed the request. Two bodies must not become one.
      Self(
        "RST_STREAM REFUSED_STREAM after the head", .stream("ok", "truncated", "protocol"),
        [.head(), .data("GET"), .reset(.refusedStream)], later: [.answer()]),
      Self(
        "RST_STREAM REFUSED_STREAM of all streams", .succeeds,
        [
          .repeated(
            1,
            stride(from: 1, through: 19, by: 2).map {
              .reset(.refusedStream, on: .number($0))
            })
        ], later: [.answer()]),
      Self(
        "RST_STREAM REFUSED_STREAM of an upload", .succeeds, request: .upload(60_000),
        [.until(.uploaded(10_000)), .reset(.refusedStream)], later: [.answer()]),
      // RFC 9113 §8.1: the server does not need the rest of the body.
      Self(
        "response and RST_STREAM NO_ERROR before the end of an upload", .succeeds,
        request: .upload(200_000),
        [
          .until(.uploaded(10_000)), .head(), .data("POST /bad 200000", ends: true),
          .reset(.noError),
        ]),
      Self(
        "HEADERS after RST_STREAM", .either("truncated", "protocol"),
        [.reset(.cancel), .head(), .body]),
    ]

  private static let codes: [(String, HTTP2ErrorCode, outcome: String)] = [
    ("NO_ERROR", .noError, "truncated"),
    ("PROTOCOL_ERROR", .protocolError, "protocol"),
    ("INTERNAL_ERROR", .internalError, "truncated"),
    ("CANCEL", .cancel, "truncated"),
    ("with an unknown code", HTTP2ErrorCode(networkCode: 0xFFFF_FFFF), "protocol"),
  ]
}
