import TestSupport
import Testing

/// `.ci/test --beside`, with scripts instead of the compiler and the tests.
struct TestScriptTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private func run(_ scripts: [String: String]) throws -> ToolResult {
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
    let lines = try run(["FIRST": "echo '✔ Test run with 2 tests passed'"]).expect(exit: 0).lines

    #expect(lines == ["==> 2 tests, 0 failed; the output is in .build/tests"])
    let logs = try (1...3).map { try sandbox.text(".build/tests/\($0).log").prefix { $0 != "\n" } }
    #expect(logs == ["--filter A", "--skip A --filter B", "--skip A --skip B"])
  }

  @Test(arguments: [
    (["FIRST": "echo 'error: x'; exit 1"], 1, "error: x"),
    (["FIRST": "kill -SEGV $$"], 139, "error: signal 11 ended the tests"),
    (["LAST": "exit 70"], 70, nil), (["FIRST": "exit 1", "LAST": "exit 70"], 70, nil),
  ])
  func failsIfOneProcessFails(scripts: [String: String], exit: Int32, error: String?) throws {
    let lines = try run(scripts).expect(exit: exit).lines

    #expect(lines.dropLast() == (error.map { [$0] } ?? []))
  }

  @Test func printsFailuresAndTheirExplanation() throws {
    let lines = [
      "◇ Test a() started.", "✘ Test a() recorded an issue at A.swift:1:2: x", "↳ why",
      "✔ Test b() passed after 1 seconds.", "✘ Test a() failed after 1 seconds.",
      "━ Test c() recorded a known issue at C.swift:1:1: y", "↳ no error",
      "✘ Test run with 2 tests in 1 suites failed after 1 seconds with 2 issues.",
    ]

    let shown = try run(["LAST": "printf '%s\\n' '\(lines.joined(separator: "' '"))'; exit 1"])

    #expect(
      shown.expect(exit: 1).lines == lines[1...2]
        + ["==> 2 tests, 1 failed; the output is in .build/tests"])
  }

  @Test func runsNoTestsIfBuildFails() throws {
    let lines = try run(["BUILD": "exit 3"]).expect(exit: 3).lines

    #expect(lines == ["==> the build failed; its output is .build/tests/build.log"])
  }

  @Test func interruptEndsAllProcesses() throws {
    let result = try run([
      "FIRST": "touch started; exec sleep 60",
      "LAST": "until [ -e started ]; do :; done; kill -INT 0",
    ])

    #expect(result.expect(exit: 130).elapsed < .seconds(60))
  }
}
