import Glibc
import TestSupport
import Testing

/// Shards for WebDataset.
@Suite struct ImgfetchTarTests: ImgfetchSuite {
  let sandbox: Sandbox
  static let options = ["--tar", "shards", "--retry", "0"]

  init() throws { sandbox = try Sandbox() }

  /// All files of the shards, complete or not, without those of the tool.
  private var shards: [String] {
    sandbox.files.filter {
      $0.hasPrefix("work/shards/") && !$0.hasPrefix("work/shards/.wireline-tar")
    }
    .map { String($0.dropFirst("work/shards/".count)) }
  }

  private static func files(ofShards numbers: ClosedRange<Int>) -> [String] {
    numbers.flatMap { number in
      let base = String(repeating: "0", count: 5 - "\(number)".count) + "\(number)"
      return ["\(base).jsonl", "\(base).tar", "\(base)_stats.json"]
    }
  }

  @Test(.needs("tar")) func writesArchivesThatTarReads() throws {
    let server = try LoopbackServer { request in
      request.path == "/2" ? .status(404) : Self.picture
    }
    let rows = ["url,text"] + (1...5).map { "\(server.url("/\($0)")),\"Cup \($0), white\"" }
    try sandbox.write("list.csv", rows.joined(separator: "\n") + "\n")

    let result = try fetch("-i", "list.csv", "--caption-field", "text", "--tar-size", "3")

    result.expect(exit: 1)
    #expect(shards == Self.files(ofShards: 0...1))
    let listed = try sandbox.shell(
      """
      tar -tf shards/00000.tar && tar -xf shards/00001.tar && cat 000010001.txt && \
      cmp 000010001.png "$(ls photos/*/*.png | head -n 1)" && echo same
      """, environment: Sandbox.uncounted)
    let names = [0, 2].flatMap { number in
      ["png", "json", "txt"].map { "00000000\(number).\($0)" }
    }
    #expect(listed.lines == names + ["Cup 5, whitesame"], "\(listed.story)")
    #expect(listed.messages.isEmpty, "\(listed.story)")
  }

  /// The error records on stdout have the input, for `--retry-errors`.
  @Test func shardsHaveNoPasswords() throws {
    let server = try LoopbackServer { request in
      request.path == "/1" ? Self.picture : .status(404)
    }
    let lines = ["/1", "/2"].map {
      server.url($0).replacing("http://", with: "http://user:secret@")
    }

    let result = try fetch(stdin: .lines(lines + [server.url("/3")])).expect(exit: 1)

    #expect(result.lines.contains { $0.contains("secret") })
    let list = try sandbox.text("shards/00000.jsonl")
    #expect(!list.contains("secret") && list.contains(server.url("/2")))
    #expect(list.contains(#""input":"\#(server.url("/3"))""#))
    let archive = try sandbox.read("shards/00000.tar")
    #expect(!String(decoding: archive, as: UTF8.self).contains("secret"))
  }

  /// A killed run leaves finished shards and temporary files, which the next run removes.
  @Test(arguments: [1, 5, 8])
  func resumesKilledRun(moment: Int) throws {
    let gate = try Gate()
    let server = try LoopbackServer { request in
      request.number > moment ? Self.picture.behind(gate) : Self.picture
    }
    let lines = (1...9).map { server.url("/\($0)") }
    let tool = try Tool("imgfetch", in: sandbox).start(
      ["-o", "photos", "--tar", "shards", "--tar-size", "3", "-j", "1"], stdin: .lines(lines))
    #expect(server.waitForRequests(moment + 1))
    tool.send(SIGKILL)
    _ = try tool.wait()
    gate.open()
    let finished = shards.filter { $0.hasSuffix("_stats.json") }
    for name in finished {
      let base = name.replacing("_stats.json", with: "")
      #expect(shards.contains("\(base).tar") && shards.contains("\(base).jsonl"))
    }

    let again = try fetch("--tar-size", "3", stdin: .lines(lines)).expect(exit: 0)

    #expect(shards == Self.files(ofShards: 0...2))
    #expect(again.lines.count == 9 - 3 * finished.count)
  }

  @Test(.needsMounts)
  func fullDiskLeavesNoUnfinishedShard() throws {
    let large = SampleImage.png(width: 2000, height: 2)
    let server = try LoopbackServer { request in
      .ok(request.path == "/1" ? SampleImage.png(width: 7, height: 5) : large, type: "image/png")
    }
    try sandbox.write(
      "list", (1...400).map { server.url("/\($0)") + "\n" }.joined())
    try sandbox.directory.makeDirectory("work/small")

    let result = try Namespace.shell(
      """
      mount -t tmpfs -o size=160k none small && {
      imgfetch -o photos --tar small/shards --tar-size 1 < list > out; echo $?
      ls small/shards; ls -A small/shards | grep -c tmp; }
      """, in: sandbox)

    result.expect(says: "no space left")
    #expect(result.lines.first == "23" && result.lines.last == "0", "\(result.story)")
    let names = result.lines.dropFirst().dropLast()
    #expect(names.contains("00000.tar"), "\(result.story)")
    let records = expectRecords(try sandbox.read("out"), as: .image)
    #expect(records.count == 400 && records.last?.code == "write")
  }

  /// The fields of img2dataset describe the downloaded image; `width` and `bytes` the stored one.
  @Test(arguments: [[], ["--skip-reencode"]])
  func describesProcessedImages(options: [String]) throws {
    let (image, small) = (Self.png, SampleImage.png(width: 3, height: 2))
    let server = try LoopbackServer { request in
      .ok(request.path == "/small" ? small : image, type: "image/png")
    }
    let words = ["--resize", "4", "--resize-mode", "cover"] + options

    try fetch(words, stdin: .lines([server.url("/1"), server.url("/small")])).expect(exit: 0)

    try sandbox.write("1", image)
    try sandbox.write("2", small)
    let files = try sandbox.shell("tar -xf shards/00000.tar && cat 00000000*.json")
    let records = try files.lines.map { line throws(StrictJSONError) in try Record(line) }
    let sums = try sandbox.shell("cat 1 | sha256sum; cat 2 | sha256sum").lines
    #expect(records.map { $0["width"]?.integer } == [6, 3])
    #expect(records.map { $0["original_width"]?.integer } == [7, 3])
    #expect(records.map { $0["original_height"]?.integer } == [5, 2])
    #expect(records.map { $0["sha256"]?.string } == sums.map { String($0.prefix(64)) })
    #expect(records.allSatisfy { $0["original"] == nil })
    let isSame = try sandbox.read("000000001.png") == small
    #expect(isSame == !options.isEmpty)
  }
}
