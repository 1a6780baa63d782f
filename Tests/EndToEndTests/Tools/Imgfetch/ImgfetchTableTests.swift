import TestSupport
import Testing

/// CSV and TSV as input of `imgfetch`.
@Suite struct ImgfetchTableTests: ImgfetchSuite {
  let sandbox: Sandbox
  static let options = ["--retry", "0"]

  init() throws { sandbox = try Sandbox() }

  private func serve() throws -> LoopbackServer {
    try LoopbackServer { request in
      request.path == "/none"
        ? .status(404) : .ok(SampleImage.png(width: 7, height: 5), type: "image/png")
    }
  }

  private func rows(_ separator: String, _ server: LoopbackServer) -> [String] {
    [
      ["id", "link", "text", "priority"], ["x", server.url("/1"), "\"One,\n\"\"two\"\"\"", "5"],
      ["", server.url("/none"), "", "low"], ["z", "", "no link", ""],
    ].map { $0.joined(separator: separator) }
  }

  @Test(arguments: [
    ("list.csv", ",", []), ("LIST.TSV", "\t", []), ("list", ",", ["--input-format", "csv"]),
  ])
  func readsTable(name: String, separator: String, options: [String]) throws {
    let server = try serve()
    try sandbox.write(name, rows(separator, server).joined(separator: "\r\n"))

    let result = try Tool("imgfetch", in: sandbox).run(
      [
        "-o", "photos", "-i", name, "--url-field", "link", "--caption-field", "text", "--copy",
        "priority,text", "--contact-sheet", "sheet.html",
      ] + options)

    let records = try result.expect(exit: 1).lines.map { line throws(StrictJSONError) in
      try Record(line)
    }
    #expect(records.map(\.ref) == [#""x""#, "3", #""z""#])
    #expect(records.map(\.code) == [nil, "not_found", "no_url"])
    #expect(records[0]["caption"]?.string == "One,\n\"two\"")
    #expect(records[0]["text"]?.string == "One,\n\"two\"")
    #expect(records[0]["priority"]?.integer == 5 && records[1]["line"]?.integer == 3)
    #expect(try sandbox.text("sheet.html").contains("caption: One,\u{FFFD}&quot;two&quot;"))
  }

  /// The options name columns that imgfetch reads anyway, or the same one twice.
  @Test(arguments: [
    (["--url-field", "url"], nil), (["--url-field", "url", "--caption-field", "url"], "url"),
    (["--caption-field", "sha1"], "x"),
  ])
  func fieldsMayBeNamedTwice(options: [String], caption: String?) throws {
    let server = try serve()
    let url = server.url("/1")
    try sandbox.write("list.csv", "id,url,sha1\n7,\(url),x\n")

    let result = try Tool("imgfetch", in: sandbox).run(["-o", "p", "-i", "list.csv"] + options)

    let record = try #require(result.expect(exit: 0).records(as: .image).first)
    #expect(record["caption"]?.string == (caption == "url" ? url : caption))
  }

  @Test func jsonLinesAreNotURLs() throws {
    let server = try serve()
    let lines = [#"{"url":"\#(server.url("/1"))"}"#, server.url("/2")]

    let records = try fetch("--input-format", "jsonl", stdin: .lines(lines)).expect(exit: 1)
      .records(as: .image)

    #expect(records.map(\.code) == [nil, "invalid_input"] && server.targets == ["/1"])
  }

  @Test func explainsRowWithTooManyCells() throws {
    let rows = "url,caption\nhttp://h/1,a cup, blue\n"

    let record = try #require(
      fetch("--input-format", "csv", stdin: .text(rows)).expect(exit: 1).records(as: .image).first)

    #expect(record.code == "invalid_input" && record["line"]?.integer == 2)
    let message = record["error"]?["message"]?.string
    #expect(message?.hasPrefix("the row has more cells than the header") == true, "\(record)")
  }
}
