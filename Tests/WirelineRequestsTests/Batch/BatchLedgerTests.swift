import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineRequests

@Suite struct BatchLedgerTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func ledger() throws -> BatchLedger {
    let journal = try Journal(
      path: directory.path("journal"), owner: JournalOwner(tool: "imgfetch", shard: nil))
    return BatchLedger(journal, resumes: true, retried: .none)
  }

  /// Failures that depend on the run are not final.
  @Test(arguments: [
    (ErrorCode.notFound, true), (.timeout, true), (.cancelled, false), (.read, false),
    (.write, false), (.offline, false), (.queueExpired, false), (.internal, false),
  ])
  func repeatsFinalFailures(code: ErrorCode, isFinal: Bool) throws {
    let key = JournalKey(ref: Array("1".utf8), url: "http://h/a")
    let first = try ledger()
    _ = first.note(
      ItemResult(ErrorRecord(code: code, message: "m", tool: "imgfetch")), for: key, url: nil)
    #expect(first.finish() == nil)

    let second = try ledger().finished(key, host: nil)

    #expect((second != nil) == isFinal)
  }
}
