import TestSupport
import Testing

/// The input of `imgfetch`: plain URLs and records, compressed or not.
@Suite struct ImgfetchInputTests: ImgfetchSuite {
  let sandbox: Sandbox
  private let server: LoopbackServer

  init() throws {
    sandbox = try Sandbox()
    server = try LoopbackServer { _ in
      .ok(SampleImage.png(width: 7, height: 5), type: "image/png")
    }
  }

  private func refs(_ result: ToolResult) -> [String] { result.records(as: .image).map(\.ref) }

  @Test func skipsCommentsAndBlankLines() throws {
    let result = try fetch(
      stdin: .lines(["# a list", "", server.url("/1"), "  # more", "\t", server.url("/2")]))

    #expect(refs(result.expect(exit: 0)) == ["3", "6"])
    #expect(Set(server.targets) == ["/1", "/2"])
  }

  @Test func printsRecordPerPhoto() throws {
    let business =
      #"{"id":"x","photos":["\#(server.url("/1"))","ftp://no","\#(server.url("/2"))"]}"#
    let result = try fetch(
      "--photos", "--summary",
      stdin: .lines([business, #"{"id":"y","photos":[]}"#, #"{"id":"z","photos":[7]}"#]))

    let records = result.expect(exit: 1).records(as: .image)
    #expect(records.map(\.ref) == [#""x""#, #""x""#, #""x""#, #""y""#, #""z""#])
    #expect(records.map(\.code) == [nil, "invalid_url", nil, "no_url", "invalid_input"])
    #expect(records[4].message?.contains("photos[0]") == true)
    #expect(result.messages.contains(#""network":2"#) && result.messages.contains(#""items":5"#))
    try fetch("--photos", "--url-field", "x").expect(exit: 2)
  }

  @Test func readsPlainAndCompressedFile() throws {
    let text = (1...1000).map { server.url("/\($0 % 3)\n") }.joined()
    try sandbox.write("urls.txt", text)
    try sandbox.directory.write("work/urls.gz", Gzip.gzip(text))

    let plain = try fetch("--input", "urls.txt").expect(exit: 0)
    try sandbox.directory.write("work/urls.zst", Zstd.frame(text, blockBytes: 10_000))
    let packed = try fetch("--input", "urls.gz").expect(exit: 0)
    let other = try fetch("--input", "urls.zst").expect(exit: 0)
    let piped = try fetch(stdin: .bytes(Gzip.gzip(text))).expect(exit: 0)

    for result in [plain, packed, other, piped] { #expect(result.lines.count == 1000) }
    #expect(server.requestCount == 3)
    try fetch("--input", "none.txt").expect(exit: 26).expect(says: "none.txt")
    try fetch("--input", "photos").expect(exit: 26).expect(says: "\"photos\": is a directory")
    try fetch("--input", "urls.txt", server.url("/1")).expect(exit: 2)
  }

  @Test func readsItemsEndingInNUL() throws {
    let text = server.url("/1\0") + server.url("/a\nb\0") + "\0" + server.url("/2")

    let records = try fetch("-0", stdin: .text(text)).expect(exit: 1).records(as: .image)

    // A line feed belongs to the second item, but is invalid in a URL.
    #expect(records.map(\.code) == [nil, "invalid_url", nil])
    #expect(Set(server.targets) == ["/1", "/2"])
  }
}
