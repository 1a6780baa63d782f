import Glibc
import TestSupport
import Testing

/// Runs that resume from a journal.
@Suite struct ImgfetchJournalTests: ImgfetchSuite {
  let sandbox: Sandbox
  static let options = ["--journal", "run.journal"]

  init() throws { sandbox = try Sandbox() }

  /// Prints all records, and requests only images again that were in progress or whose entry in the
  /// index was not written yet.
  @Test(arguments: [(1, SIGKILL), (20, SIGKILL), (56, SIGKILL), (30, SIGINT), (30, SIGTERM)])
  func resumesStoppedRun(moment: Int, signal: Int32) throws {
    let gate = try Gate()
    let server = try LoopbackServer { request in
      request.number > moment ? Self.picture.behind(gate) : Self.picture
    }
    let lines = (1...60).map { server.url("/\($0)") }
    let arguments = ["--output-dir", "photos", "--journal", "run.journal", "--jobs", "4"]
    let tool = try Tool("imgfetch", in: sandbox).start(arguments, stdin: .lines(lines))
    #expect(server.waitForRequests(moment + 1) && tool.waitUntilCaught(SIGINT))
    tool.send(signal)
    // A terminated run finishes the images in progress.
    if signal != SIGKILL { gate.open() }
    let stopped = try tool.wait()
    gate.open()
    #expect(stopped.ending.signal == (signal == SIGKILL ? SIGKILL : nil))
    if signal != SIGKILL { stopped.expect(exit: 128 + signal) }
    let stored = Set(images)

    let records = try fetch("--resume", stdin: .lines(lines)).expect(exit: 0).records(as: .image)

    #expect(records.map(\.ref) == (1...60).map(String.init))
    #expect(images == records.compactMap { $0["path"]?.string }.sorted() && images.count == 60)
    let hits = Dictionary(grouping: server.targets) { $0 }.mapValues(\.count)
    #expect(hits.count == 60)
    for record in records {
      let isStored = stored.contains(record["path"]?.string ?? "")
      let count = hits["/\(record.ref)"] ?? 0
      #expect(count == 1 || count == 2 && (!isStored || signal == SIGKILL), "\(record.line)")
    }
    #expect(try fetch("--resume", stdin: .lines(lines)).expect(exit: 0).lines.count == 60)
    #expect(server.requestCount == hits.values.reduce(0, +))
  }
}
