import TestSupport
import Testing

/// Files do not contain credentials, and files of authorized requests are private.
@Suite struct StoredSecretTests {
  private static let marker = "hunter2-secret-marker"
  private static let field = "Authorization: Bearer \(marker)"
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private static let sizes = [10, 60_000, 200_000]

  @Test(arguments: sizes) func cacheDoesNotStoreSecrets(size: Int) throws {
    let server = try LoopbackServer { request in
      let echo = request.path == "/field" ? "-" : request[header: "authorization"] ?? "-"
      let text = String(repeating: ".", count: size) + echo + String(repeating: ".", count: size)
      return .ok(
        text,
        headers: [
          "Cache-Control": "max-age=3600",
          "X-Echo": request.path == "/field" ? request[header: "authorization"] ?? "-" : "-",
        ])
    }
    let req = try Tool("req", in: sandbox)
    for path in ["/body", "/field"] {
      for options in [
        ["--cache"], ["--cache", "--format", "jsonl"], ["--cache", "-o", "/dev/null"],
      ] {
        try req.run(options + ["-H", Self.field, server.url(path)]).expect(exit: 0)
      }
      for _ in 1...2 { try req("--cache", server.url(path)).expect(exit: 0) }
    }

    #expect(server.requestCount == 8, "only responses without the secret are reused")
    for file in sandbox.files {
      let content = String(decoding: try sandbox.directory.read(file), as: UTF8.self)
      #expect(!content.contains(Self.marker), "in \(file)")
    }
  }

  @Test(arguments: ["hunter2-secret-marker", "pw"])
  func journalMasksPasswordOfURL(password: String) throws {
    let server = try LoopbackServer { _ in .status(404) }
    let url = "http://someone:\(password)@127.0.0.1:\(server.port)/a"
    let lines = [url, #"{"url":"\#(url)","id":"b"}"#]
    let imgfetch = try Tool("imgfetch", in: sandbox)
    let options = ["-o", "photos", "--journal", "journal"]

    let result = try imgfetch.run(options, stdin: .lines(lines)).expect(exit: 1)
    let count = server.requestCount
    let again = try imgfetch.run(options + ["--resume"], stdin: .lines(lines)).expect(exit: 1)

    #expect(result.text.contains("someone:\(password)@"), "--retry-errors needs it in input")
    #expect(try !sandbox.text("journal").contains(":\(password)@"))
    #expect(again.lines.count == 2 && server.requestCount == count)
  }

  @Test func filesOfAuthorizedRequestsArePrivate() throws {
    let server = try LoopbackServer { _ in "body" }
    let req = try Tool("req", in: sandbox)
    let url = server.url("/")
    let runs: [(name: String, words: [String])] = [
      ("open", [url]), ("field", ["-H", Self.field, url]),
      ("basic", ["-u", "me:\(Self.marker)", url]),
      ("cookie", ["-b", "sid=\(Self.marker)", url]),
      ("user", ["http://me:\(Self.marker)@127.0.0.1:\(server.port)/"]),
    ]
    for (name, words) in runs {
      let mode = name == "open" ? 0o644 : 0o600
      try req.run(["-o", name] + words).expect(exit: 0)
      try req.run(["-C", "-", "-o", "\(name)-part"] + words).expect(exit: 0)
      try req.run(["--format", "jsonl", "-o", "\(name)-record"] + words).expect(exit: 0)

      for file in [name, "\(name)-part", "\(name)-record"] {
        #expect(sandbox.directory.permissions("work/\(file)") == UInt32(mode), "\(file)")
      }
    }
    let line = #"{"url":"\#(url)","headers":{"Authorization":"Bearer x"},"output":"stream"}"#
    try req(stdin: .lines([line])).expect(exit: 0)
    #expect(sandbox.directory.permissions("work/stream") == 0o600)
  }
}
