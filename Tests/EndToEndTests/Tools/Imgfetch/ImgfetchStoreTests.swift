import Glibc
import TestSupport
import Testing

/// Layouts, revalidation and durability of the store.
@Suite struct ImgfetchStoreTests: ImgfetchSuite {
  let sandbox: Sandbox
  private static let start = 1_800_000_000
  private static let layouts = ["hashed", "flat", "domain", "date"]

  init() throws { sandbox = try Sandbox() }

  /// - Parameter now: the time of the run, in seconds since 1970.
  private func fetch(_ arguments: String..., at now: Int? = nil) throws -> ToolResult {
    try Tool("imgfetch", in: sandbox).run(
      ["--output-dir", "photos"] + arguments,
      environment: now.map { ["WIRELINE_NOW": "\($0)"] } ?? [:])
  }

  private func image(_ result: ToolResult) throws -> Record {
    try #require(result.expect(exit: 0).records(as: .image).first)
  }

  private func path(_ record: Record) throws -> String { try #require(record["path"]?.string) }

  /// The output of `stat` for a file.
  private func stat(_ format: String, _ path: String) throws -> String {
    try sandbox.shell("stat -c '\(format)' \(path)").expect(exit: 0).text
  }

  @Test(arguments: layouts)
  func serverDoesNotChoosePath(layout: String) throws {
    let server = try LoopbackServer { _ in
      .answer(
        ServedResponse(
          headers: [
            "Content-Type": "image/png", "Content-Location": "/../up.png",
            "Content-Disposition": "attachment; filename=\"../../evil.png\"",
          ],
          body: Self.png))
    }
    let names = ["/..%2f..%2fup.png", "/%2e%2e/%2e%2e", "/.hidden", "/a%00b%0a", "/%2Fetc", "/"]

    let result = try Tool("imgfetch", in: sandbox).run(
      ["--output-dir", "photos", "--layout", layout] + names.map { server.url($0) })

    let paths = try result.expect(exit: 0).records(as: .image).map(path)
    #expect(paths.count == names.count && Set(paths).count == names.count)
    for path in paths {
      let parts = path.split(separator: "/", omittingEmptySubsequences: false)
      #expect(parts.first == "photos" && !parts.contains { $0.isEmpty || $0.hasPrefix(".") })
      let isPlain = path.utf8.allSatisfy { $0 > 0x2C && $0 < 0x7B }
      #expect(isPlain && !path.contains("evil"), "\(path)")
    }
    #expect(images == paths.sorted())
    #expect(sandbox.files.allSatisfy { $0.hasPrefix("work/photos/") })
  }

  /// Unchanged images are not transferred again.
  @Test func refreshSendsValidators() throws {
    let server = try LoopbackServer { request in
      let headers: KeyValuePairs<String, String> = [
        "Content-Type": "image/png", "ETag": "\"v1\"",
        "Last-Modified": "Sat, 01 Nov 2025 10:00:00 GMT",
      ]
      return .answer(
        request[header: "If-None-Match"] == "\"v1\""
          ? ServedResponse(status: 304, headers: headers)
          : ServedResponse(headers: headers, body: Self.png))
    }
    let first = try image(fetch(server.url("/a")))
    let before = try stat("%i %y", path(first))

    let again = try image(fetch("--refresh", server.url("/a")))

    #expect(again["source"]?.string == "revalidated" && again["status"]?.integer == 304)
    for name in ["path", "sha256", "bytes", "width"] { #expect(again[name] == first[name]) }
    #expect(try stat("%i %y", path(first)) == before)
    let (initial, repeated) = (server.requests.first, server.requests.last)
    #expect(server.requestCount == 2 && initial?[header: "If-None-Match"] == nil)
    #expect(repeated?[header: "If-None-Match"] == "\"v1\"")
    #expect(repeated?[header: "If-Modified-Since"] == "Sat, 01 Nov 2025 10:00:00 GMT")
  }

  @Test(arguments: ["domain", "date"])
  func refreshReplacesChangedImage(layout: String) throws {
    let gif = SampleImage.gif(width: 9, height: 4)
    let server = try LoopbackServer([
      "/a": .sequence(Self.picture, .ok(gif, type: "image/gif"), Self.picture)
    ])
    let old = try path(image(fetch("--layout", layout, server.url("/a"), at: Self.start)))

    let new = try image(fetch("--layout", layout, "--refresh", server.url("/a"), at: Self.start))

    #expect(new["source"]?.string == "network" && new["format"]?.string == "gif")
    #expect(images == [String(old.dropLast(4)) + ".gif"])
    #expect(try path(new) == images.first && sandbox.read(path(new)) == gif)
    let stored = try image(fetch(server.url("/a")))
    #expect(stored["source"]?.string == "storage" && stored["format"]?.string == "gif")
  }

  @Test func revalidatesOldImages() throws {
    let server = try LoopbackServer { request in
      request[header: "If-None-Match"] == nil
        ? .answer(ServedResponse(headers: ["ETag": "\"v1\""], body: Self.png)) : .status(304)
    }
    var now = Self.start
    let sources = { (age: String) in
      try image(fetch("--revalidate-after", age, server.url("/a"), at: now))["source"]?.string
    }
    #expect(try sources("1s") == "network")
    #expect(try sources("1h") == "storage")
    now += 1
    #expect(try sources("1h") == "storage")
    #expect(try sources("1s") == "revalidated")
    #expect(try sources("1h") == "storage")
    #expect(server.requestCount == 2)
  }
}
