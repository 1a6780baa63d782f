package import Testing

/// What a run of a tool left.
package struct ToolResult: Sendable {
  /// The command line, as a person would type it.
  package let command: String
  package let ending: ProcessEnding
  /// Killed by the runner, because it took too long.
  package let timedOut: Bool
  package let stdout: [UInt8]
  package let stderr: [UInt8]
  /// Bytes and line feeds on stdout, also where not all of it was kept.
  package let stdoutBytes: Int
  package let stdoutLines: Int
  package let elapsed: Duration

  /// The exit status; nil if a signal ended the tool.
  package var exit: Int32? { ending.exit }
  /// stdout as text; what is not UTF-8 becomes U+FFFD.
  package var text: String { String(decoding: stdout, as: UTF8.self) }
  /// stderr as text.
  package var messages: String { String(decoding: stderr, as: UTF8.self) }
  /// The lines of stdout, without their line feeds.
  package var lines: [String] { Self.lines(of: stdout) }
  /// The lines of stderr, without their line feeds.
  package var messageLines: [String] { Self.lines(of: stderr) }

  private static func lines(of bytes: [UInt8]) -> [String] {
    var parts = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if parts.last?.isEmpty == true { parts.removeLast() }
    return parts.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Fails the test, showing what the tool said, unless it exited so.
  @discardableResult
  package func expect(
    exit expected: Int32, sourceLocation: SourceLocation = #_sourceLocation
  ) -> ToolResult {
    if ending.exit != expected {
      Issue.record("exit \(outcome), not \(expected)\n\(story)", sourceLocation: sourceLocation)
    }
    return self
  }

  /// Fails the test unless stderr has all these texts.
  @discardableResult
  package func expect(
    says texts: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) -> ToolResult {
    for text in texts where !messages.contains(text) {
      Issue.record("stderr lacks \"\(text)\"\n\(story)", sourceLocation: sourceLocation)
    }
    return self
  }

  /// Fails the test unless nothing was said.
  @discardableResult
  package func expectSilence(sourceLocation: SourceLocation = #_sourceLocation) -> ToolResult {
    if !stderr.isEmpty {
      Issue.record("stderr is not empty\n\(story)", sourceLocation: sourceLocation)
    }
    return self
  }

  private var outcome: String {
    if timedOut { return "by time-out" }
    if let signal = ending.signal { return "by signal \(signal)" }
    return ending.exit.map(String.init) ?? "?"
  }
}

extension ToolResult: CustomStringConvertible, CustomTestStringConvertible {
  /// The command, its outcome and the beginning of what it wrote.
  package var story: String {
    """
    $ \(command)
    [\(outcome), \(elapsed)]
    stdout (\(stdoutBytes) bytes): \(text.prefix(2000))
    stderr: \(messages.prefix(4000))
    """
  }

  package var description: String { story }
  package var testDescription: String { "\(command) [\(outcome)]" }
}
