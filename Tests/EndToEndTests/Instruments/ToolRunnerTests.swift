import Glibc
import TestSupport
import Testing

@Suite struct ToolRunnerTests {
  @Test func killsToolAfterTimeout() throws {
    withKnownIssue {
      let result = try Tool(path: "/bin/sh", in: Sandbox())
        .start(["-c", "sleep 100 & sleep 100"]).wait(within: .milliseconds(100))
      #expect(result.timedOut)
      #expect(result.ending.signal == SIGKILL)
    }
  }

  /// A Swift test process is larger than `true`, so less than 20 MB is the child's own memory.
  @Test func measuresMemoryOfTheToolOnly() throws {
    let sandbox = try Sandbox()
    let small = try Tool(path: "/bin/true", in: sandbox)(measuresMemory: true)
    let large = try Tool(path: "/bin/dd", in: sandbox)(
      "if=/dev/zero", "of=/dev/null", "bs=100M", "count=1", measuresMemory: true)

    small.expect(exit: 0)
    #expect(small.ending.peakBytes < 20 << 20)
    large.expect(exit: 0)
    #expect((100 << 20)..<(130 << 20) ~= large.ending.peakBytes)
  }
}
