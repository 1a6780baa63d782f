/// Bodies that do not match their Content-Length, or that must not exist: stream errors, RFC 9113
/// §8.1.1. A body that a response cannot have is dropped or an error, as in HTTP/1.1.
extension HostileScenario {
  static let lengths: [HostileScenario] =
    [
      Self(
        "body longer than its Content-Length", .stream("protocol"),
        [.head("200", [("content-length", "2")]), .body]),
      Self(
        "body shorter than its Content-Length", .stream("truncated"),
        [.head("200", [("content-length", "11")]), .body]),
      Self(
        "trailers in place of the rest of the body", .stream("truncated"),
        [
          .head("200", [("content-length", "11")]), .data("GET /bad 0"),
          .trailers([("x-sum", "1")]),
        ]),
      Self(
        "two different Content-Lengths", .stream("protocol"),
        [.head("200", [("content-length", "10"), ("content-length", "11")]), .body]),
      Self(
        "Content-Length of a HEAD response", .succeeds, request: .head, isBodyless: true,
        [.head("200", [("content-length", "10")], ends: true)]),
      Self(
        "body of a HEAD response", .stream("ok", "protocol"), request: .head, isBodyless: true,
        [.head("200", [("content-length", "4")]), .data("body", ends: true)]),
    ]
    + ["+10", "10, 11", ""].map { length in
      Self(
        "Content-Length \"\(length)\"", .stream("protocol"),
        [.head("200", [("content-length", length)]), .body])
    }
    + [
      // RFC 9112 §6.3 does not exempt this status from having a body.
      Self("body of status 205", .succeeds, [.head("205"), .body])
    ]
    + ["204", "304"].map { status in
      Self(
        "body of status \(status)", .stream("ok", "protocol"), isBodyless: true,
        [.head(status), .data("body", ends: true)])
    }
    + ["204", "304"].map { status in
      Self(
        "Content-Length of status \(status)", .succeeds, isBodyless: true,
        [.head(status, [("content-length", "10")], ends: true)])
    }
}
