import TestSupport
import Testing

/// Access to the files that records name: a record may come from a server.
@Suite struct RecordFileTests {
  private let req: Tool

  init() throws {
    req = try Tool("req")
    try req.sandbox.write("in/file", "content")
    try req.sandbox.directory.write("secret", "secret")
    try req.sandbox.shell("mkfifo in/fifo; ln -s ../../secret in/link; ln -s .. up").expect(exit: 0)
  }

  private func server() throws -> LoopbackServer { try LoopbackServer { _ in "body" } }

  private func line(_ server: LoopbackServer, _ fields: String) -> String {
    #"{"url":"\#(server.url("/"))",\#(fields)}"#
  }

  @Test(arguments: [
    "/tmp/wireline-evil", "../evil", ".bashrc", ".ssh/authorized_keys", "up/evil", "in/.evil",
    "in/link", "in/fifo", "/dev/stdout", "/dev/zero", "/dev/fd/1",
  ])
  func refusesOutputsElsewhere(path: String) throws {
    let server = try self.server()
    let before = req.sandbox.files

    let result = try req(
      stdin: .lines([line(server, #""output":"\#(path)","id":7"#), server.url("/")]))

    let records = result.expect(exit: 1).records(as: .response)
    #expect(records.map(\.code) == ["forbidden_file", nil])
    #expect(records.first?.ref == "7" && records.first?["error"]?["retryable"]?.boolean == false)
    #expect(req.sandbox.files == before && server.requestCount == 1)
    #expect(try req.sandbox.directory.text("secret") == "secret")
  }

  @Test(arguments: [
    #""body_file":"in/file""#, #""multipart":[{"name":"a","file":"in/file"}]"#,
    #""body_file":"/etc/passwd""#,
  ])
  func refusesFilesWithoutPermission(fields: String) throws {
    let server = try LoopbackServer.forbidden()
    let result = try req(stdin: .lines([line(server, #""method":"POST",\#(fields)"#)])).expect(
      exit: 1)

    let record = try #require(result.records(as: .response).first)
    #expect(record.code == "forbidden_file")
    #expect(record["error"]?["message"]?.string?.contains("--allow-files DIR") == true)
  }

  @Test(arguments: ["in/link", "/etc/passwd", "in/fifo", "/dev/zero", "in", "in/../../secret"])
  func refusesFilesOutsideThePermittedDirectory(path: String) throws {
    let server = try LoopbackServer.forbidden()
    for fields in [#""body_file":"\#(path)""#, #""multipart":[{"name":"a","file":"\#(path)"}]"#] {
      let result = try req(
        "--allow-files", "in", stdin: .lines([line(server, #""method":"POST",\#(fields)"#)]))

      #expect(result.expect(exit: 1).records(as: .response).map(\.code) == ["forbidden_file"])
    }
  }

  @Test func sendsFilesOfPermittedDirectories() throws {
    let server = try self.server()
    try req.sandbox.write("other/big", String(repeating: "x", count: 2000))
    let lines = ["in/file", "other/big"].map {
      line(server, #""method":"POST","body_file":"\#($0)""#)
    }

    try req("-j", "1", "--allow-files", "in", "--allow-files", "other", stdin: .lines(lines))
      .expect(exit: 0)
    let limited = try req(
      "--allow-files", ".", "--max-body", "1K", stdin: .lines(lines)
    ).expect(exit: 1)

    #expect(server.requests.prefix(2).map(\.body.count) == [7, 2000])
    #expect(limited.records(as: .response).map(\.code) == [nil, "body_too_large"])
    try req("--allow-files", "nowhere", stdin: .lines(lines)).expect(exit: 2)
      .expect(says: "invalid --allow-files")
  }

  /// The user named these files, not a server.
  @Test func doesNotRestrictTheCommandLine() throws {
    let server = try self.server()
    try req("-o", "../elsewhere", server.url("/")).expect(exit: 0)
    try req("--format", "jsonl", "-o", ".dot", server.url("/")).expect(exit: 0)
    try req("-d", "@../secret", server.url("/")).expect(exit: 0)
    let pipes = try req.sandbox.shell(
      """
      mkfifo data part
      (printf one > data) & (printf two > part) &
      req -d @data \(server.url("/")) && req -F a=@part --boundary B \(server.url("/"))
      """)

    pipes.expect(exit: 0)
    #expect(try req.sandbox.directory.text("elsewhere") == "body")
    #expect(server.requests.dropFirst(2).prefix(2).map(\.text) == ["secret", "one"])
    #expect(server.requests.last?.text.contains("two") == true)
  }

  private static let parsers: [(name: String, arguments: [String])] = [
    ("req", ["--parse", "--select", ""]), ("imgfetch", ["--parse", "-o", "photos"]),
    ("yelp-query", ["parse", "search"]),
  ]

  @Test(arguments: [0, 1, 2])
  func readsBodiesOfResponsesBelowTheCurrentDirectoryOnly(parser: Int) throws {
    let (name, arguments) = Self.parsers[parser]
    let tool = try Tool(name, in: req.sandbox)
    let paths = ["/dev/zero", "in/fifo", "/etc/passwd", "in/link", "up/secret", "../secret"]
    let lines = paths.map { #"{"status":200,"url":"http://h/x","body_file":"\#($0)"}"# }

    let result = try tool.run(arguments, stdin: .lines(lines))

    let codes = result.expect(exit: 1).lines.map { try? Record($0).code }
    #expect(codes == Array(repeating: "forbidden_file", count: 6), "\(result.story)")
  }

  @Test(arguments: [0, 1, 2])
  func readsBodiesOfResponsesUpToMaxBody(parser: Int) throws {
    let (name, arguments) = Self.parsers[parser]
    let tool = try Tool(name, in: req.sandbox)
    try tool.sandbox.shell("truncate -s 1G in/big").expect(exit: 0)
    let lines = [#"{"status":200,"url":"http://h/x","body_file":"in/big"}"#]

    let result = try tool.run(
      arguments, stdin: .lines(lines), measuresMemory: true)
    let small = try tool.run(
      arguments + ["--max-body", "4"],
      stdin: .lines([#"{"status":200,"url":"http://h/x","body_file":"in/file"}"#]))

    for result in [result, small] {
      #expect(result.expect(exit: 1).lines.map { try? Record($0).code } == ["body_too_large"])
    }
    #expect(result.ending.peakBytes < 200 << 20)
  }

  @Test func readsBodiesOfResponsesInPermittedDirectories() throws {
    let path = req.sandbox.directory.path("far/body.json")
    try req.sandbox.directory.write("far/body.json", #"{"a":1}"#)
    let lines = [#"{"status":200,"url":"http://h/x","body_file":"\#(path)"}"#]

    let refused = try req("--parse", "--select", "/a", stdin: .lines(lines)).expect(exit: 1)
    let read = try req(
      "--parse", "--select", "/a", "--allow-files", "../far", stdin: .lines(lines))

    let discarded = try req(
      "--parse", stdin: .lines([#"{"status":200,"url":"http://h/x","body_file":"/dev/null"}"#]))

    #expect(refused.records(as: .response).map(\.code) == ["forbidden_file"])
    discarded.expect(exit: 0)
    #expect(read.expect(exit: 0).lines.first?.contains(#""value":1"#) == true)
  }

  /// `--parse` reads the files that `req` has written.
  @Test func parsesFilesWrittenByReq() throws {
    let server = try LoopbackServer([
      "/a": .ok(SampleImage.png(width: 2, height: 2), type: "image/png"),
      "/b": .ok(SampleImage.png(width: 3, height: 2), type: "image/png"),
    ])
    let result = try req.sandbox.shell(
      """
      for name in a b; do
        printf '{"url":"%s","output":"%s.png"}\\n' \(server.url("/$name")) $name
      done | req | imgfetch --parse -o photos
      """)

    #expect(result.expect(exit: 0).lines.count == 2)
  }
}
