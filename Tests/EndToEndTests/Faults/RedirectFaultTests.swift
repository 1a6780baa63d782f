import TestSupport
import Testing

/// Redirect loops, long chains, forbidden targets and changes of the method, RFC 9110 §15.4.
@Suite struct RedirectFaultTests {
  @Test func limitsRedirectLoop() throws {
    let server = try LoopbackServer(["/a": .redirect(to: "/b"), "/b": .redirect(to: "/a")])

    let single = try Tool("req")(server.url("/a")).expect(exit: 47)
    let stream = try Tool("req")(stdin: .lines([server.url("/b")])).expect(exit: 1)

    single.expect(says: "more than 10 redirects")
    #expect(stream.records(as: .response).map(\.code) == ["redirect_limit"])
    #expect(server.requestCount == 22, "eleven requests each, without retries")
  }

  @Test func followsLongChainOnlyOnRequest() throws {
    let server = try LoopbackServer { request in
      let step = Int(request.path.dropFirst()) ?? 0
      return step == 1000 ? "end" : .redirect(to: "/\(step + 1)")
    }

    try Tool("req")(server.url("/0")).expect(exit: 47)
    let result = try Tool("req")(
      "--max-redirects", "1000", stdin: .lines([server.url("/0")]))

    let record = try #require(result.expect(exit: 0).records(as: .response).first)
    #expect(record["body"]?.string == "end")
    #expect(record["redirects"]?.elements.count == 1000)
    #expect(record["url"]?.string == server.url("/1000"))
  }

  @Test func limitZeroReturnsRedirect() throws {
    let server = try LoopbackServer(["/a": .redirect(to: "/b")])

    let result = try Tool("req")("--max-redirects", "0", server.url("/a")).expect(exit: 0)

    #expect(result.text == "elsewhere")
    #expect(server.requestCount == 1)
  }

  @Test(arguments: [
    ("b", "/dir/b"), ("./b", "/dir/b"), ("../b", "/b"), ("../../../b", "/b"), ("/b?x=1", "/b?x=1"),
    ("?x=1", "/dir/a?x=1"), ("/b#part", "/b"), ("/b c", "/b%20c"), ("/é", "/%C3%A9"),
    ("/b%0d%0aX-Evil:%201", "/b%0d%0aX-Evil:%201"), ("  /b\t", "/b"), ("//HOST/b", "/b"),
    ("HTTP://HOST/b", "/b"), ("http://HOST", "/"), ("/a/%2e%2e/b", "/a/%2e%2e/b"),
    (#"/b\c"#, "/b%5Cc"),
  ])
  func resolvesLocation(location: String, target: String) throws {
    let server = try LoopbackServer { request in
      guard request.number == 1 else { return .ok(request.target) }
      let host = request[header: "host"] ?? ""
      let parts = location.split(separator: "HOST", omittingEmptySubsequences: false)
      return .redirect(to: parts.joined(separator: host))
    }

    let result = try Tool("req")(server.url("/dir/a"))

    #expect(result.expect(exit: 0).text == target)
    #expect(server.requests.last?[header: "x-evil"] == nil)
  }

  @Test(arguments: [
    "file:///etc/passwd", "ftp://127.0.0.1/", "javascript:alert(1)", "data:,x", "gopher://h/",
    "http:///x", "http://", "http://127.0.0.1:70000/", #"http://good\@127.0.0.1/"#, "http://[::1/",
    "ws://127.0.0.1/", "mailto:a@b.example",
  ])
  func refusesForbiddenLocations(location: String) throws {
    let server = try LoopbackServer(["/": .redirect(to: location)])

    let single = try Tool("req")(server.url("/")).expect(exit: 47)
    let stream = try Tool("req")(stdin: .lines([server.url("/")])).expect(exit: 1)

    single.expect(says: "refused")
    #expect(stream.records(as: .response).map(\.code) == ["redirect_forbidden"])
    #expect(server.requestCount == 2)
  }

  /// The line break ends the field; the rest is another field of the response.
  @Test(arguments: ["/b\r\nX-Evil: 1", "/b\nX-Evil: 1"])
  func lineBreakInLocationInjectsNothing(location: String) throws {
    let server = try LoopbackServer { request in
      request.number == 1
        ? .raw("HTTP/1.1 302 Found\r\nLocation: \(location)\r\nContent-Length: 0\r\n\r\n") : "there"
    }

    let result = try Tool("req")(server.url("/")).expect(exit: 0)

    #expect(result.text == "there")
    #expect(server.targets == ["/", "/b"])
    #expect(server.requests.last?[header: "x-evil"] == nil)
  }

  @Test(arguments: ["/b\rX-Evil: 1", "/b\0"])
  func rejectsControlCharacterInLocation(location: String) throws {
    let script = Script.raw("HTTP/1.1 302 Found\r\nLocation: \(location)\r\n\r\n")

    try FaultCase("control", script, 56, "protocol").expect()
  }

  @Test(arguments: [
    ("POST", 301, "GET"), ("POST", 302, "GET"), ("POST", 303, "GET"), ("POST", 307, "POST"),
    ("POST", 308, "POST"), ("PUT", 301, "PUT"), ("PUT", 302, "PUT"), ("PUT", 303, "GET"),
    ("PUT", 307, "PUT"), ("PATCH", 308, "PATCH"), ("DELETE", 303, "GET"), ("HEAD", 303, "HEAD"),
  ])
  func choosesMethodAfterRedirect(method: String, status: Int, next: String) throws {
    let server = try LoopbackServer([
      "/a": .redirect(to: "/b", status: status), "/b": .ok("there"),
    ])
    let body = method == "HEAD" ? "" : #","json":{"a":1}"#

    try Tool("req")(
      stdin: .lines([#"{"url":"\#(server.url("/a"))","method":"\#(method)"\#(body)}"#])
    )
    .expect(exit: 0)

    let request = try #require(server.requests.last)
    #expect(server.requests.map(\.method) == [method, next])
    #expect(request.text == (next == method && method != "HEAD" ? #"{"a":1}"# : ""))
    #expect((request[header: "content-type"] != nil) == (next == method && method != "HEAD"))
    #expect((request[header: "content-length"] != nil) == (next == method && method != "HEAD"))
  }

  /// From a file and from multipart fields.
  @Test(arguments: [307, 308])
  func resendsWholeBody(status: Int) throws {
    let server = try LoopbackServer(["/a": .redirect(to: "/b", status: status), "/b": "there"])
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
