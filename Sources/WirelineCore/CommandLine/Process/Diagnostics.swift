internal import Synchronization

/// Words for people, on stderr: the one place that writes there.
///
/// One message is one line and one `write`, whichever thread it comes from. Failures to write are
/// ignored: there is nobody left to tell.
package final class Diagnostics: Sendable {
  /// `text` is for people, `json` gives `{"level":…,"tool":…,"message":…}`.
  package enum Format: String, CaseIterable, Sendable { case text, json }

  package enum Kind: String, Sendable { case error, hint, warning, verbose }

  /// As its user calls it: `yelp-query`.
  package let tool: String
  package let level: DiagnosticLevel
  package let format: Format
  private let descriptor: Int32
  /// The progress line that stands on the terminal, without a line feed.
  private let statusLine = Mutex("")

  package init(
    tool: String, level: DiagnosticLevel = .normal, format: Format = .text, descriptor: Int32 = 2
  ) {
    self.tool = tool
    self.level = level
    self.format = format
    self.descriptor = descriptor
  }

  /// What failed; not at `-qq`.
  ///
  /// - Parameters:
  ///   - line: the line of the input that is at fault, from 1.
  ///   - hint: what to do about it.
  package func error(_ message: String, line: Int? = nil, hint: String? = nil) {
    report(.error, message, line)
    if let hint { self.hint(hint) }
  }

  /// What to do about the error before.
  package func hint(_ message: String) { report(.hint, message, nil) }

  /// What is odd, but does not stop the work.
  package func warning(_ message: String, line: Int? = nil) { report(.warning, message, line) }

  /// What is only worth telling with `-v`.
  package func verbose(_ message: @autoclosure () -> String) {
    if level >= .verbose { report(.verbose, message(), nil) }
  }

  /// A usage error with its hint.
  package func error(_ usage: UsageError) { error(usage.message, hint: usage.hint) }

  /// Finished lines, whatever the level: the summary that was asked for.
  package func write(lines: [UInt8]) { put(lines) }

  /// Puts a line in the place of the last one, on a terminal; an empty one takes it away.
  package func show(status text: String) {
    statusLine.withLock { line in
      if text == line { return }
      line = text
      DescriptorOutput.write(Array("\r\(text)\u{1B}[K".utf8), to: descriptor)
    }
  }

  private func report(_ kind: Kind, _ message: String, _ line: Int?) {
    guard level >= Self.leastLevel(for: kind) else { return }
    put(format == .json ? json(kind, message, line) : text(kind, message, line))
  }

  private static func leastLevel(for kind: Kind) -> DiagnosticLevel {
    switch kind {
    case .error: .errors
    case .hint, .warning: .normal
    case .verbose: .verbose
    }
  }

  private func text(_ kind: Kind, _ message: String, _ line: Int?) -> [UInt8] {
    let prefix = kind == .verbose ? "\(tool): " : "\(tool): \(kind.rawValue): "
    let place = line.map { "line \($0): " } ?? ""
    return Array((prefix + place + TerminalText.escaped(message) + "\n").utf8)
  }

  private func json(_ kind: Kind, _ message: String, _ line: Int?) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("level", kind.rawValue)
    writer.member("tool", tool)
    if let line { writer.member("line", line) }
    writer.member("message", message)
    writer.endObject()
    writer.endLine()
    return writer.bytes
  }

  /// Writes lines, past the progress line that may stand there.
  private func put(_ lines: [UInt8]) {
    statusLine.withLock { status in
      let bytes =
        status.isEmpty ? lines : Array("\r\u{1B}[K".utf8) + lines + Array(status.utf8)
      DescriptorOutput.write(bytes, to: descriptor)
    }
  }
}

/// How much goes to stderr.
package enum DiagnosticLevel: Int, Comparable, Sendable {
  /// `-qq`: nothing.
  case nothing
  /// `-q`.
  case errors
  case normal
  /// `-v`.
  case verbose

  /// - Parameters:
  ///   - quiet: how often `-q` was given.
  ///   - verbose: how often `-v` was given; one undoes one `-q`.
  package init(quiet: Int, verbose: Int) {
    let sum = Self.normal.rawValue + verbose - quiet
    self = Self(rawValue: min(max(sum, 0), Self.verbose.rawValue)) ?? .normal
  }

  package static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
}

/// `--color`: whether texts for people are coloured.
package enum ColorMode: String, CaseIterable, Sendable {
  case automatic = "auto"
  case always, never

  /// Whether to colour a stream.
  ///
  /// `NO_COLOR`, if set to anything, decides for `auto` (https://no-color.org), as does a terminal
  /// that calls itself dumb.
  package func isColored(
    _ stream: StandardStreams.Stream, environment: Environment
  ) -> Bool {
    switch self {
    case .always: true
    case .never: false
    case .automatic:
      stream.isTerminal && environment.nonEmpty("NO_COLOR") == nil
        && environment["TERM"] != "dumb"
    }
  }
}
