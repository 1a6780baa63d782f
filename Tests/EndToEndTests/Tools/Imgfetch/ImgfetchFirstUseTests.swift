import Glibc
import TestSupport
import Testing

/// Behaviour that users of curl, wget and image viewers expect without reading the manual.
@Suite struct ImgfetchFirstUseTests: ImgfetchSuite {
  let sandbox: Sandbox
  static let options = ["--retry", "0"]

  init() throws { sandbox = try Sandbox() }

  // MARK: Validation

  @Test func flagsOnlyTypesThatContradictContent() throws {
    let types = [
      "application/octet-stream", "Binary/Octet-Stream; x=y", "image/png", "text/html",
      "image/jpeg",
    ]
    let server = try LoopbackServer { request in
      .ok(Self.png, type: types[Int(request.path.dropFirst()) ?? 0])
    }

    let records = try fetch(types.indices.map { server.url("/\($0)") }).expect(exit: 0)
      .records(as: .image)

    let flags = records.map { $0["flags"]?.elements.compactMap(\.string) }
    #expect(flags == [nil, nil, nil, ["media_type_mismatch"], ["media_type_mismatch"]])
  }

  // MARK: Input

  @Test func explainsFileGivenAsURL() throws {
    try sandbox.write("my urls.txt", "http://127.0.0.1:1/a\n")

    let result = try fetch(["my urls.txt"]).expect(exit: 2)

    result.expect(says: "\"my urls.txt\" is a file, not a URL", "imgfetch --input 'my urls.txt'")
    #expect(result.lines.isEmpty && !sandbox.exists("photos"))
    try sandbox.write("cup.png", Self.png)
    try fetch(["cup.png"]).expect(exit: 2).expect(says: "it does not process local files")
  }

  // MARK: Reports

  private func seen(_ arguments: [String]) throws -> ToolResult {
    try Tool("imgfetch", in: sandbox).run(
      arguments + ["--retry-delay", "250ms", "--progress", "none"], stdout: .terminal)
  }

  @Test func terminalShowsRetriesAndDefaultDirectory() throws {
    let server = try LoopbackServer { request in
      request.hit < 3 ? .status(503) : Self.picture
    }

    let first = try seen([server.url("/a")]).expect(exit: 0)
    let silent = [
      try seen([server.url("/a"), "-q"]), try seen([server.url("/a"), "-o", "photos"]),
      try seen(["--status"]),
    ]

    let lines = first.lines.map { $0.replacing("\r", with: "") }
    #expect(
      lines.prefix(2) == [
        "imgfetch: retrying \"\(server.url("/a"))\" in 250 ms (1 of 3): HTTP status 503",
        "imgfetch: retrying \"\(server.url("/a"))\" in 500 ms (2 of 3): HTTP status 503",
      ])
    let directory = sandbox.directory.path("home/cache/wireline/images")
    #expect(
      lines.last
        == "imgfetch: stored in \"\(directory)\"; -o DIR selects another directory", "\(lines)")
    for result in silent { #expect(!result.text.contains("stored in")) }
  }

  @Test func verboseRetryNamesItsItem() throws {
    let server = try LoopbackServer { request in
      request.path == "/b" && request.hit % 2 == 1 ? .status(503) : Self.picture
    }
    let lines = [server.url("/a"), #"{"id":"k","url":"\#(server.url("/b"))"}"#]
    let words = ["-o", "photos", "-v", "--retry-delay", "1ms"]
    let tool = try Tool("imgfetch", in: sandbox)

    let text = try tool.run(words, stdin: .lines(lines)).expect(exit: 0)
    let json = try tool.run(
      words + ["--refresh", "--log-format", "json"], stdin: .lines(lines)
    ).expect(exit: 0)

    text.expect(
      says: "imgfetch: retry (ref \"k\", attempt 2):\n  URL: \(server.url("/b"))\n"
        + "  Reason: HTTP status 503\n  Wait: 1 ms\n")
    let event = try #require(
      try json.messages.split(separator: "\n").map { try Record(String($0)) }
        .first { $0["event"]?.string == "retry" })
    #expect(event["ref"]?.string == "k" && event["url"]?.string == server.url("/b"))
    #expect(event["reason"]?.string == "HTTP status 503")
  }

  @Test func verbosePrintsSourceOfStoredImage() throws {
    let server = try LoopbackServer(["/a": Self.picture])
    let now = { (time: Int) in ["WIRELINE_NOW": "\(time)"] }
    let path = try #require(
      try fetch([server.url("/a")], environment: now(1_000_000)).records(as: .image).first?["path"]?
        .string)

    let result = try fetch(["-v", server.url("/a"), server.url("/a")], environment: now(1_259_200))

    let lines = result.messages.split(separator: "\n").filter { $0.contains(path) }
    #expect(lines.count == 2)
    #expect(lines.first?.contains("\(server.url("/a")): storage, checked 3 d ago: \(path)") == true)
    #expect(try fetch([server.url("/a")], environment: now(1_259_200)).messages.isEmpty)
  }

  // MARK: The store

  @Test func statusAndRemoveExamineDisk() throws {
    let server = try LoopbackServer { _ in Self.picture }
    let path = try #require(
      try fetch([server.url("/a")]).records(as: .image).first?["path"]?.string)
    try fetch([server.url("/b")]).expect(exit: 0)
    unlink(sandbox.directory.path("work/\(path)"))

    let status = try Record(try fetch(["--status"]).expect(exit: 0).lines[0])
    let removal = try fetch(["--remove", server.url("/a")]).expect(exit: 22)

    #expect(status["images"]?.integer == 1 && status["bytes"]?.integer == Self.png.count)
    #expect(status["hosts"]?[0]?["images"]?.integer == 1)
    #expect(status["formats"]?[0]?["images"]?.integer == 1)
    #expect(removal.records(as: .image).first?.code == "not_found")
    // The entry is gone too.
    let verified = try Record(try fetch(["--verify-store"]).expect(exit: 0).lines[0])
    #expect(verified["images"]?.integer == 1 && verified["missing"]?.integer == 0)
  }

  @Test func killedRunLosesOnlyImagesInFlight() throws {
    let gate = try Gate()
    let server = try LoopbackServer { request in
      request.path == "/last" ? Self.picture.behind(gate) : Self.picture
    }
    let lines = (1...300).map { server.url("/\($0)") } + [server.url("/last")]
    let tool = try Tool("imgfetch", in: sandbox).start(
      ["--output-dir", "photos"], stdin: .lines(lines))
    let areStored = becomesTrue {
      images.count { $0.hasSuffix(".png") } == 300
    }
    #expect(areStored)
    #expect(server.waitForRequests(301))
    // The index is written every 200 ms.
    #expect(
      becomesTrue {
        let status = try? Record(fetch(["--status"]).lines.first ?? "")
        return status?["images"]?.integer == 300
      })
    tool.send(SIGKILL)
    _ = try tool.wait()
    gate.open()
    let before = server.requestCount

    let records = try fetch([], stdin: .lines(lines)).expect(exit: 0).records(as: .image)

    #expect(server.targets.dropFirst(before) == ["/last"])
    #expect(records.count == 301 && records.allSatisfy { $0["sha256"] != nil })
  }
}
