import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineRequests

@Suite struct CacheCommandsTests {
  @Test(arguments: [
    (["--cache-status"], #"{"entries":0,"bytes":"#), (["--cache-clear"], ""),
    (["--cache-clear", "http://h/"], ""), (["--cache-explain", "http://h/"], "http://h/: "),
  ])
  func handlesEmptyCache(arguments: [String], output prefix: String) async throws {
    let harness = try RunnerHarness()

    let output = try await harness.run(arguments)

    #expect(output.status == .success)
    #expect(output.text.hasPrefix(prefix) && output.lines.count == (prefix.isEmpty ? 0 : 1))
    #expect(harness.executor.requests.isEmpty)
  }

  @Test(arguments: ["--cache-explain", "--cache-clear"])
  func rejectsInvalidURL(option: String) async throws {
    let output = try await RunnerHarness().run([option, "ftp://h/"])

    #expect(output.status == .usage)
    #expect(output.messages.contains("invalid URL"))
  }
}
