import TestSupport
import Testing

/// Invalid command lines, rejected before anything is sent.
@Suite struct ReqUsageTests {
  @Test(arguments: [
    (["http://127.0.0.1:1/", "-d", "x", "a=b"], Int32(2), "cannot be used with items"),
    (["http://127.0.0.1:1/", "-d", "x", "--json", "1"], 2, "cannot be combined"),
    (["http://127.0.0.1:1/", "--json", "{"], 2, "invalid JSON in --json"),
    (["http://127.0.0.1:1/", "plain"], 2, "invalid request item"),
    (["http://127.0.0.1:1/", "a:=nope"], 2, "invalid JSON"),
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
    (["http://127.0.0.1:1/", "--fields", "status"], 2, "--format jsonl"),
    (["-j", "http://127.0.0.1:1/"], 2, "-j is --jobs"),
    (
      ["http://127.0.0.1:1/", "-C", "-", "-o", "f", "--format", "jsonl"], 2,
      "--continue-at cannot be used"
    ),
    (["--build", "--dry-run", "http://127.0.0.1:1/"], 2, "--build cannot be used with --dry-run"),
    (["--cache-status", "--cache-clear"], 2, "--cache-status cannot be used with --cache-clear"),
    (["--no-config", "--env", "x", "/a"], 2, "--env cannot be used with --no-config"),
    (["--parse", "-o", "f"], 2, "--parse cannot write to a file"),
    (["--to-curl", "--max-pages", "1", "http://127.0.0.1:1/"], 2, "--max-pages needs"),
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
    (["http://127.0.0.1:1/", "-c", "-"], 2, "--cookie-jar needs a file name"),
    (["http://127.0.0.1:1/", "--bearer-file", "/dev/null"], 77, "has no token"),
    (
      ["http://127.0.0.1:1/", "--json", "{bad"], 2,
      "invalid JSON in --json: unexpected character 'b' at byte 1"
    ),
    (["htp:/x"], 3, "unsupported scheme"),
    (["--auth", "me:x", "http://127.0.0.1:1/"], 2, "give --user name:password"),
    (["http://127.0.0.1:1/", "--next", "http://127.0.0.1:1/"], 2, "pipe request records into req"),
    (["http://127.0.0.1:1/", "-H", "@none"], 2, "no such file"),
  ])
  func rejectsInvalidArguments(arguments: [String], exit: Int32, part: String) throws {
    try Tool("req").run(arguments).expect(exit: exit).expect(says: part)
  }

  @Test(arguments: [
    ["--var", "a=b"], ["--boundary", "x"], ["-C", "-"], ["-o", "f"], ["-d", "x"],
  ])
  func rejectsOptionsOfSingleRequestInStream(words: [String]) throws {
    try Tool("req").run(words, stdin: .lines(["http://127.0.0.1:1/"])).expect(exit: 2)
      .expect(says: "missing URL")
  }

  /// A missing file has its own exit status, whichever option names it.
  @Test(
    arguments: [
      (["--replay", "none"], 26), (["--record", "no/tape"], 23), (["--cacert", "none"], 26),
      (["--cert", "none"], 26), (["--netrc-file", "none"], 26), (["--cookie", "none"], 26),
      (["--bearer-file", "none"], 26), (["--calls-file", "none", "--call", "a"], 26),
    ] as [([String], Int32)])
  func reportsMissingFile(options: [String], exit: Int32) throws {
    try Tool("req").run(options + ["http://127.0.0.1:1/"]).expect(exit: exit)
      .expect(says: "req: error: ", "\"\(options[1])\": no such file or directory")
  }
}
