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
    ]

    try req.run(["--remote-name-all"] + names.map { server.url($0.0) }).expect(exit: 0)

    #expect(Set(files) == Set(names.map { "work/\($0.1)" }))
    for (_, name) in names { #expect(try req.sandbox.text(name) == "body") }
  }

  @Test(arguments: ["", "/", "/d/", "/d/.", "/d/..", "/d/?x", "/d/#x"])
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

  @Test func acceptsLongestName() throws {
    let name = String(repeating: "n", count: 255)

    try req("-O", server.url("/d/" + name)).expect(exit: 0)

    #expect(files == ["work/\(name)"])
  }

  /// With `-o` and with `output` of a record.
  private func expectReplaced(_ link: String, _ make: String) throws {
    for line in [false, true] {
      try req.sandbox.write("target", "precious")
      try req.sandbox.shell("rm -f \(link); \(make)").expect(exit: 0)

      if line {
        try req(stdin: .lines([#"{"url":"\#(server.url("/"))","output":"\#(link)"}"#])).expect(
          exit: 0)
      } else {
        try req("-o", link, server.url("/")).expect(exit: 0)
      }

      #expect(try req.sandbox.text("target") == "precious")
      #expect(try req.sandbox.text(link) == "body")
      #expect(try req.sandbox.shell("test ! -L \(link)").exit == 0)
    }
  }

  @Test func replacesSymbolicLink() throws {
    try expectReplaced("out", "ln -s target out")
  }

  @Test func replacesDanglingLink() throws {
    try expectReplaced("out", "ln -s nowhere out")
    #expect(!req.sandbox.exists("nowhere"))
  }

  @Test func replacesHardLink() throws { try expectReplaced("out", "ln target out") }

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
      """, timeout: .seconds(30))

    #expect(result.expect(exit: 0).text == "body")
  }

  /// Waiting for a reader would block all requests.
  @Test func reportsNamedPipeWithoutReader() throws {
    try req.sandbox.shell("mkfifo pipe").expect(exit: 0)
    let lines = ["pipe", "out"].map { #"{"url":"\#(server.url("/"))","output":"\#($0)"}"# }

    try req("-o", "pipe", server.url("/"), timeout: .seconds(30)).expect(exit: 23)
      .expect(says: "pipe")
    let stream = try req("-j", "1", stdin: .lines(lines), timeout: .seconds(30)).expect(exit: 1)

    #expect(stream.records(as: .response).map(\.code) == ["forbidden_file", nil])
    #expect(try req.sandbox.text("out") == "body")
  }

  /// Keeps earlier and later output, also with `>>`.
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

  @Test func writesToFolderUnderProc() throws {
    try req("-o", "/proc/self/cwd/out", server.url("/")).expect(exit: 0)

    #expect(files == ["work/out"])
    #expect(try req.sandbox.text("out") == "body")
  }

  @Test func reportsDirectoryInsteadOfFile() throws {
    try req.sandbox.directory.makeDirectory("work/out")

    try req("-o", "out", server.url("/")).expect(exit: 23).expect(says: "out")
    try req("-o", "none/out", server.url("/")).expect(exit: 23).expect(says: "none/out")

    #expect(files == [])
  }
}
