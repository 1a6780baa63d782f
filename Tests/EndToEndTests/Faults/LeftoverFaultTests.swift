import Glibc
import TestSupport
import Testing

/// A run removes the temporary files that killed runs left beside its output.
@Suite struct LeftoverFaultTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private var temporaryFiles: [String] {
    sandbox.files.filter { $0.hasPrefix("work/") && $0.hasSuffix(".tmp") }
      .map { String($0.dropFirst("work/".count)) }
  }

  /// The ID of a process that has exited.
  private func deadProcess() throws -> String {
    try sandbox.shell("echo $$").expect(exit: 0).lines[0]
  }

  /// The first signal waits for the transfer. timeout(1) sends two, to the process and its group.
  @Test(
    arguments: [
      ("req", #"{"url":"URL","output":"out.png"}"#, []), ("imgfetch", "URL", ["-o", "photos"]),
    ] as [(String, String, [String])], [SIGINT, SIGTERM])
  func secondSignalRemovesTemporaryFile(
    tool: (name: String, line: String, words: [String]), signal: Int32
  ) throws {
    let head = "HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nContent-Length: 2000000\r\n\r\n"
    let start = SampleImage.png(width: 900, height: 900).prefix(33)
    let chunk: [UInt8] = [0, 30, 0, 0] + Array("IDAT".utf8) + [0x78, 0x9C]
    let body = start + chunk + [UInt8](repeating: 1, count: 1_000_000)
    let server = try LoopbackServer { _ in .steps(.write(Array(head.utf8) + body), .idle) }
    let live = try Tool(tool.name, in: sandbox).start(tool.words)
    live.write(tool.line.replacing("URL", with: server.url("/a.png")) + "\n")
    #expect(becomesTrue { sandbox.files.contains { $0.hasSuffix(".tmp") } })

    #expect(live.sendUntilEnd(signal))

    try live.wait().expect(exit: 128 + signal)
    #expect(sandbox.files.filter { $0.hasSuffix(".tmp") } == [])
  }

  @Test func nextDownloadRemovesLeftoverOfKilledRun() throws {
    let server = try LoopbackServer([
      "/": "whole",
      "/slow": .ok(String(repeating: "x", count: 200_000)).dripping(
        bytes: 1000, every: .seconds(1)),
    ])
    let live = try Tool("req", in: sandbox).start(["-o", "out", server.url("/slow")])
    #expect(becomesTrue { !temporaryFiles.isEmpty })
    live.send(SIGKILL)
    _ = try live.wait()
    try #require(temporaryFiles.count == 1)

    try Tool("req", in: sandbox)("-o", "out", server.url("/")).expect(exit: 0)

    #expect(temporaryFiles == [])
  }

  /// Files of a running process, of another output, and with similar names.
  @Test func keepsFilesInUseAndOtherNames() throws {
    let server = try LoopbackServer { _ in "x" }
    let dead = try deadProcess()
    let others = [
      ".out.wireline-\(getpid())-abc.tmp", ".other.wireline-\(dead)-abc.tmp",
      ".out.wireline-\(dead).tmp", ".out.wireline-\(dead)-abc.txt",
    ]
    for name in others { try sandbox.write(name, "x") }
    try sandbox.write(".out.wireline-\(dead)-abc.tmp", "x")

    try Tool("req", in: sandbox)("-o", "out", server.url("/")).expect(exit: 0)

    for name in others { #expect(sandbox.exists(name), "\(name)") }
    #expect(!sandbox.exists(".out.wireline-\(dead)-abc.tmp"))
  }

  /// Process IDs differ between containers; a lock shows that the file is in use.
  @Test func keepsLockedFiles() throws {
    let server = try LoopbackServer { _ in "x" }
    let name = ".out.wireline-\(try deadProcess())-abc.tmp"
    let held = try Descriptor.open(try sandbox.write(name, "x"), O_RDONLY)
    defer { close(held) }
    try #require(flock(held, LOCK_EX | LOCK_NB) == 0)

    try Tool("req", in: sandbox)("-o", "out", server.url("/")).expect(exit: 0)

    #expect(sandbox.exists(name))
  }

  @Test func removesLeftoversOfContactSheetDiffAndMetrics() throws {
    let server = try LoopbackServer { _ in
      .ok(SampleImage.png(width: 7, height: 5), type: "image/png")
    }
    let file = try sandbox.write("c.json", SampleCities.file)
    let dead = try deadProcess()
    for name in ["sheet.html", "d.jsonl", "m.prom"] {
      try sandbox.write(".\(name).wireline-\(dead)-abc.tmp", "x")
    }

    try Tool("imgfetch", in: sandbox)(
      "-o", "photos", "--contact-sheet", "sheet.html", server.url("/a.png")
    ).expect(exit: 0)
    try Tool("cities-sync", in: sandbox)("--diff", "d.jsonl", "--metrics", "m.prom", file)
      .expect(exit: 0)

    #expect(temporaryFiles == [])
  }
}
