import TestSupport
import Testing

/// Input cannot inject lines into a request.
@Suite struct InjectionFaultTests {
  private static let lineBreaks = [
    (#""url":"URL/a\r\nX-Evil: 1""#, "invalid_url"), (#""url":"URL/a\rb""#, "invalid_url"),
    (#""url":"URL/a\u0000b""#, "invalid_url"),
    (#""url":"http://127.0.0.1\r\nX: y/""#, "invalid_url"),
    (#""url":"URL/","method":"GET / HTTP/1.1\r\nX-Evil: 1\r\n\r\nGET""#, "invalid_input"),
    (#""url":"URL/","method":"GET\t/x""#, "invalid_input"),
    (#""url":"URL/","method":"""#, "invalid_input"),
    (#""url":"URL/","headers":{"X\r\nX-Evil":"1"}"#, "invalid_input"),
    (#""url":"URL/","headers":{"X: 1\r\nX-Evil":"1"}"#, "invalid_input"),
    (#""url":"URL/","headers":{"X:":"1"}"#, "invalid_input"),
    (#""url":"URL/","headers":{"":"1"}"#, "invalid_input"),
    (#""url":"URL/","headers":{"X":"1\r\nX-Evil: 1"}"#, "invalid_input"),
    (#""url":"URL/","headers":{"X":"1\rX-Evil: 1"}"#, "invalid_input"),
    (#""url":"URL/","headers":{"X":["fine","1\r\nX-Evil: 1"]}"#, "invalid_input"),
    (#""url":"URL/","headers":{"X":"1\u0000"}"#, "invalid_input"),
    (#""url":"URL/","headers":{"Host":"h\r\nX-Evil: 1"}"#, "invalid_input"),
    (#""url":"URL/","body":"x","headers":{"Content-Type":"a\r\nX-Evil: 1"}"#, "invalid_input"),
    (
      #""url":"URL/","multipart":[{"name":"a","value":"b","content_type":"a\r\nX-Evil: 1"}]"#,
      "invalid_input"
    ),
  ]

  @Test func rejectsLineBreaksInRecords() throws {
    let server = try LoopbackServer.forbidden()

    let result = try Tool("req")(stdin: .lines(Self.lineBreaks.map { line($0.0, server) }))
      .expect(exit: 1)

    #expect(result.records(as: .response).map(\.code) == Self.lineBreaks.map(\.1))
  }

  private func line(_ fields: String, _ server: LoopbackServer) -> String {
    "{\(fields.replacing("URL", with: server.url))}"
  }

  @Test func printsMessagesOnOneLine() throws {
    let result = try Tool("req")(
      stdin: .lines([#"{"url":"http://h/a\nreq: error: never"}"#])
    ).expect(exit: 1)

    result.records(as: .response)
    let single = try Tool("req")("http://h/a\nreq: error: never").expect(exit: 3)
    #expect(single.messageLines.count == 1)
  }

  @Test(arguments: [
    ["-H", "X: 1\r\nX-Evil: 1"], ["-H", "X\r\nX-Evil: 1"], ["X:1\r\nX-Evil: 1"],
    ["-H", "X Y: a"], ["-A", "a\r\nX-Evil: 1"], ["-e", "http://h/\r\nX-Evil: 1"],
    ["-X", "GET / HTTP/1.1\r\nX-Evil: 1\r\n\r\nGET"], ["--resolve", "a:80:127.0.0.1\r\n"],
    ["--proxy", "http://127.0.0.1:1/\r\nX-Evil: 1"], ["-b", "a=b\r\nX-Evil: 1"],
    ["--boundary", "B\r\nX-Evil: 1", "-F", "a=b"], ["-F", "a=b;type=text/plain\r\nX-Evil: 1"],
  ])
  func rejectsLineBreaksInOptions(options: [String]) throws {
    let server = try LoopbackServer.forbidden()

    try Tool("req").run([server.url("/")] + options).expect(exit: 2).expect(says: "req: error: ")
  }

  /// A token ends at a line break, CR or LF.
  @Test func tokenFileCannotInjectFields() throws {
    let server = try LoopbackServer { _ in "ok" }
    let req = try Tool("req")
    try req.sandbox.write("token", "t0ken\rX-Evil: 1\n")

    try req("--bearer-file", "token", server.url("/")).expect(exit: 0)

    #expect(server.requests.first?[header: "authorization"] == "Bearer t0ken")
    #expect(server.requests.first?[header: "x-evil"] == nil)
  }

  @Test(arguments: [
    #""query":{"a\r\nX-Evil: 1":"b\r\nX-Evil: 1&c=d"}"#,
    #""method":"POST","form":{"a\r\n":"b\r\nX-Evil: 1&c=d"}"#,
    #""method":"POST","multipart":[{"name":"a\r\nX-Evil: 1","value":"b"}]"#,
    #""method":"POST","multipart":[{"name":"a\"; filename=\"evil","value":"b"}]"#,
    #""method":"POST","multipart":[{"name":"a","value":"b","filename":"c\"\r\nX-Evil: 1"}]"#,
  ])
  func encodesArbitraryText(fields: String) throws {
    let server = try LoopbackServer { _ in "ok" }

    try Tool("req")(stdin: .lines([line(#""url":"URL/","# + fields, server)])).expect(exit: 0)

    let request = try #require(server.requests.first)
    #expect(server.requestCount == 1)
    #expect(request[header: "x-evil"] == nil)
    #expect(!request.text.contains("\r\nX-Evil"))
    #expect(!request.text.contains("\"evil"))
  }

  @Test func ignoresFramingFieldsOfRecord() throws {
    let server = try LoopbackServer { _ in "ok" }
    let smuggled = #""headers":{"Content-Length":"0","Transfer-Encoding":"chunked"}"#

    try Tool("req")(
      "-j", "1",
      stdin: .lines([
        line(
          #""url":"URL/1","method":"POST","body":"GET /evil HTTP/1.1\r\n\r\n",\#(smuggled)"#, server
        ),
        server.url("/2"),
      ])
    ).expect(exit: 0)

    #expect(server.targets == ["/1", "/2"])
    #expect(server.requests.first?[header: "transfer-encoding"] == nil)
    #expect(server.requests.first?[header: "content-length"] == "22")
  }

  /// The system would open another file: its strings end at the NUL.
  @Test(arguments: [
    #""output":"out\u0000.txt""#, #""method":"POST","body_file":"in\u0000.txt""#,
    #""method":"POST","multipart":[{"name":"a","file":"in\u0000.txt"}]"#,
  ])
  func rejectsNULInFileNames(fields: String) throws {
    let server = try LoopbackServer { _ in "ok" }
    let req = try Tool("req")
    try req.sandbox.write("in", "secret")

    let result = try req(
      stdin: .lines([line(#""url":"URL/","# + fields, server), server.url("/")]))

    #expect(result.records(as: .response).first?.code == "invalid_input")
    #expect(server.requestCount == 1)
    #expect(!req.sandbox.exists("out"))
  }
}
