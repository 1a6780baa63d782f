import Glibc
import TestSupport
import Testing

@Suite struct ToolRunnerTests {
  private func shell(_ script: String, stdin: ToolInput = .empty) throws -> ToolResult {
    try Sandbox().shell(script, stdin: stdin)
  }

  @Test func startsWithBlankEnvironmentAndEmptyDirectory() throws {
    let result = try shell(
      """
      unset LLVM_PROFILE_FILE
      env | cut -d= -f1 | sort | tr '\\n' ' '; ls -A; umask; locale charmap
      """)

    #expect(
      result.lines == [
        "COLUMNS HOME LC_ALL PATH PWD TZ XDG_CACHE_HOME XDG_CONFIG_HOME XDG_DATA_HOME "
          + "XDG_RUNTIME_DIR XDG_STATE_HOME 0022", "UTF-8",
      ])
  }

  @Test func countsOutputWithoutStoringIt() throws {
    let sandbox = try Sandbox()
    let result = try Tool(path: "/bin/sh", in: sandbox)(
      "-c", "yes | head -n 1000000", stdout: .counted)

    #expect(result.stdoutLines == 1_000_000)
    #expect(result.stdoutBytes == 2_000_000)
    #expect(result.stdout.count < 400_000)
  }

  @Test func killsToolAfterTimeout() throws {
    withKnownIssue {
      let result = try Sandbox().shell("sleep 100 & sleep 100", timeout: .milliseconds(100))
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

  @Test func measuringKeepsInputOutputAndStatus() throws {
    let result = try Tool(path: "/bin/sh", in: Sandbox())(
      "-c", "cat; echo \"$0 $1\" >&2; exit 3", "a b", "c", stdin: "in", measuresMemory: true)

    result.expect(exit: 3).expect(says: "a b c")
    #expect(result.text == "in")
  }

  @Test func missingToolErrorNamesVariable() throws {
    let error = #expect(throws: ToolMissing.self) { try Tool("no-such-tool") }
    #expect(error?.description.contains("WIRELINE_BIN") == true)
  }
}
