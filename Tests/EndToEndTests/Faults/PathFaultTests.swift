import Glibc
import TestSupport
import Testing

/// The path of a body, with hostile URLs and headers, and with existing files.
@Suite struct PathFaultTests {
  private let req: Tool
  private let server: LoopbackServer

  init() throws {
    req = try Tool("req")
    server = try LoopbackServer { _ in
      .ok("body", headers: ["Content-Disposition": "attachment; filename=\"../evil\""])
    }
  }

  private var files: [String] { req.sandbox.files.filter { !$0.hasPrefix("home/") } }

  /// The name is the last part of the URL's path, without decoding; headers are ignored.
  @Test func remoteNameStaysInDirectory() throws {
    let names = [
      ("/d/file?x=/y", "file"), ("/d/link#/y", "link"), ("/d/%2e%2e", "%2e%2e"),
      ("/d/..%2f..%2fx", "..%2f..%2fx"), ("/d/%2Fetc%2Fpasswd", "%2Fetc%2Fpasswd"),
      ("/d/..%5Cx", "..%5Cx"), (#"/d/..\y"#, "..%5Cy"), ("/d/a%00b", "a%00b"),
      ("/d/a%0ab", "a%0ab"), ("/d/-rf", "-rf"), ("/d/CON", "CON"), ("/d/...", "..."),
      ("/d/x.", "x."), ("/d/~", "~"), ("/d/\u{202e}gpj.exe", "%E2%80%AEgpj.exe"),
      ("/d/a b", "a%20b"), ("/d/a;b", "a;b"), ("/d/C:x", "C:x"), ("/d/.bashrc", ".bashrc"),
      ("/folder/", "folder"), ("/folder2/?x#y", "folder2"), ("/?x", "curl_response"),
    ]

    try req.run(["--remote-name-all"] + names.map { server.url($0.0) }).expect(exit: 0)

    #expect(Set(files) == Set(names.map { "work/\($0.1)" }))
    for (_, name) in names { #expect(try req.sandbox.text(name) == "body") }
  }

  @Test(arguments: ["/d/.", "/d/.."])
  func refusesPathWithoutName(path: String) throws {
    let server = try LoopbackServer.forbidden()
    _ = try req(self.server.url("/"))

    try req("-O", server.url(path)).expect(exit: 2).expect(says: "--output")
  }

  @Test(arguments: [256, 4096]) func reportsNameThatIsTooLong(count: Int) throws {
    let path = "/d/" + String(repeating: "n", count: count)

    try req("-O", server.url(path)).expect(exit: 23).expect(says: "name too long")

    #expect(files == [])
  }

  /// With `-o` and with `output` of a record.
  @Test(arguments: ["ln -s target out", "ln -s nowhere out", "ln target out"], [false, true])
  func replacesLink(make: String, inStream: Bool) throws {
    try req.sandbox.write("target", "precious")
    try req.sandbox.shell(make).expect(exit: 0)
    let line = #"{"url":"\#(server.url("/"))","output":"out"}"#

    try req.run(
      inStream ? [] : ["-o", "out", server.url("/")], stdin: inStream ? .lines([line]) : .empty
    ).expect(exit: 0)

    #expect(try req.sandbox.text("target") == "precious")
    #expect(try req.sandbox.text("out") == "body")
    try req.sandbox.shell("test ! -L out && test ! -e nowhere").expect(exit: 0)
  }

  /// The names of partial files are predictable.
  @Test(arguments: ["out.part", "out.part.mark"])
  func doesNotFollowLinkInsteadOfPartialFile(name: String) throws {
    try req.sandbox.write("target", "precious")
    try req.sandbox.shell("ln -s target \(name)").expect(exit: 0)

    try req(server.url("/")).expect(exit: 0)
    _ = try req("-C", "-", "-o", "out", server.url("/"))

    #expect(try req.sandbox.text("target") == "precious")
  }

  @Test(.enabled(if: geteuid() == 0, "only root makes devices"))
  func writesToDevice() throws {
    try req.sandbox.shell("mknod null c 1 3").expect(exit: 0)

    try req("-o", "null", server.url("/")).expect(exit: 0)

    let test = try req.sandbox.shell("test -c null")
    #expect(test.exit == 0)
  }

  @Test func writesToNamedPipe() throws {
    try req.sandbox.shell("mkfifo pipe").expect(exit: 0)

    let result = try req.sandbox.shell(
      """
      exec 3<>pipe; req -o pipe \(server.url("/")) || exit; test -p pipe && head -c 4 <&3
      """)

    #expect(result.expect(exit: 0).text == "body")
  }

  /// Waiting for a reader would block all requests.
  @Test func reportsNamedPipeWithoutReader() throws {
    try req.sandbox.shell("mkfifo pipe").expect(exit: 0)
    let lines = ["pipe", "out"].map { #"{"url":"\#(server.url("/"))","output":"\#($0)"}"# }

    try req("-o", "pipe", server.url("/")).expect(exit: 23)
      .expect(says: "pipe")
    let stream = try req("-j", "1", stdin: .lines(lines)).expect(exit: 1)

    #expect(stream.records(as: .response).map(\.code) == ["forbidden_file", nil])
    #expect(try req.sandbox.text("out") == "body")
  }

  /// Keeps earlier and later output, even with `>>`.
  @Test(arguments: ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"])
  func appendsToStdout(path: String) throws {
    let result = try req.sandbox.shell(
      """
      { echo first; req -o \(path) \(server.url("/")) || exit; echo; echo last; } > out
      req -o \(path) \(server.url("/")) >> out || exit
      req -o \(path) \(server.url("/")) | cat; cat out
      """)

    #expect(result.expect(exit: 0).text == "bodyfirst\nbody\nlast\nbody")
  }

  @Test func reportsDirectoryInsteadOfFile() throws {
    try req.sandbox.directory.makeDirectory("work/out")

    try req("-o", "out", server.url("/")).expect(exit: 23).expect(says: "out")
    try req("-o", "none/out", server.url("/")).expect(exit: 23).expect(says: "none/out")

    #expect(files == [])
  }
}
