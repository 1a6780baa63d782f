import Glibc
import TestSupport
import Testing

/// Repairs of the store, cleanup, and rejected options.
@Suite struct ImgfetchRepairTests: ImgfetchSuite {
  let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  /// The process may exit before a sink deletes its temporary file.
  @Test(arguments: [["--filter", "cat"], ["--validate", "structure"], ["--max-body", "400K"]])
  func leavesNoTemporaryFiles(options: [String]) throws {
    var large = SampleImage.png(width: 800, height: 800)
    large[large.count - 20] ^= 1
    let server = try LoopbackServer { [large] _ in .ok(large, type: "image/png") }
    for number in 1...15 {
      _ = try Tool("imgfetch", in: sandbox).run(
        ["--output-dir", "photos"] + options + [server.url("/\(number)")])
    }
    #expect(images.filter { $0.hasSuffix(".tmp") } == [])
  }

  /// Otherwise no limit would count these images.
  @Test func addsResumedImagesToIndex() throws {
    let gate = try Gate()
    let server = try LoopbackServer { request in
      request.number > 30 ? Self.picture.behind(gate) : Self.picture
    }
    let lines = (1...40).map { server.url("/\($0)") }
    let arguments = ["--output-dir", "photos", "--journal", "j"]
    let tool = try Tool("imgfetch", in: sandbox).start(arguments, stdin: .lines(lines))
    #expect(server.waitForRequests(31))
    // The journal is written every 100 ms.
    #expect(sandbox.waitForFile("j", bytes: 100))
    tool.send(SIGKILL)
    _ = try tool.wait()
    gate.open()
    try fetch("--journal", "j", "--resume", stdin: .lines(lines)).expect(exit: 0)
    let status = try Record(#require(fetch("--status").lines.first))
    #expect(status["images"]?.integer == 40)
  }

  /// An output file must not replace the list.
  @Test(arguments: [["--input", "list"], ["--input", "link"], []])
  func doesNotOverwriteList(input: [String]) throws {
    try sandbox.write("list", "http://h.example/a\n")
    try sandbox.shell("ln list link").expect(exit: 0)
    for option in ["--contact-sheet", "--journal"] {
      let words = (input + [option, "list"]).joined(separator: " ")
      try sandbox.shell("imgfetch -o photos \(words) < list").expect(exit: 2)
        .expect(says: "same file", "list")
    }
    #expect(try sandbox.text("list") == "http://h.example/a\n" && !sandbox.exists("photos"))
  }
}
