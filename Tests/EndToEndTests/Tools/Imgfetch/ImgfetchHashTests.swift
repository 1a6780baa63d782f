import TestSupport
import Testing

/// The hashes that records specify.
@Suite struct ImgfetchHashTests: ImgfetchSuite {
  let sandbox: Sandbox
  static let options = ["--retry", "0"]
  /// In a file while it is downloaded.
  private static let large = png + [UInt8](repeating: 7, count: 600_000)

  init() throws { sandbox = try Sandbox() }

  private func sum(_ program: String, _ bytes: [UInt8]) throws -> String {
    try sandbox.write("sum", bytes)
    return String(try sandbox.shell("\(program) sum").text.prefix { $0 != " " })
  }

  private var images: [String] { sandbox.files.filter { $0.hasSuffix(".png") } }

  @Test(arguments: ["sha256", "md5"], [png, large])
  func verifiesHashOfRecord(name: String, bytes: [UInt8]) throws {
    let server = try LoopbackServer { _ in .ok(bytes, type: "image/png") }
    let right = try sum("\(name)sum", bytes)
    let wrong = String(right.reversed())
    let record = { (path: String, hash: String) in
      #"{"url":"\#(server.url(path))","\#(name)":"\#(hash)"}"#
    }

    let result = try fetch(
      stdin: .lines([record("/a", right.uppercased()), record("/b", wrong), record("/c", "")]))

    let records = result.expect(exit: 1).records(as: .image)
    #expect(records.map(\.code) == [nil, "hash_mismatch", nil])
    #expect(records[1].message?.contains(right) == true)
    #expect(records[1].message?.contains(wrong) == true)
    #expect(images.count == 2 && server.requestCount == 3)
    // Stored images are verified too, and are kept if the server still sends the same image.
    let again = try fetch(stdin: .lines([record("/a", right), record("/a", wrong)]))
    #expect(again.expect(exit: 1).records(as: .image).map(\.code) == [nil, "hash_mismatch"])
    #expect(images.count == 2 && server.requestCount == 4)
    try fetch(server.url("/a")).expect(exit: 0)
    #expect(server.requestCount == 4)
  }

  @Test func replacesStoredImageWithOtherHash() throws {
    let new = SampleImage.png(width: 9, height: 9)
    let server = try LoopbackServer([
      "/a": .sequence(
        .answer(ServedResponse(headers: ["ETag": "\"1\""], body: Self.png)),
        .ok(new, type: "image/png"))
    ])
    try fetch(server.url("/a")).expect(exit: 0)

    let result = try fetch(
      stdin: .lines([#"{"url":"\#(server.url("/a"))","sha256":"\#(try sum("sha256sum", new))"}"#]))

    let record = try #require(result.expect(exit: 0).records(as: .image).first)
    #expect(record["source"]?.string == "network" && record["width"]?.integer == 9)
    #expect(server.requests.last?[header: "If-None-Match"] == nil && images.count == 1)
  }
}
