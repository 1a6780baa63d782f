import TestSupport
import Testing

/// Invalid command lines, rejected before anything is sent.
@Suite struct ReqUsageTests {
  @Test(arguments: [
    (["http://127.0.0.1:1/", "-d", "@none"], Int32(26), "cannot open \"none\""),
    (["http://127.0.0.1:1/", "-X", "G T"], 2, "a method such as PUT"),
    (["http://127.0.0.1:1/", "--retry-on", "3xx"], 2, "4xx, 5xx"),
    (["-j", "http://127.0.0.1:1/"], 2, "-j is --jobs"),
    (["--build", "--dry-run", "http://127.0.0.1:1/"], 2, "--build cannot be used with --dry-run"),
    (["--cache-status", "--cache-clear"], 2, "--cache-status cannot be used with --cache-clear"),
    (
      ["http://127.0.0.1:1/", "--offline", "--record", "c"], 2,
      "--offline cannot be used with --record"
    ),
    (
      ["http://127.0.0.1:1/", "--unix-socket", "s", "-x", "h:1"], 2,
      "--unix-socket cannot be used with --proxy"
    ),
    (
      ["http://127.0.0.1:1/", "--unix-socket", "s", "--deny-private"], 2, "--deny-private cannot be"
    ),
    (["http://127.0.0.1:1/", "--bearer-file", "/dev/null"], 77, "has no token"),
    (["  "], 2, "missing URL"), (["POST", ""], 2, "missing URL"),
    (["", "http://127.0.0.1:1/"], 2, "missing URL"),
    (["get"], 2, "type req GET URL"),
    (["purge", "http://127.0.0.1:1/"], 2, "type PURGE for a method, or http://purge/ for a host"),
    (
      ["POST", "http://127.0.0.1:1/", #"{"a":1}"#], 2,
      "it is JSON\nreq: hint: send JSON with --json '{\"a\":1}'"
    ),
    (["http://127.0.0.1:1/", "--bearer", "x"], 2, "give --bearer-file FILE"),
    (
      ["-o", "/usr", "http://127.0.0.1:1/"], 23,
      "\"/usr\": is a directory\nreq: hint: name a file, or give -O --output-dir /usr"
    ),
    (["htp:/x"], 1, "unsupported scheme"),
  ])
  func rejectsInvalidArguments(arguments: [String], exit: Int32, part: String) throws {
    try Tool("req").run(arguments).expect(exit: exit).expect(says: part)
  }

  @Test func quotesFileNameInHint() throws {
    let req = try Tool("req")
    try req.sandbox.write("my list.txt", "http://127.0.0.1:1/\n")

    try req("my list.txt").expect(exit: 2).expect(says: "type req < 'my list.txt' to read")
  }

  /// Like the key of yelp-query, but a pipe is private.
  @Test func refusesBearerFileThatOthersCanRead() throws {
    let server = try LoopbackServer(["/": "ok"])
    let sandbox = try Sandbox()
    try sandbox.write("token", "t0ken\n")
    try sandbox.shell("chmod 644 token").expect(exit: 0)

    let result = try Tool("req", in: sandbox)("--bearer-file", "token", server.url("/"))
    result.expect(exit: 77).expect(says: "other users can read the token", "chmod 600 token")
    #expect(server.requestCount == 0)

    try sandbox.shell("cat token | req --bearer-file /dev/stdin \(server.url("/"))").expect(exit: 0)
    #expect(server.requests.first?[header: "authorization"] == "Bearer t0ken")
  }

  /// A missing file has its own exit status, whichever option names it.
  @Test(
    arguments: [
      (["--replay", "none"], 26), (["--record", "no/tape"], 23), (["--cacert", "none"], 77),
      (["--cert", "none"], 26), (["--netrc-file", "none"], 26),
      (["--bearer-file", "none"], 26), (["--calls-file", "none", "--call", "a"], 26),
    ] as [([String], Int32)])
  func reportsMissingFile(options: [String], exit: Int32) throws {
    try Tool("req").run(options + ["http://127.0.0.1:1/"]).expect(exit: exit)
      .expect(says: "req: error: ", "\"\(options[1])\": no such file or directory")
  }
}
