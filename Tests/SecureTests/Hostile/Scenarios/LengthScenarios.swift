/// Bodies that do not match their Content-Length, or that must not exist: stream errors, RFC 9113
/// §8.1.1. A body that a response cannot have is dropped or an error, as in HTTP/1.1.
extension HostileScenario {
  static let lengths: [HostileScenario] =
    [
      HostileScenario(
        "body longer than its Content-Length", .stream("protocol"),
        [.head("200", [("content-length", "2")]), .data("GET /bad 0", ends: true)]),
      HostileScenario(
        "body with Content-Length 0", .stream("protocol"),
        [.head("200", [("content-length", "0")]), .data("GET /bad 0", ends: true)]),
      HostileScenario(
        "body shorter than its Content-Length", .stream("truncated"),
        [.head("200", [("content-length", "11")]), .data("GET /bad 0", ends: true)]),
      HostileScenario(
        "no body in spite of a Content-Length", .stream("truncated"),
        [.head("200", [("content-length", "10")], ends: true)]),
      HostileScenario(
        "trailers in place of the rest of the body", .stream("truncated"),
        [
          .head("200", [("content-length", "11")]), .data("GET /bad 0"),
          .trailers([("x-sum", "1")]),
        ]),
      HostileScenario(
        "Content-Length in trailers", .succeeds,
        [.head(), .data("GET /bad 0"), .trailers([("content-length", "5")])]),
      HostileScenario(
        "two equal Content-Lengths", .succeeds,
        [
          .head("200", [("content-length", "10"), ("content-length", "10")]),
          .data("GET /bad 0", ends: true),
        ]),
      HostileScenario(
        "two different Content-Lengths", .stream("protocol"),
        [
          .head("200", [("content-length", "10"), ("content-length", "11")]),
          .data("GET /bad 0", ends: true),
        ]),
      HostileScenario(
        "Content-Length of a HEAD response", .succeeds, request: .head, isBodyless: true,
        [.head("200", [("content-length", "10")], ends: true)]),
      HostileScenario(
        "body of a HEAD response", .stream("ok", "protocol"), request: .head, isBodyless: true,
        [.head("200", [("content-length", "4")]), .data("body", ends: true)]),
      HostileScenario(
        "empty DATA frame of a HEAD response", .succeeds, request: .head, isBodyless: true,
        [.head("200", [("content-length", "4")]), .data(ends: true)]),
    ]
    + ["+10", "-1", "10, 11", "1e1", "0x0A", "", "99999999999999999999"].map { length in
      HostileScenario(
        "Content-Length \"\(length)\"", .stream("protocol"),
        [.head("200", [("content-length", length)]), .data("GET /bad 0", ends: true)])
    }
    + [
      // RFC 9112 §6.3 does not exempt this status from having a body.
      HostileScenario(
        "body of status 205", .succeeds, [.head("205"), .data("GET /bad 0", ends: true)])
    ]
    + ["204", "304"].map { status in
      HostileScenario(
        "body of status \(status)", .stream("ok", "protocol"), isBodyless: true,
        [.head(status), .data("body", ends: true)])
    }
    + ["204", "304"].map { status in
      HostileScenario(
        "Content-Length of status \(status)", .succeeds, isBodyless: true,
        [.head(status, [("content-length", "10")], ends: true)])
    }
}
