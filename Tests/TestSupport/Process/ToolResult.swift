package import Testing

/// The result of running a tool.
package struct ToolResult: Sendable {
  /// The command line as a user types it.
  package let command: String
  package let ending: ProcessResult
  /// Whether the test killed the tool after a timeout.
  package let timedOut: Bool
  package let stdout: [UInt8]
  package let stderr: [UInt8]
  /// The number of bytes and line feeds on stdout, including those not stored.
  package let stdoutBytes: Int
  package let stdoutLines: Int
  package let elapsed: Duration

  /// The exit status; nil if a signal ended the tool.
  package var exit: Int32? { ending.exit }
  /// stdout as text, with U+FFFD for invalid UTF-8.
  package var text: String { String(decoding: stdout, as: UTF8.self) }
  /// stderr as text.
  package var messages: String { String(decoding: stderr, as: UTF8.self) }
  /// The lines of stdout.
  package var lines: [String] { Self.lines(of: stdout) }
  /// The lines of stderr.
  package var messageLines: [String] { Self.lines(of: stderr) }

  private static func lines(of bytes: [UInt8]) -> [String] {
    var parts = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if parts.last?.isEmpty == true { parts.removeLast() }
    return parts.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Fails the test unless the tool exited with this status.
  @discardableResult
  package func expect(
    exit expected: Int32, sourceLocation: SourceLocation = #_sourceLocation
  ) -> ToolResult {
    if ending.exit != expected {
      Issue.record("exit \(outcome), not \(expected)\n\(story)", sourceLocation: sourceLocation)
    }
    return self
  }

  /// Fails the test unless stderr contains all these texts.
  @discardableResult
  package func expect(
    says texts: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) -> ToolResult {
    for text in texts where !messages.contains(text) {
      Issue.record("stderr lacks \"\(text)\"\n\(story)", sourceLocation: sourceLocation)
    }
    return self
  }

  /// Fails the test unless stderr is empty.
  @discardableResult
  package func expectSilence(sourceLocation: SourceLocation = #_sourceLocation) -> ToolResult {
    if !stderr.isEmpty {
      Issue.record("stderr is not empty\n\(story)", sourceLocation: sourceLocation)
    }
    return self
  }

  /// The object that `--summary` prints on stderr.
  package func summary() throws -> StrictJSON {
    let line = try #require(messageLines.first { $0.hasPrefix(#"{"summary""#) })
    return try #require(StrictJSON(line)["summary"])
  }

  private var outcome: String {
    if timedOut { return "by timeout" }
    if let signal = ending.signal { return "by signal \(signal)" }
    return ending.exit.map(String.init) ?? "?"
  }
}

extension ToolResult: CustomStringConvertible, CustomTestStringConvertible {
  /// The command, its outcome and the beginning of its output.
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
