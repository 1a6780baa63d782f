import TestSupport
import Testing

/// Options that apply to a single request and to all requests of a stream.
@Suite struct ReqSharedOptionTests {
  private let server: LoopbackServer
  private let req: Tool

  init() throws {
    server = try LoopbackServer { _ in .ok("ok") }
    req = try Tool("req")
    let place = #"{"base_url":"\#(server.url("/v1"))","headers":{"X-Env":"t","Authorization":"e"}}"#
    try req.sandbox.directory.write(
      "home/config/wireline/config.json", #"{"environments":{"test":\#(place)}}"#)
    try req.sandbox.write("token", "t0ken\n")
  }

  /// The values that the server receives: from a single request, a line and a record.
  private func values(of name: String, _ words: [String]) throws -> [String?] {
    let stream = ToolInput.lines([server.url("/a"), #"{"url":"\#(server.url("/b"))"}"#])
    try req.run(words + [server.url("/c")]).expect(exit: 0)
    try req.run(words, stdin: stream).expect(exit: 0)
    return server.requests.map { request in
      let values = request.headers.filter { $0.name.lowercased() == name.lowercased() }
      return values.isEmpty ? nil : values.map(\.value).joined(separator: " | ")
    }
  }

  @Test(
    arguments: [
      ("Authorization", ["--bearer-file", "token"], "Bearer t0ken"),
      ("Authorization", ["--oauth2-bearer", "tok"], "Bearer tok"),
      ("Authorization", ["--env", "test", "-u", "a:b"], "Basic YTpi"),
      ("Authorization", ["--env", "test", "-H", "Authorization: h"], "h"),
      ("Authorization", ["-u", "a:b", "-H", "Authorization: h"], "h"),
      ("Authorization", ["-u", "a:b", "-H", "Authorization:"], nil),
      ("Referer", ["-e", "http://from/"], "http://from/"),
      ("Cookie", ["-b", "a=b", "-b", "c=d"], "a=b; c=d"),
      ("X-Env", ["--env", "test", "-H", "X-Env:"], nil),
      ("X-Two", ["-H", "X-Two: 1", "-H", "x-two: 2"], "1 | 2"),
      ("Accept-Encoding", ["--compressed", "-H", "accept-encoding:"], nil),
      ("Proxy-Authorization", ["-H", "Proxy-Authorization: for a proxy"], nil),
      ("User-Agent", ["-H", "User-Agent: h", "-A", "a"], "a"),
    ] as [(String, [String], String?)])
  func sendsFieldWithEachRequest(name: String, words: [String], value: String?) throws {
    #expect(try values(of: name, words) == [value, value, value])
  }

  @Test func sendsFieldsOfEnvironmentToItsServerOnly() throws {
    let other = try LoopbackServer { _ in "ok" }

    try req.run(["--env", "test"], stdin: .lines(["/a", other.url("/b")])).expect(exit: 0)
    try req("--env", "test", other.url("/c")).expect(exit: 0)

    #expect(server.requests.map { $0[header: "authorization"] } == ["e"])
    for request in other.requests {
      #expect(request[header: "authorization"] == nil && request[header: "x-env"] == nil)
    }
    #expect(other.requestCount == 2)
  }

  @Test func offersAndDecodesBrotliAndZstd() throws {
    let bodies = [
      "/br": ("br", "iwyAeyJuYW1lIjoiY2Fmw6kiLCJvayI6dHJ1ZX0D"),
      "/zstd": ("zstd", "KLUv/SAa0QAAeyJuYW1lIjoiY2Fmw6kiLCJvayI6dHJ1ZX0="),
    ]
    let server = try LoopbackServer { request in
      guard let (encoding, text) = bodies[request.path],
        request[header: "accept-encoding"] == "gzip, br, zstd"
      else { return .status(406) }
      return .encoded(encoding, Base64Text.decode(text), type: "application/json")
    }

    let one = try req("--compressed", server.url("/br")).expect(exit: 0)
    let stream = try req.run([], stdin: .lines([server.url("/br"), server.url("/zstd")]))
      .expect(exit: 0)

    #expect(one.text == #"{"name":"café","ok":true}"#)
    #expect(
      stream.records(as: .response).map { $0["json"]?["name"]?.string } == ["café", "café"])
    _ = try req.run([self.server.url("/")])
  }
}
