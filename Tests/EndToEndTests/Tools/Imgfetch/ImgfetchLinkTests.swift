import TestSupport
import Testing

/// Symbolic links in a store, and to a store.
@Suite struct ImgfetchLinkTests: ImgfetchSuite {
  let sandbox: Sandbox
  static let options = ["--retry", "0"]
  private let server: LoopbackServer

  init() throws {
    sandbox = try Sandbox()
    server = try LoopbackServer { _ in .ok(Self.png, type: "image/png") }
  }

  private func shell(_ script: String) throws { try sandbox.shell(script).expect(exit: 0) }

  /// In each layout with folders, the first folder becomes a symbolic link to one outside.
  @Test(arguments: ["hashed", "domain", "date"])
  func refusesSymlinkedFolder(layout: String) throws {
    let url = server.url("/a.png")
    let stored = try path(fetch("--layout", layout, url))
    let folder = String(stored.split(separator: "/")[1])
    try shell(
      "mkdir outside && mv photos/\(folder) outside/ && ln -s ../outside/\(folder) photos/\(folder)"
    )
    let before = sandbox.files.filter { $0.hasPrefix("work/outside/") }

    for options in [[], ["--refresh"]] {
      let result = try Tool("imgfetch", in: sandbox).run(
        ["-o", "photos", "--retry", "0", "--layout", layout] + options + [url])
      result.expect(exit: 23)
      #expect(result.text.contains(#""code":"write""#), "\(result.story)")
      result.expect(says: "symbolic link")
    }
    _ = try fetch("--remove", url)
    _ = try fetch("--clear")

    #expect(sandbox.files.filter { $0.hasPrefix("work/outside/") } == before)
  }

  @Test func replacesSymlinkedIndex() throws {
    _ = try path(fetch(server.url("/a.png")))
    try shell("mv photos/.wireline-index.sqlite* . && mv .wireline-index.sqlite other.sqlite")
    try shell("ln -s ../other.sqlite photos/.wireline-index.sqlite")
    let other = try sandbox.read("other.sqlite")

    let result = try fetch(server.url("/b.png")).expect(exit: 0)

    result.expect(says: "imgfetch: warning: ", "damaged-1")
    #expect(try sandbox.read("other.sqlite") == other)
    #expect(try fetch("--status").expect(exit: 0).text.contains(#""images":1,"#))
  }

  @Test func acceptsSymlinkedStore() throws {
    try shell("mkdir elsewhere && ln -s elsewhere photos")

    let stored = try path(fetch(server.url("/a.png")))
    let again = try fetch(server.url("/a.png")).expect(exit: 0)

    #expect(try sandbox.read(stored) == Self.png)
    #expect(again.records(as: .image).first?["source"]?.string == "storage")
    #expect(server.requestCount == 1)
  }
}
