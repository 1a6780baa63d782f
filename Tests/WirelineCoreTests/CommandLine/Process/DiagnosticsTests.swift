import TestSupport
import Testing
import WirelineCore

@Suite struct DiagnosticsTests {
  private func output(
    level: DiagnosticLevel = .normal, format: Diagnostics.Format = .text,
    _ body: (Diagnostics) -> Void
  ) -> String {
    let pipe = Pipe()
    body(Diagnostics(tool: "req", level: level, format: format, descriptor: pipe.output))
    pipe.closeOutput()
    return String(decoding: pipe.read(), as: UTF8.self)
  }

  private func reportAll(_ diagnostics: Diagnostics) {
    diagnostics.error("e", line: 12, hint: "h")
    diagnostics.warning("w")
    diagnostics.verbose("v")
  }

  @Test(
    arguments: zip(
      [DiagnosticLevel.nothing, .errors, .normal, .verbose],
      [
        "", "req: error: line 12: e\n", "req: error: line 12: e\nreq: hint: h\nreq: warning: w\n",
        "req: error: line 12: e\nreq: hint: h\nreq: warning: w\nreq: v\n",
      ]))
  func filtersMessagesByLevel(level: DiagnosticLevel, text: String) {
    #expect(output(level: level, reportAll) == text)
  }

  @Test(
    arguments: zip(
      [(0, 0), (1, 0), (2, 0), (5, 0), (0, 1), (0, 3), (1, 1), (2, 1)],
      [
        DiagnosticLevel.normal, .errors, .nothing, .nothing, .verbose, .verbose, .normal, .errors,
      ]))
  func cancelsQuietWithVerbose(counts: (Int, Int), level: DiagnosticLevel) {
    #expect(DiagnosticLevel(quiet: counts.0, verbose: counts.1) == level)
  }

  @Test func printsOneJSONObjectPerLine() {
    let text = output(level: .verbose, format: .json, reportAll)

    #expect(
      text == #"{"level":"error","tool":"req","line":12,"message":"e"}"# + "\n"
        + #"{"level":"hint","tool":"req","message":"h"}"# + "\n"
        + #"{"level":"warning","tool":"req","message":"w"}"# + "\n"
        + #"{"level":"verbose","tool":"req","message":"v"}"# + "\n")
  }

  /// The lines that are printed when there is no memory to format them.
  @Test(
    arguments: [
      DiagnosticLevel.nothing, .errors, .normal,
    ], Diagnostics.Format.allCases)
  func formatsLinesOfErrorInAdvance(level: DiagnosticLevel, format: Diagnostics.Format) {
    let diagnostics = Diagnostics(tool: "req", level: level, format: format)
    let text = output(level: level, format: format) { $0.error("e", hint: "h") }

    #expect(String(decoding: diagnostics.lines(ofError: "e", hint: "h"), as: UTF8.self) == text)
  }

  @Test func escapesControlCharacters() {
    let text = output { $0.error("a\nreq: error: b\u{1B}[2J\u{7F}\u{9B}\u{202E}é\t") }

    #expect(text == #"req: error: a\nreq: error: b\x1b[2J\x7f\x9b\u{202e}é\t"# + "\n")
  }

  @Test func printsUsageErrorWithHint() {
    let text = output { $0.error(UsageError("no \"x\"", hint: "type x")) }

    #expect(text == "req: error: no \"x\"\nreq: hint: type x\n")
  }

  @Test func printsMessagesAboveProgressLine() {
    let text = output {
      $0.show(status: "1 done")
      $0.show(status: "1 done")
      $0.warning("w")
      $0.show(status: "")
    }

    #expect(text == "\r1 done\u{1B}[K\r\u{1B}[Kreq: warning: w\n1 done\r\u{1B}[K")
  }

  @Test func ignoresClosedStderr() {
    let pipe = Pipe()
    pipe.closeInput()

    Diagnostics(tool: "req", descriptor: pipe.output).error("e")
    Diagnostics(tool: "req", descriptor: -1).error("e")
  }

  @Test func writesMessagesAtomicallyFromManyThreads() throws {
    let pipe = Pipe()
    let diagnostics = Diagnostics(tool: "req", descriptor: pipe.output)
    let word = String(repeating: "x", count: 50)

    let running = Monitor(8)

    for _ in 0..<8 {
      try BackgroundThread.start {
        for _ in 0..<50 { diagnostics.warning(word) }
        running.withLock { $0 -= 1 }
      }
    }
    #expect(running.wait { $0 == 0 })
    pipe.closeOutput()

    let lines = String(decoding: pipe.read(), as: UTF8.self).split(separator: "\n")
    #expect(lines.count == 400)
    #expect(Set(lines) == ["req: warning: \(word)"])
  }

  @Test func removesProgressLineForOtherOutput() {
    var calls = 0
    let text = output { diagnostics in
      diagnostics.show(status: "1 done")
      calls += diagnostics.withoutStatus { 1 }
      diagnostics.show(status: "")
      calls += diagnostics.withoutStatus { 1 }
    }

    #expect(calls == 2)
    #expect(text == "\r1 done\u{1B}[K" + "\r\u{1B}[K" + "1 done" + "\r\u{1B}[K")
  }
}
