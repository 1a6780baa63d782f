import Glibc
import TestSupport
import Testing

@Suite struct ToolRunnerTests {
  private func shell(_ script: String, stdin: ToolInput = .empty) throws -> ToolResult {
    try Sandbox().shell(script, stdin: stdin)
  }

  @Test func separatesOutputsAndStatus() throws {
    let result = try shell("echo out; echo err >&2; exit 7")

    result.expect(exit: 7).expect(says: "err")
    #expect(result.lines == ["out"])
    #expect(result.messageLines == ["err"])
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

  @Test(arguments: [
    (ToolInput.empty, ""), (.text("a\nb"), "a\nb"), (.lines(["x", "y"]), "x\ny\n"),
    (.slow([[97], [98], [10]], every: .milliseconds(2)), "ab\n"),
    (.generated(count: 3) { Array("\($0)\n".utf8) }, "1\n2\n3\n"),
    (.generated(count: 0) { _ in [0] }, ""),
  ])
  func passesInput(input: ToolInput, expected: String) throws {
    let result = try Tool(path: "/bin/cat", in: Sandbox())(stdin: input)

    result.expect(exit: 0)
    #expect(result.text == expected)
  }

  @Test func closesInputAndOutput() throws {
    try shell("cat", stdin: .closed).expect(exit: 1).expect(says: "Bad file descriptor")
    let cat = Tool(path: "/bin/cat", in: try Sandbox())
    try cat(stdin: "x", stdout: .closed).expect(exit: 1)
    try cat(stdin: "x", stdout: .file("/dev/full")).expect(exit: 1).expect(says: "No space left")
  }

  @Test func readsLargeOutputsWithoutDeadlock() throws {
    let result = try shell(
      "head -c 3000000 /dev/zero | tee /dev/stderr",
      stdin: .bytes([UInt8](repeating: 1, count: 1 << 20)))

    #expect(result.stdout.count == 3_000_000)
    #expect(result.stderr.count == 3_000_000)
  }

  @Test func closesOutputAfterFirstLine() throws {
    let result = try Tool(path: "/usr/bin/yes", in: Sandbox())(stdout: .firstLine)

    #expect(result.ending.signal == SIGPIPE, "the child has its default signals")
    #expect(result.lines.first == "y")
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

  @Test func exchangesLinesWithLiveTool() throws {
    let live = try Tool(path: "/bin/cat", in: Sandbox()).start()

    live.write("one\ntw")
    #expect(live.readLine() == "one")
    #expect(live.readLine(within: .milliseconds(20)) == nil)
    live.write("o\nrest\n")
    #expect(live.readLine() == "two")
    #expect(live.descriptorCount == 3)
    #expect(live.commandLine == Array("/bin/cat\0".utf8))
    let result = try live.finish()

    #expect(result.lines == ["rest"])
    #expect(result.exit == 0)
  }

  @Test func signalsLiveTool() throws {
    let action = "trap '' INT; echo caught; exit 5"
    let script = "trap \"\(action)\" INT; echo ready; while :; do read x; done"
    let live = try Tool(path: "/bin/sh", in: Sandbox()).start(["-c", script])
    #expect(live.readLine() == "ready")

    #expect(live.sendUntilEnd(SIGINT))

    let result = try live.wait()
    #expect(result.lines == ["caught"])
    #expect(result.exit == 5)
  }

  @Test func writesUntilPipeIsFull() throws {
    let live = try Tool(path: "/bin/sleep", in: Sandbox()).start(["100"])

    let written = live.writeUntilBlocked("line\n", limit: 1 << 24, patience: .milliseconds(50))

    #expect(written <= 65536)
    #expect(live.sendUntilEnd(SIGTERM))
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
