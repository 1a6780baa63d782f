import TestSupport
import Testing

/// `.ci/test --beside`, with scripts instead of the compiler and the tests.
struct TestScriptTests {
  private func run(_ scripts: [String: String]) throws -> ToolResult {
    let sandbox = try Sandbox()
    try sandbox.shell(
      """
      mkdir -p .build/debug && cat >.build/debug/wirelinePackageTests.xctest <<'END' &&
      #!/bin/sh
      shift 2
      echo "$*"
      case "$*" in '--filter A') eval "$FIRST" ;; *'--skip B') eval "$LAST" ;; esac
      END
      printf '#!/bin/sh\\neval "$BUILD"\\n' >swift && chmod 755 swift .build/debug/*
      """
    ).expect(exit: 0)
    return try sandbox.shell(
      "exec '\(Project.root)/.ci/test' --beside A --beside B ./swift test",
      environment: scripts.merging(["PATH": ProjectScript.path]) { $1 })
  }

  @Test func runsEachTestOnce() throws {
    let lines = try run([:]).expect(exit: 0).lines

    #expect(lines.sorted() == ["--filter A", "--skip A --filter B", "--skip A --skip B"])
  }

  @Test(arguments: [
    (["FIRST": "echo 'error: x'; exit 1"], 1, "error: x"),
    (["FIRST": "kill -SEGV $$"], 139, "error: signal 11 ended the tests"),
    (["LAST": "exit 70"], 70, nil), (["FIRST": "exit 1", "LAST": "exit 70"], 70, nil),
  ])
  func failsIfOneProcessFails(scripts: [String: String], exit: Int32, error: String?) throws {
    let lines = try run(scripts).expect(exit: exit).lines

    #expect(lines.last == error ?? "==> failures, of all the output above")
  }

  @Test func runsNoTestsIfBuildFails() throws {
    #expect(try run(["BUILD": "exit 3"]).expect(exit: 3).lines.isEmpty)
  }

  @Test func interruptEndsAllProcesses() throws {
    let result = try run([
      "FIRST": "touch started; exec sleep 60",
      "LAST": "until [ -e started ]; do :; done; kill -INT 0",
    ])

    #expect(result.expect(exit: 130).elapsed < .seconds(60))
  }
}
