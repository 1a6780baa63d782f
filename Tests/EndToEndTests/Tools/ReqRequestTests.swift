import TestSupport
import Testing

/// How `req` puts a request together: items as in HTTPie, options as in curl.
@Suite struct ReqRequestTests {
  private let server: LoopbackServer
  private let req: Tool

  init() throws {
    server = try LoopbackServer { _ in .ok("ok") }
    req = try Tool("req")
  }

  private func sent(_ arguments: String...) throws -> ServedRequest {
    try req.run(arguments).expect(exit: 0)
    return try #require(server.requests.last)
  }

  @Test func itemsArePostedAsJSON() throws {
    let request = try sent(server.url("/j"), "a=b", "n:=1.50", "d[e][]=x", "X-A: y", "q==2")

    #expect(request.method == "POST")
    #expect(request.target == "/j?q=2")
    #expect(request.text == #"{"a":"b","n":1.50,"d":{"e":["x"]}}"#)
    #expect(request[header: "content-type"] == "application/json")
    #expect(request[header: "accept"] == "application/json, */*;q=0.5")
    #expect(request[header: "x-a"] == "y")
    #expect(request[header: "content-length"] == "34")
  }

  @Test func jsonIsSentAsItIs() throws {
    let request = try sent("POST", server.url("/j"), "--json", #"{"a": 1.0}"#)

    #expect(request.text == #"{"a": 1.0}"#)
    #expect(request[header: "content-type"] == "application/json")
  }

  @Test func theLettersOfCurl() throws {
    try req.sandbox.write("body", "from\nfile\n")
    let request = try sent(
      "-sSL", "-X", "PUT", "-d", "a=b", "-d@body", "-H", "X-A: 1", "-H", "User-Agent:", "-A", "x",
      "-e", "http://from/", "-b", "c=d", "-u", "me:pass", server.url("/c"))

    #expect(request.method == "PUT")
    #expect(request.text == "a=b&fromfile")
    #expect(request[header: "content-type"] == "application/x-www-form-urlencoded")
    #expect(request[header: "x-a"] == "1")
    #expect(request[header: "referer"] == "http://from/")
    #expect(request[header: "cookie"] == "c=d")
    #expect(request[header: "authorization"] == "Basic bWU6cGFzcw==")
  }

  @Test func fieldsCanBeTakenAway() throws {
    let request = try sent(server.url("/"), "User-Agent:", "Accept:", "X-Empty;")

    #expect(request[header: "user-agent"] == nil)
    #expect(request[header: "accept"] == nil)
    #expect(request[header: "x-empty"] == "")
  }

  @Test func multipartFromItemsKeepsOrderAndBytes() throws {
    let image = SampleImage.png(width: 1, height: 1)
    try req.sandbox.write("a.png", image)
    let request = try sent(
      server.url("/m"), "t=x", "f@a.png", "o:={\"k\": 1}", "--boundary", "B")

    #expect(request[header: "content-type"] == "multipart/form-data; boundary=B")
    let head = "--B\r\nContent-Disposition: form-data; name="
    let expected =
      Array(
        (head + "\"t\"\r\n\r\nx\r\n" + head
          + "\"f\"; filename=\"a.png\"\r\nContent-Type: image/png\r\n\r\n").utf8) + image
      + Array(
        ("\r\n" + head + "\"o\"\r\nContent-Type: application/json\r\n\r\n{\"k\":1}\r\n--B--\r\n")
          .utf8)
    #expect(request.body == expected)
    #expect(request[header: "content-length"] == "\(expected.count)")
  }

  @Test func aBodyIsCompressedWhereItPays() throws {
    let long = String(repeating: "again ", count: 500)
    let coded = try sent("--compress-body", "-d", long, server.url("/c"))
    let short = try sent("--compress-body", "-d", "x", server.url("/c"))

    #expect(coded[header: "content-encoding"] == "gzip")
    #expect(coded.body.starts(with: [0x1F, 0x8B]) && coded.body.count < 200)
    #expect(coded[header: "content-type"] == "application/x-www-form-urlencoded")
    #expect(coded[header: "content-length"] == "\(coded.body.count)")
    #expect(short[header: "content-encoding"] == nil && short.text == "x")
  }

  @Test func partsAsCurlHasThem() throws {
    try req.sandbox.write("f.txt", "text")
    let request = try sent(
      "-F", "a=b;type=text/x", "-F", "c=@f.txt;filename=z", "-F", "d=<f.txt", "--boundary", "B",
      server.url("/m"))

    let head = "--B\r\nContent-Disposition: form-data; name="
    #expect(
      request.text == head + "\"a\"\r\nContent-Type: text/x\r\n\r\nb\r\n" + head
        + "\"c\"; filename=\"z\"\r\nContent-Type: text/plain; charset=utf-8\r\n\r\ntext\r\n" + head
        + "\"d\"\r\n\r\ntext\r\n--B--\r\n")
  }

  @Test func placesInTheURLAreFilledIn() throws {
    let request = try sent(
      "/p/{id}?n={n}", "--base-url", server.url("/v1/"), "--var", "id=a/b c", "--var", "n=1&2")

    #expect(request.target == "/v1/p/a%2Fb%20c?n=1%262")
  }

  @Test func aBearerTokenComesFromItsFile() throws {
    try req.sandbox.write("token", "t0ken\n")

    #expect(
      try sent("--bearer-file", "token", server.url("/"))[header: "authorization"] == "Bearer t0ken"
    )
  }

  @Test func hostsCanBeResolvedByHand() throws {
    let port = server.port
    let request = try sent("--resolve", "foo.test:\(port):127.0.0.1", "http://foo.test:\(port)/x")

    #expect(request[header: "host"] == "foo.test:\(port)")
  }
}

/// What is no request: told before anything is sent.
@Suite struct ReqRefusalTests {
  @Test(arguments: [
    (["http://127.0.0.1:1/", "-d", "x", "a=b"], Int32(2), "beside items"),
    (["http://127.0.0.1:1/", "-d", "x", "--json", "1"], 2, "exclude one another"),
    (["http://127.0.0.1:1/", "--json", "{"], 2, "--json is no JSON"),
    (["http://127.0.0.1:1/", "http://127.0.0.1:2/"], 2, "a second URL"),
    (["http://127.0.0.1:1/", "plain"], 2, "no request item"),
    (["http://127.0.0.1:1/", "a:=nope"], 2, "not JSON"),
    (["http://127.0.0.1:1/", "f@none"], 26, "cannot open \"none\""),
    (["http://127.0.0.1:1/", "-d", "@none"], 26, "cannot open \"none\""),
    (["http://127.0.0.1:1/{id}"], 2, "variable \"id\" has no value"),
    (["http://127.0.0.1:1/", "-X", "G T"], 2, "a method such as PUT"),
    (["-X", "PUT", "POST", "http://127.0.0.1:1/"], 2, "two methods"),
    (["http://127.0.0.1:1/", "X-A:a\r\nB: c"], 2, "line break"),
    (["http://127.0.0.1:1/", "-O"], 2, "without a file name"),
    (["http://127.0.0.1:1/", "--resolve", "x"], 2, "host:port:address"),
    (["http://127.0.0.1:1/", "--select", "x"], 2, "JSON pointer"),
    (["http://127.0.0.1:1/", "--retry-on", "3xx"], 2, "4xx, 5xx"),
    (["htp:/x"], 3, "unsupported scheme"),
  ])
  func faults(arguments: [String], exit: Int32, part: String) throws {
    try Tool("req").run(arguments).expect(exit: exit).expect(says: part)
  }
}

/// What `req` prints of an answer.
@Suite struct ReqAnswerTests {
  private static let list = #"{"items":[{"id":1,"n":"a"},{"id":2,"n":"b"}],"total": 2.50}"#

  @Test func theHeadGoesBeforeTheBody() throws {
    let server = try LoopbackServer(["/": .ok("body", headers: ["X-A": "b"])])

    let text = try Tool("req")("-i", server.url("/")).expect(exit: 0).text
    #expect(text.hasPrefix("HTTP/1.1 200\r\n"))
    #expect(text.contains("X-A: b\r\n"))
    #expect(text.hasSuffix("\r\n\r\nbody"))

    let head = try Tool("req")("-I", server.url("/")).expect(exit: 0).text
    #expect(head.hasSuffix("\r\n\r\n") && head.hasPrefix("HTTP/1.1 200\r\n"))
    #expect(server.requests.last?.method == "HEAD")
  }

  @Test func aFileAppearsWhenItIsWhole() throws {
    let server = try LoopbackServer([
      "/a.bin": "whole", "/cut": .truncated("abc", declared: 9),
    ])
    let req = try Tool("req")
    try req.sandbox.write("out", "old")

    try req("-o", "out", "--retry", "0", server.url("/cut")).expect(exit: 18)
    #expect(try req.sandbox.text("out") == "old")
    try req("-o", "out", server.url("/a.bin")).expect(exit: 0).expectSilence()
    #expect(try req.sandbox.text("out") == "whole")
    try req("-O", server.url("/a.bin")).expect(exit: 0)
    #expect(try req.sandbox.text("a.bin") == "whole")
  }

  @Test func anErrorPageTakesNoFilesPlace() throws {
    let server = try LoopbackServer(["/": .status(404, "gone")])
    let req = try Tool("req")
    try req.sandbox.write("out", "old")

    try req("-o", "out", server.url("/")).expect(exit: 22)
    #expect(try req.sandbox.text("out") == "old")
    try req("-o", "out", "--no-fail", server.url("/")).expect(exit: 0)
    #expect(try req.sandbox.text("out") == "gone")
  }

  @Test func anErrorsBodyMayBeLeftOut() throws {
    let server = try LoopbackServer(["/": .status(404, "gone")])

    #expect(try Tool("req")(server.url("/")).expect(exit: 22).text == "gone")
    #expect(try Tool("req")("-f", server.url("/")).expect(exit: 22).text == "")
  }

  @Test func aProblemIsReadable() throws {
    let problem = #"{"title":"No credit","status":403,"detail":"Balance is 30","balance":30}"#
    var answer = Answer(status: 403, body: Array(problem.utf8))
    answer.headers = [("Content-Type", "application/problem+json")]
    let server = try LoopbackServer(["/": .answer(answer)])

    let result = try Tool("req")(server.url("/")).expect(exit: 22)

    #expect(result.text == problem)
    result.expect(says: "No credit (403)").expect(says: "Balance is 30").expect(says: "balance: 30")
  }

  @Test(arguments: [
    (["--each", "/items"], "{\"id\":1,\"n\":\"a\"}\n{\"id\":2,\"n\":\"b\"}\n"),
    (["--each", "/items", "--select", "/n"], "\"a\"\n\"b\"\n"), (["--select", "/total"], "2.50\n"),
    (["--require", "/items/0/id:integer", "--expect", "object"], list),
    (["--error-if", "/error"], list),
  ])
  func whatIsAskedForIsPrinted(arguments: [String], text: String) throws {
    let server = try LoopbackServer(["/": .ok(json: Self.list)])

    let result = try Tool("req").run([server.url("/")] + arguments)

    #expect(result.expect(exit: 0).text == text)
  }

  @Test(arguments: [
    (["--require", "/total:string"], Int32(65), "expected string, found number"),
    (["--require", "/none"], 65, "\"/none\" is missing"),
    (["--expect", "array"], 65, "expected array"),
    (["--each", "/total"], 65, "expected array, found number"),
    (["--error-if", "/items"], 22, "reports"),
  ])
  func whatIsNotThereIsTold(arguments: [String], exit: Int32, part: String) throws {
    let server = try LoopbackServer(["/": .ok(json: Self.list)])

    let result = try Tool("req").run([server.url("/")] + arguments)

    #expect(result.expect(exit: exit).expect(says: part).text == "")
  }

  @Test func elementsInAStreamHaveRefAndRank() throws {
    let server = try LoopbackServer(["/l": .ok(json: Self.list), "/t": "text"])
    let input = """
      {"id":"x","url":"\(server.url("/l"))"}
      \(server.url("/t"))

      """

    let result = try Tool("req")("--each", "/items", stdin: .text(input)).expect(exit: 1)

    #expect(
      result.lines.prefix(2) == [
        #"{"id":1,"n":"a","ref":"x","rank":1}"#, #"{"id":2,"n":"b","ref":"x","rank":2}"#,
      ])
    #expect(result.lines.last?.hasPrefix(#"{"error":{"code":"decode""#) == true)
  }
}

/// What `req` says of a request without, or while, sending it.
@Suite struct ReqTellingTests {
  @Test func curlSendsTheSame() throws {
    let server = try LoopbackServer { _ in .ok("ok") }
    let arguments = ["PUT", server.url("/a?b=c d"), "x=it's", "n:=[1, 2]", "X-A: b c", "E;"]
    let req = try Tool("req")

    let command = try req.run(arguments + ["--to-curl"]).expect(exit: 0).text
    #expect(server.requestCount == 0)
    try req.run(arguments).expect(exit: 0)
    try req.sandbox.shell(command).expect(exit: 0)

    let (ours, theirs) = (server.requests[0], server.requests[1])
    #expect(ours.method == theirs.method)
    #expect(ours.target == theirs.target)
    #expect(ours.text == theirs.text)
    for name in ["x-a", "e", "content-type", "accept", "user-agent", "content-length"] {
      #expect(ours[header: name] == theirs[header: name], "\(name)")
    }
  }

  @Test func aDryRunSendsNothingAndShowsNoSecret() throws {
    let server = try LoopbackServer.forbidden()

    let text = try Tool("req")("--dry-run", "-u", "me:s3cret", server.url("/")).expect(exit: 0).text

    #expect(text.contains(#""Authorization":"REDACTED""#))
    #expect(text.contains(#""User-Agent":"wireline/"#))
    #expect(!text.contains("s3cret") && !text.contains("bWU6"))
  }

  @Test func verboseShowsBothSidesAndNoSecret() throws {
    let server = try LoopbackServer(["/": .ok(json: #"{"a":1}"#)])

    let result = try Tool("req")(
      "-v", server.url("/?api_key=s3cret&x=y"), "-u", "me:s3cret", "n:=1"
    ).expect(exit: 0)

    #expect(result.text == #"{"a":1}"#)
    result.expect(says: "req: request:").expect(says: "Method: POST").expect(says: "x: y")
      .expect(says: "\"n\": 1").expect(says: "req: response:").expect(says: "Status: 200")
      .expect(says: "\"a\": 1").expect(says: "Authorization: REDACTED")
    #expect(!result.messages.contains("s3cret") && !result.messages.contains("bWU6"))
  }

  @Test func eachSideAloneAndWithItsRef() throws {
    let server = try LoopbackServer(["/": "x"])
    let input = "{\"id\":\"k\",\"url\":\"\(server.url("/"))\"}\n"

    let requests = try Tool("req")("--log-request", stdin: .text(input)).expect(exit: 0)
    requests.expect(says: "req: request (ref \"k\"):")
    #expect(!requests.messages.contains("response"))
    let answers = try Tool("req")("--log-response", stdin: .text(input)).expect(exit: 0)
    answers.expect(says: "req: response (ref \"k\"):")
    #expect(!answers.messages.contains("request ("))
  }

  @Test func retriesAreShownAsTheyHappen() throws {
    let server = try LoopbackServer(["/": .sequence(.status(503, "busy"), "back")])

    let result = try Tool("req")("-v", "--retry-delay", "1ms", server.url("/")).expect(exit: 0)

    result.expect(says: "Status: 503").expect(says: "retry (attempt 2)").expect(says: "Wait: 1 ms")
      .expect(says: "request (attempt 2)")
  }
}

/// What `req` tries again.
@Suite struct ReqRetryTests {
  @Test(arguments: [
    (["--retry-on", "404"], 404, 4), (["--retry-on", "4xx,timeout"], 418, 4),
    (["--retry-on", "429"], 503, 1), (["--retry-policy", "none"], 503, 1),
    (["--retry-policy", "conservative"], 503, 3), (["--retry-max-time", "1ms"], 503, 1),
    (["--retry-jitter", "1"], 503, 4), ([], 501, 1), ([], 404, 1), ([], 425, 4),
  ])
  func statuses(arguments: [String], status: Int, requests: Int) throws {
    let server = try LoopbackServer(["/": .status(status, "no")])
    let delay = arguments.first == "--retry-max-time" ? "1s" : "1ms"

    try Tool("req").run([server.url("/"), "--retry-delay", delay] + arguments).expect(exit: 22)

    #expect(server.requestCount == requests)
  }

  @Test(arguments: [([], 1), (["--retry-unsafe"], 4), (["-H", "Idempotency-Key: k"], 4)])
  func whatIsNotIdempotent(arguments: [String], requests: Int) throws {
    let server = try LoopbackServer(["/": .status(503, "no")])

    try Tool("req").run(["POST", server.url("/"), "a=b", "--retry-delay", "1ms"] + arguments)
      .expect(exit: 22)

    #expect(server.requestCount == requests)
  }
}

/// `req -C -`: a download that broke off is taken up again.
@Suite struct ReqResumeTests {
  private static let text = "0123456789"

  /// Answers with a range where the request may have one, cut on the first ask.
  private static func script(
    _ request: ServedRequest, tag: String = "\"v1\"", honoursRange: Bool = true
  ) -> Script {
    var answer = Answer(body: Array(text.utf8))
    answer.headers = [("ETag", tag)]
    if request.number == 1 { return Script.answer(answer).cut(after: 4) }
    guard honoursRange, let range = request[header: "range"], request[header: "if-range"] == tag,
      let first = Int(range.dropFirst(6).dropLast())
    else { return .answer(answer) }
    if first >= text.utf8.count {
      return .status(416, "", headers: ["Content-Range": "bytes */\(text.utf8.count)"])
    }
    answer.status = 206
    answer.body = Array(text.utf8.dropFirst(first))
    answer.headers.append(("Content-Range", "bytes \(first)-9/10"))
    return .answer(answer)
  }

  private func download(_ req: Tool, _ server: LoopbackServer, _ more: String...) throws
    -> ToolResult
  {
    try req.run(["-C", "-", "-o", "out", "--retry", "0", server.url("/f")] + more)
  }

  @Test func theRestIsFetchedAndNoMore() throws {
    let server = try LoopbackServer { Self.script($0) }
    let req = try Tool("req")

    try download(req, server).expect(exit: 18)
    #expect(!req.sandbox.exists("out"))
    #expect(try req.sandbox.text("out.part") == "0123")
    try download(req, server).expect(exit: 0).expectSilence()

    #expect(try req.sandbox.text("out") == Self.text)
    #expect(server.requests.last?[header: "range"] == "bytes=4-")
    #expect(!req.sandbox.exists("out.part") && !req.sandbox.exists("out.part.mark"))
  }

  @Test func anotherVersionBeginsAnew() throws {
    let server = try LoopbackServer { request in
      Self.script(request, tag: request.number == 1 ? "\"v1\"" : "\"v2\"")
    }
    let req = try Tool("req")

    try download(req, server).expect(exit: 18)
    try download(req, server).expect(exit: 0)

    #expect(try req.sandbox.text("out") == Self.text)
  }

  @Test func aServerThatIgnoresRangesBeginsAnew() throws {
    let server = try LoopbackServer { Self.script($0, honoursRange: false) }
    let req = try Tool("req")

    try download(req, server).expect(exit: 18)
    try download(req, server).expect(exit: 0)

    #expect(try req.sandbox.text("out") == Self.text)
  }

  @Test func withoutAStrongValidatorNothingIsKept() throws {
    let server = try LoopbackServer { Self.script($0, tag: "W/\"v1\"") }
    let req = try Tool("req")

    try download(req, server).expect(exit: 18)

    #expect(!req.sandbox.exists("out.part"))
    try download(req, server).expect(exit: 0)
    #expect(server.requests.last?[header: "range"] == nil)
    #expect(try req.sandbox.text("out") == Self.text)
  }

  @Test func aWholePartIsCompleteWhereTheSizeAgrees() throws {
    let server = try LoopbackServer { Self.script($0) }
    let req = try Tool("req")
    try download(req, server).expect(exit: 18)
    try req.sandbox.write("out.part", Self.text)

    try download(req, server).expect(exit: 0)

    #expect(try req.sandbox.text("out") == Self.text)
  }

  @Test func anErrorKeepsThePart() throws {
    let server = try LoopbackServer { request in
      request.number == 2 ? .status(404, "gone") : Self.script(request)
    }
    let req = try Tool("req")

    try download(req, server).expect(exit: 18)
    try download(req, server).expect(exit: 22)
    #expect(try req.sandbox.text("out.part") == "0123")
    try download(req, server).expect(exit: 0)
    #expect(try req.sandbox.text("out") == Self.text)
  }
}

/// Cookies and netrc: secrets that files bring.
@Suite struct ReqCookieTests {
  @Test func cookiesAreKeptFromRunToRun() throws {
    let server = try LoopbackServer([
      "/login": .ok("in", headers: ["Set-Cookie": "sid=s3cret; Max-Age=600; Path=/"]),
      "/page": "page", "/away": .redirect(to: "/page"),
    ])
    let req = try Tool("req")

    try req("-c", "jar", server.url("/login")).expect(exit: 0).expectSilence()
    try req("-b", "jar", "-b", "a=b", server.url("/away")).expect(exit: 0)

    #expect(try req.sandbox.text("jar").contains("sid\ts3cret"))
    #expect(req.sandbox.directory.permissions("work/jar") == 0o600)
    #expect(
      server.requests.map { $0[header: "cookie"] } == [
        nil, "a=b; sid=s3cret", "a=b; sid=s3cret",
      ])
  }

  @Test func cookiesOfOneHostAreNotSentToAnother() throws {
    let server = try LoopbackServer { _ in .ok("x", headers: ["Set-Cookie": "a=b"]) }
    let port = server.port
    let urls = [
      "http://one.test:\(port)/1", "http://one.test:\(port)/2", "http://two.test:\(port)/3",
    ]

    try Tool("req").run(
      [
        "-c", "jar", "-j", "1", "--resolve", "one.test:\(port):127.0.0.1", "--resolve",
        "two.test:\(port):127.0.0.1",
      ], stdin: .lines(urls)
    ).expect(exit: 0)

    let sent = Dictionary(
      uniqueKeysWithValues: server.requests.map { ($0.path, $0[header: "cookie"]) })
    #expect(sent["/2"] == "a=b")
    #expect(sent["/3"] == .some(nil))
  }

  @Test func netrcFillsInWhatIsMissing() throws {
    let server = try LoopbackServer { _ in .ok("x") }
    let req = try Tool("req")
    try req.sandbox.write("rc", "machine 127.0.0.1 login me password s3cret\n")

    try req("--netrc-file", "rc", server.url("/")).expect(exit: 0)
    try req("--netrc-file", "rc", "-u", "you:x", server.url("/")).expect(exit: 0)
    let record = try req("--netrc-file", "rc", "--dry-run", server.url("/")).expect(exit: 0)

    #expect(
      server.requests.map { $0[header: "authorization"] } == [
        "Basic bWU6czNjcmV0", "Basic eW91Ong=",
      ])
    #expect(!record.text.contains("s3cret") && !record.text.contains("bWU6"))
  }

  @Test func aBuiltRecordHoldsNoSecret() throws {
    let result = try Tool("req")("--build", "-u", "me:s3cret", "-b", "c=d", "http://h/").expect(
      exit: 0)

    #expect(!result.text.contains("Authorization") && !result.text.contains("c=d"))
    result.expect(says: "authorization is left out")
  }

  @Test func privateAddressesAreDenied() throws {
    let server = try LoopbackServer.forbidden()
    let port = server.port

    for url in [
      server.url("/"), "http://localhost:\(port)/", "http://0x7f.1:\(port)/",
      "http://[::ffff:127.0.0.1]:\(port)/",
    ] {
      try Tool("req")("--deny-private", "--retry", "0", url).expect(exit: 7)
        .expect(says: "is not connected to")
    }
    let record = try Tool("req")("--deny-private", stdin: .lines([server.url("/")])).expect(exit: 1)
    #expect(record.text.contains(#""code":"forbidden_address""#))
    try Tool("req")("--deny-private", "--proxy", "http://p:1", "http://h/").expect(exit: 2)
  }

  @Test func aRedirectToAPrivateAddressIsDenied() throws {
    let server = try LoopbackServer { _ in .ok("inside") }
    // The name stands for a public host; its redirect leads home.
    let result = try Tool("req")(
      "--deny-private", "--retry", "0", "--resolve", "public.test:80:127.0.0.1",
      "http://public.test/")

    result.expect(exit: 7).expect(says: "loopback")
    _ = try Tool("req")(server.url("/")).expect(exit: 0)
  }
}

/// `req --paginate`: page after page to the end.
@Suite struct ReqPageTests {
  /// Seven elements in pages of what is asked for, by offset or by links.
  private static func page(_ request: ServedRequest) -> Script {
    let first = request[query: "offset"].flatMap { Int($0) } ?? 0
    let count = request[query: "limit"].flatMap { Int($0) } ?? 3
    let last = min(7, first + count)
    let items = first < last ? (first..<last).map { "{\"n\":\($0)}" } : []
    let body = "{\"items\":[\(items.joined(separator: ","))]}"
    let link = last < 7 ? "</l?offset=\(last)&limit=\(count)>; rel=\"next\"" : "</>; rel=up"
    return .answer(
      Answer(
        headers: ["Content-Type": "application/json", "Link": link], body: Array(body.utf8)))
  }

  @Test(arguments: [
    (["--paginate", "link"], 3), (["--paginate", "offset=offset,limit=limit,size=3"], 4),
    (["--paginate", "offset=offset,limit=limit,size=5"], 3),
  ])
  func allElementsOnce(arguments: [String], requests: Int) throws {
    let server = try LoopbackServer { Self.page($0) }

    let result = try Tool("req").run([server.url("/l"), "--each", "/items"] + arguments)

    #expect(result.expect(exit: 0).lines == (0..<7).map { "{\"n\":\($0)}" })
    #expect(server.requestCount == requests)
  }

  @Test func noMorePagesThanAskedFor() throws {
    let server = try LoopbackServer { Self.page($0) }

    let result = try Tool("req")(
      "--paginate", "link", "--max-pages", "2", "--each", "/items", "--select", "/n",
      server.url("/l"))

    #expect(result.expect(exit: 0).lines == ["0", "1", "2", "3", "4", "5"])
    #expect(server.requestCount == 2)
  }

  @Test func inAStreamTheRankGoesOn() throws {
    let server = try LoopbackServer { Self.page($0) }

    let result = try Tool("req")(
      "--paginate", "link", "--each", "/items", stdin: .lines([server.url("/l"), server.url("/l")]))

    let lines = result.expect(exit: 0).lines
    #expect(lines.count == 14)
    #expect(lines[6] == #"{"n":6,"ref":1,"rank":7}"#)
    #expect(lines[7] == #"{"n":0,"ref":2,"rank":1}"#)
  }

  @Test func anErrorOnTheWayIsTold() throws {
    let server = try LoopbackServer { request in
      request.number == 2 ? .status(404, "gone") : Self.page(request)
    }

    let result = try Tool("req")("--paginate", "link", "--each", "/items", server.url("/l"))

    #expect(result.expect(exit: 22).lines.count == 4)
  }

  @Test func aLinkToAnotherOriginGetsNoSecrets() throws {
    let other = try LoopbackServer { _ in .ok(json: #"{"items":[]}"#) }
    let server = try LoopbackServer { _ in
      .ok(#"{"items":[1]}"#, headers: ["Link": "<\(other.url("/"))>; rel=next"])
    }

    try Tool("req")("--paginate", "link", "-u", "me:s3cret", server.url("/")).expect(exit: 0)

    #expect(server.requests.first?[header: "authorization"] != nil)
    #expect(other.requests.first?[header: "authorization"] == nil)
  }

  @Test func whatCannotBeCountedIsTold() throws {
    let server = try LoopbackServer { _ in .ok(json: #"{"x":1}"#) }

    try Tool("req")("--paginate", "offset=o,limit=l,size=2", server.url("/")).expect(exit: 65)
      .expect(says: "name it with --each")
    try Tool("req")("--paginate", "nope", server.url("/")).expect(exit: 2)
    try Tool("req")("--max-pages", "2", server.url("/")).expect(exit: 2)
  }
}

/// build | req | parse is the single run.
@Suite struct ReqParseTests {
  @Test func threeProcessesGiveTheSameLinesAsOne() throws {
    let server = try LoopbackServer([
      "/l": .ok(json: #"{"items":[{"n":1.50},{"n":"é"}]}"#), "/t": "no json",
      "/e": .status(404, "gone"), "/f": .ok(json: #"{"items": 5}"#),
    ])
    let req = try Tool("req")
    let input =
      ["/l", "/t", "/e", "/f", "/l"].map { server.url($0) }.joined(separator: "\n") + "\n"

    let check = "--each /items --require /items:array"
    let strip = "jq -c 'del(.elapsed_ms,.first_byte_ms,.input,.line,.headers.date)'"
    let one = try req.sandbox.shell(
      "req \(check) | \(strip)",
      stdin: .text(input))
    let three = try req.sandbox.shell(
      "req --build | req | req --parse \(check) | \(strip)",
      stdin: .text(input))

    #expect(one.lines.count == 7)
    #expect(one.lines == three.lines)
  }

  @Test func whatIsNoResponseIsToldAndErrorsPass() throws {
    let error = #"{"error":{"code":"dns","message":"no","tool":"req","retryable":false},"ref":1}"#
    let result = try Tool("req")(
      "--parse", "--select", "/a",
      stdin: .text(error + "\n{\"status\":200,\"json\":{\"a\":7},\"ref\":\"k\"}\n{\"x\":1}\n[]\n"))

    #expect(result.expect(exit: 1).lines[0] == error)
    #expect(result.lines[1] == #"{"value":7,"ref":"k","rank":1}"#)
    #expect(result.lines[2].contains(#"field \"status\" is missing"#))
    #expect(result.lines.count == 4)
  }
}

/// Named environments and named calls.
@Suite struct ReqNameTests {
  @Test func anEnvironmentSaysWhereAndHow() throws {
    let server = try LoopbackServer { _ in .ok("x") }
    let req = try Tool("req")
    let place = #"{"base_url":"\#(server.url("/v1"))","headers":{"X-Env":"t"}}"#
    try req.sandbox.directory.write(
      "home/config/wireline/config.json", #"{"environments":{"test":\#(place)}}"#)

    try req("--env", "test", "/a").expect(exit: 0)
    try req("--env", "test", "/a", "X-Env:own").expect(exit: 0)

    #expect(server.targets == ["/v1/a", "/v1/a"])
    #expect(server.requests.map { $0[header: "x-env"] } == ["t", "own"])
    try req("--env", "none", "/a").expect(exit: 2).expect(says: "there are: test")
  }

  @Test func aCallIsARequestWithPlaces() throws {
    let server = try LoopbackServer { _ in .ok("x") }
    let req = try Tool("req")
    try req.sandbox.write(
      "calls.json",
      #"{"product":{"details":{"url":"/p/{id}","query":{"full":1}},"#
        + #""add":{"method":"POST","url":"/p","json":{"a":1.50}}},"ping":{"url":"/ping"}}"#)
    func call(_ name: String, _ more: String...) throws -> ToolResult {
      try req.run(
        ["--calls-file", "calls.json", "--base-url", server.url, "--call", name] + more)
    }

    try call("product.details", "--var", "id=a b", "X-A:1", "q==2").expect(exit: 0)
    try call("product.add").expect(exit: 0)
    try call("product.add", "b=c").expect(exit: 0)
    try call("ping", "-X", "PUT").expect(exit: 0)

    #expect(server.targets == ["/p/a%20b?full=1&q=2", "/p", "/p", "/ping"])
    #expect(server.requests.map(\.method) == ["GET", "POST", "POST", "PUT"])
    #expect(server.requests.map(\.text) == ["", #"{"a":1.50}"#, #"{"b":"c"}"#, ""])
    #expect(server.requests[0][header: "x-a"] == "1")
    try call("product.details").expect(exit: 2).expect(says: "variable \"id\" has no value")
    try call("product").expect(exit: 2).expect(says: "is no call")
    try call("nope").expect(exit: 2).expect(says: "product.details, product.add, ping")
  }
}
