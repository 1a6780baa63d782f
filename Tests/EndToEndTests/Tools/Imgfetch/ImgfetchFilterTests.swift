import Glibc
import TestSupport
import Testing

/// Images that pass through a program with `--filter`.
@Suite struct ImgfetchFilterTests: ImgfetchSuite {
  let sandbox: Sandbox
  private static let gif = SampleImage.gif(width: 9, height: 4)

  init() throws {
    sandbox = try Sandbox()
    try sandbox.write("other.gif", Self.gif)
  }

  private func image(_ result: ToolResult) throws -> Record {
    try #require(result.expect(exit: 0).records(as: .image).first)
  }

  private func stored(_ record: Record) throws -> [UInt8] {
    try sandbox.read(record["path"]?.string ?? "")
  }

  private func flags(_ record: Record) -> [String] {
    record["flags"]?.elements.compactMap(\.string) ?? []
  }

  @Test func filterMayChangeTheFormat() throws {
    let server = try LoopbackServer(["/a.png": Self.picture])
    try sandbox.write("convert.sh", "cat > original\ncat other.gif\n")
    let url = server.url("/a.png")

    let result = try fetch("--filter", "sh convert.sh", url).expectSilence()
    let record = try image(result)
    let again = try image(fetch("--filter", "sh convert.sh", url))

    #expect(try sandbox.read("original") == Self.png && stored(record) == Self.gif)
    #expect(record["path"]?.string?.hasSuffix(".gif") == true)
    #expect(record["format"]?.string == "gif" && record["media_type"]?.string == "image/gif")
    #expect(record["width"]?.integer == 9 && record["height"]?.integer == 4)
    #expect(record["bytes"]?.integer == Self.gif.count)
    let sum = try sandbox.shell("sha256sum < other.gif").text
    #expect(record["sha256"]?.string == String(sum.prefix(64)))
    #expect(again["source"]?.string == "storage" && again["sha256"] == record["sha256"])
    #expect(server.requestCount == 1 && images.count == 1)
    // The hash in its record is that of the downloaded image.
    let refreshed = try fetch("--filter", "sh convert.sh", "--refresh", stdin: .lines(result.lines))
    #expect(try image(refreshed)["sha256"] == record["sha256"] && server.requestCount == 2)
    try fetch("--verify-store").expect(exit: 0)
  }

  @Test(
    arguments: [
      ("exit 3", "exit status 3"), ("cat; exit 1", "exit status 1"),
      ("cat > /dev/null", "no output"), ("echo hello", "not an image"), ("head -c 12", "header"),
      ("kill -9 $$", "signal 9"),
      ("no-such-program-at-all", "program not found"), ("./other.gif", "cannot run the program"),
    ])
  func storesOriginalIfFilterFails(command: String, reason: String) throws {
    let server = try LoopbackServer { _ in Self.picture }
    let urls = ["/a", "/b", "/c"].map { server.url($0) }

    let result = try fetch("--filter", command, urls[0], urls[1], urls[2]).expect(exit: 0)

    let records = result.records(as: .image)
    #expect(records.count == 3 && images.count == 3)
    for record in records {
      #expect(try flags(record) == ["filter_failed"] && stored(record) == Self.png)
      #expect(record["path"]?.string?.hasSuffix(".png") == true)
    }
    // One warning for all images.
    let warnings = result.messageLines.filter { $0.hasPrefix("imgfetch: warning: --filter failed") }
    #expect(warnings.count == 1 && warnings.first?.contains(reason) == true, "\(result.messages)")
  }

  @Test func validatesFilterOutput() throws {
    let server = try LoopbackServer { _ in Self.picture }
    try sandbox.write("cut.png", Array(Self.png.dropLast(12)))
    let rules: [([String], String)] = [
      (["--allow", "png"], "cat other.gif"), (["--min-side", "5"], "cat other.gif"),
      (["--validate", "structure"], "cat cut.png"),
    ]
    for (options, filter) in rules {
      let result = try Tool("imgfetch", in: sandbox).run(
        ["-o", "photos", "--filter", filter] + options + [server.url("/\(options[0])")])
      let record = try image(result.expect(says: "--filter failed"))
      #expect(try flags(record) == ["filter_failed"] && stored(record) == Self.png)
    }
  }

  @Test func filtersHaveSeparateFiles() throws {
    let server = try LoopbackServer { _ in Self.picture }
    let url = server.url("/a")
    let plain = try image(fetch(url))
    let cat = try image(fetch("--filter", "cat", url))
    let other = try image(fetch("--filter", "cat other.gif", url))
    #expect(Set([plain, cat, other].map { $0["path"]?.string }).count == 3 && images.count == 3)

    let again = try [image(fetch(url)), image(fetch("--filter", "cat", url))]

    #expect(again.map { $0["source"]?.string } == ["storage", "storage"])
    #expect(again.map { $0["path"] } == [plain, cat].map { $0["path"] })
    #expect(server.requestCount == 3)
  }

  /// Filters may end in any order. The first ends after the second if there is a second processor.
  @Test func runsFiltersInParallel() throws {
    let server = try LoopbackServer { request in
      let number = Int(request.path.dropFirst()) ?? 0
      return .ok(SampleImage.png(width: number, height: 3), type: "image/png")
    }
    let lines = (1...20).map { server.url("/\($0)") }
    let processors = sysconf(Int32(_SC_NPROCESSORS_ONLN))
    let script = """
      touch running.$$; count=$(ls | grep -c '^running'); echo $count >> counts
      cat > in.$$
      if [ $count = 1 ]; then until [ -e ended ]; do :; done; fi
      cat in.$$; rm in.$$ running.$$; touch ended
      """
    try sandbox.write("slow.sh", script)
    if processors == 1 { try sandbox.write("ended", "") }

    let result = try Tool("imgfetch", in: sandbox).run(
      ["--output-dir", "photos", "--filter", "sh slow.sh"], stdin: .lines(lines))

    let records = result.expect(exit: 0).expectSilence().records(as: .image)
    #expect(records.map(\.ref) == (1...20).map(String.init))
    for (number, record) in zip(1..., records) {
      #expect(try stored(record) == SampleImage.png(width: number, height: 3))
    }
    let counts = try sandbox.text("counts").split(separator: "\n").compactMap { Int($0) }
    #expect(counts.count == 20 && counts.allSatisfy { $0 <= processors }, "\(counts)")
    #expect(processors == 1 || counts.contains { $0 > 1 })
  }

  /// Ctrl-C kills filters that do not end, and their children.
  @Test(arguments: [SIGINT, SIGTERM])
  func signalKillsHangingFilter(signal: Int32) throws {
    let server = try LoopbackServer(["/a": Self.picture])
    let command = "echo $$ > leader; sleep 1000 & echo $! > pid; mv pid child; wait"
    let tool = try Tool("imgfetch", in: sandbox).start(
      ["--output-dir", "photos", "--filter", command, server.url("/a")], stdin: .empty)
    #expect(sandbox.waitForFile("child", bytes: 1) && tool.waitUntilCaught(signal))

    tool.send(signal)
    let result = try tool.wait().expect(exit: 128 + signal)

    #expect(result.records(as: .image).allSatisfy { $0.code == "cancelled" }, "\(result)")
    #expect(images.filter { !$0.contains("/.") } == [], "\(result)")
    let states = "cat /proc/$(cat leader)/status /proc/$(cat child)/status | grep ^State"
    let haveEnded = try becomesTrue {
      try sandbox.shell(states).lines.allSatisfy { $0.contains("zombie") }
    }
    #expect(haveEnded)
  }
}
