import TestSupport
import Testing

/// Redirects, RFC 9110 §15.4.
@Suite struct RedirectFaultTests {
  @Test func limitsRedirectLoop() throws {
    let server = try LoopbackServer(["/a": .redirect(to: "/b"), "/b": .redirect(to: "/a")])

    let single = try Tool("req")(server.url("/a")).expect(exit: 47)
    let stream = try Tool("req")(stdin: .lines([server.url("/b")])).expect(exit: 1)

    single.expect(says: "more than 10 redirects")
    #expect(stream.records(as: .response).map(\.code) == ["redirect_limit"])
    #expect(server.requestCount == 22, "eleven requests each, without retries")
  }

  /// From a file and from multipart fields.
  @Test func resendsWholeBody() throws {
    let server = try LoopbackServer(["/a": .redirect(to: "/b", status: 307), "/b": "there"])
    let req = try Tool("req")
    let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    try req.sandbox.write("file", bytes)

    try req("PUT", server.url("/a"), "--data-binary", "@file").expect(exit: 0)
    try req(server.url("/a"), "part@file", "--boundary", "B").expect(exit: 0)
    try req(
      "--allow-files", ".",
      stdin: .lines([#"{"url":"\#(server.url("/a"))","method":"PUT","body_file":"file"}"#])
    ).expect(exit: 0)

    let bodies = server.requests.map(\.body)
    try #require(bodies.count == 6)
    #expect(bodies[0] == bytes && bodies[1] == bytes)
    #expect(bodies[2] == bodies[3] && bodies[2].count > bytes.count)
    #expect(bodies[4] == bytes && bodies[5] == bytes)
  }
}
