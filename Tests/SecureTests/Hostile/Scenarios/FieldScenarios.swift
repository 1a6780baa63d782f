/// Malformed header sections (RFC 9113 §8.1.1 and §8.2), which are stream errors.
extension HostileScenario {
  static let fields: [HostileScenario] =
    malformed.map { name, fields in
      Self(
        // The library cannot decode it. RFC 9113 §5.4.1 permits to end the connection.
        name, name == "empty name" ? .either("protocol") : .stream("protocol"),
        [.section(FieldBlock.literals(fields), ends: true)])
    }
    + accepted.map { name, fields in
      Self(name, .succeeds, [.head("200", fields), .body])
    }
    + [
      // HTTP/1.1 removes the space, so a client may do so here.
      Self(
        "value with spaces around it", .stream("ok", "protocol"),
        [.head("200", [("x-a", " 1 ")]), .body]),
      Self(
        "pseudo-field in trailers", .stream("protocol"),
        [.head(), .data("GET /bad 0"), .trailers([(":status", "200")])]),
      Self(
        "upper case in trailers", .stream("protocol"),
        [.head(), .data("GET /bad 0"), .trailers([("X-Sum", "1")])]),
      Self(
        "malformed interim response", .stream("protocol"),
        [.head("103", [("X-Upper", "1")]), .answer()]),
      Self(
        "interim response at the end of the stream", .stream("protocol", "truncated"),
        [.head("103", ends: true)]),
      Self("status 101", .stream("protocol"), [.head("101"), .answer()]),
    ]

  private static let malformed: KeyValuePairs<String, [FieldBlock.Field]> = [
    "upper-case name": [(":status", "200"), ("X-Upper", "1")],
    "name with a space": [(":status", "200"), ("x a", "1")],
    "name outside ASCII": [(":status", "200"), ("x-\u{E9}", "1")],
    "empty name": [(":status", "200"), ("", "1")],
    "value with CR and LF": [(":status", "200"), ("x-a", "1\r\nx-b: 2")],
    "pseudo-field after a field": [("x-a", "1"), (":status", "200")],
    "unknown pseudo-field": [(":status", "200"), (":unknown", "1")],
    "pseudo-field of a request": [(":status", "200"), (":path", "/")],
    "two statuses": [(":status", "200"), (":status", "200")],
    "no status": [("x-a", "1")],
    "status of two digits": [(":status", "20")],
    "connection field": [(":status", "200"), ("connection", "close")],
    "transfer-encoding field": [(":status", "200"), ("transfer-encoding", "chunked")],
  ]

  private static let accepted: KeyValuePairs<String, [FieldBlock.Field]> = [
    "empty value": [("x-a", "")],
    "value outside ASCII": [("x-a", "\u{E9}\u{1F30D}")],
    "value with a tab": [("x-a", "1\t2")],
    "name of 8 KB": [(String(repeating: "n", count: 8192), "1")],
    "name of symbols": [("!#$%&'*+-.^_`|~", "1")],
    "1,000 equal fields": (0..<990).map { _ in ("x-a", "1") },
  ]
}
