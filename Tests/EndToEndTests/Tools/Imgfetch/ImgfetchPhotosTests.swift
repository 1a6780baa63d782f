import TestSupport
import Testing

/// Records with several images.
@Suite struct ImgfetchPhotosTests: ImgfetchSuite {
  let sandbox: Sandbox
  static let options = ["--photos"]

  init() throws { sandbox = try Sandbox() }

  /// An error record retries one image, even if its input names several.
  @Test func retriesOnlyFailedPhoto() throws {
    let server = try LoopbackServer(["/a": Self.picture, "/b": Self.picture])
    let photos = [server.url("/a"), "htp://x/y", server.url("/none"), server.url("/b")]
    let list = photos.map { "\"\($0)\"" }.joined(separator: ",")
    let first = try fetch(stdin: .lines([#"{"id":"x","photos":[\#(list)]}"#])).expect(exit: 1)
    let errors = first.lines.filter { $0.hasPrefix(#"{"error""#) }
    #expect(first.lines.count == 4 && errors.count == 2)

    let second = try fetch("--retry-errors=all", stdin: .lines(errors)).expect(exit: 1)

    #expect(second.lines.map { $0.replacing("\"line\":2", with: "\"line\":1") } == errors)
    #expect(server.targets.filter { $0 == "/a" }.count == 1)
  }

  @Test func retriesURLWithPassword() throws {
    let server = try LoopbackServer { request in
      request.number == 1 || request[header: "Authorization"] == nil ? .status(404) : Self.picture
    }
    let url = server.url("/a").replacing("http://", with: "http://u:p@")
    let first = try fetch(stdin: .lines([#"{"photos":["\#(url)"]}"#])).expect(exit: 1)

    try fetch("--retry-errors=all", stdin: .lines(first.lines)).expect(exit: 0)
  }
}
