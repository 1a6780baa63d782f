import TestSupport
import Testing

/// Summaries, progress, the memory of a run, and pipes.
@Suite struct ImgfetchBatchTests: ImgfetchSuite {
  let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  // MARK: Reports

  @Test func summaryCountsErrorsByCodeAndHost() throws {
    let server = try LoopbackServer(["/a": Self.picture, "/html": "<html>"])
    let named = server.url("/none").replacing("127.0.0.1", with: "localhost")
    let lines = [server.url("/a"), server.url("/html"), server.url("/none"), named, "bad"]

    let result = try fetch("--summary", stdin: .lines(lines)).expect(exit: 1)

    let summary = try result.summary()
    #expect(summary["items"]?.integer == 5 && summary["bytes"]?.integer == Self.png.count)
    #expect(summary["outcomes"]?["network"]?.integer == 1)
    #expect(summary["outcomes"]?["failed"]?.integer == 4)
    let errors = summary["errors"]
    #expect(errors?["not_an_image"]?.integer == 1 && errors?["not_found"]?.integer == 2)
    #expect(errors?["invalid_url"]?.integer == 1)
    let hosts = summary["errors_by_host"]
    #expect(hosts?["127.0.0.1"]?.integer == 2 && hosts?["localhost"]?.integer == 1)
  }

  /// A rejected response has a status and a number of attempts.
  @Test(arguments: [
    ("/html", "not_an_image", [], false), ("/empty", "empty_body", [], false),
    ("/cut", "damaged_image", [], false),
    ("/small", "image_rejected", ["--min-side", "9"], false),
    ("/robots", "robots", ["--respect-robots"], false), ("/html", "not_an_image", [], true),
  ])
  func reportsStatusOfRejectedResponse(
    path: String, code: String, options: [String], isParsed: Bool
  ) throws {
    let robots = ServedResponse(headers: ["X-Robots-Tag": "noai"], body: Self.png)
    let server = try LoopbackServer([
      "/html": "<html>", "/empty": "", "/small": Self.picture, "/robots": .answer(robots),
      "/cut": .ok(Array(Self.png.prefix(20)), type: "image/png"),
    ])
    let words = options.joined(separator: " ")
    let result = try sandbox.shell(
      isParsed
        ? "echo '{\"url\":\"\(server.url(path))\"}' | req | imgfetch --parse -o photos"
        : "imgfetch -o photos \(words) \(server.url(path))")

    let line = try #require(result.lines.first)
    let error = try #require(Record(line)["error"])
    #expect(error["code"]?.string == code && error["status"]?.integer == 200)
    #expect(error["attempts"]?.integer == 1)
  }

  // MARK: Memory

  // MARK: Pipes

  @Test func pipeThroughReqStoresSameImages() throws {
    let server = try LoopbackServer { request in
      let exists = request.path != "/none"
      return exists ? .ok(SampleImage.gif(width: 9, height: 4), type: "x/y") : .status(404)
    }
    let second = #"{"url":"\#(server.url("/b"))","id":"x"}"#
    let lines = [server.url("/a"), second, server.url("/none")]
    let direct = try Tool("imgfetch", in: sandbox).run(["-o", "direct"], stdin: .lines(lines))

    let piped = try sandbox.shell(
      "imgfetch --build | req | imgfetch --parse -o piped", stdin: .lines(lines))

    #expect(try sandbox.shell("diff -r -x '.wireline-*' direct piped").expect(exit: 0).text == "")
    let records = [direct, piped].map { $0.expect(exit: 1).records(as: .image) }
    for name in ["ref", "url", "sha256", "format", "status"] {
      #expect(records[0].map { $0[name] } == records[1].map { $0[name] }, "\(name)")
    }
    #expect(records.map { $0.map(\.code) } == [[nil, nil, "not_found"], [nil, nil, "not_found"]])
    #expect(server.requestCount == 6)
  }
}
