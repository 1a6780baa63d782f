internal import Synchronization

/// Writes messages to stderr, from any thread.
///
/// Each message is one line and one `write`. Write errors are ignored: they cannot be reported.
package final class Diagnostics: Sendable {
  /// `json` prints `{"level":…,"tool":…,"message":…}`.
  package enum Format: String, CaseIterable, Sendable { case text, json }

  private enum Kind: String { case error, hint, warning, notice, verbose }

  package let tool: String
  package let level: DiagnosticLevel
  package let format: Format
  private let descriptor: Int32
  private let statusLine = Mutex("")

  package init(
    tool: String, level: DiagnosticLevel = .normal, format: Format = .text, descriptor: Int32 = 2
  ) {
    self.tool = tool
    self.level = level
    self.format = format
    self.descriptor = descriptor
  }

  /// Reports a failure; silent with `-qq`.
  ///
  /// - Parameters:
  ///   - line: the line of the invalid input, from 1.
  ///   - hint: how to fix the error.
  package func error(_ message: String, line: Int? = nil, hint: String? = nil) {
    report(.error, message, line: line)
    if let hint { self.hint(hint) }
  }

  /// Explains how to fix the preceding error.
  package func hint(_ message: String) { report(.hint, message) }

  /// Reports a problem that does not stop the work.
  package func warning(_ message: String, line: Int? = nil) {
    report(.warning, message, line: line)
  }

  /// Reports what the run is doing.
  package func notice(_ message: String) { report(.notice, message) }

  /// Reports details, with `-v` only.
  package func verbose(_ message: @autoclosure () -> String) {
    if level >= .verbose { report(.verbose, message()) }
  }

  package func error(_ usage: UsageError) { error(usage.message, hint: usage.hint) }

  /// Replaces the progress line on a terminal; an empty text removes it.
  package func show(status text: String) {
    statusLine.withLock { line in
      if text == line { return }
      line = text
      DescriptorOutput.write(Array("\r\(text)\u{1B}[K".utf8), to: descriptor)
    }
  }

  /// Calls `body`, which writes to the same terminal, while the progress line is removed.
  package func withoutStatus<Value: Sendable, Failure>(
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try statusLine.withLock { status throws(Failure) in
      if status.isEmpty { return try body() }
      DescriptorOutput.write(Self.eraseLine, to: descriptor)
      defer { DescriptorOutput.write(Array(status.utf8), to: descriptor) }
      return try body()
    }
  }

  /// Return to the first column, and EL of ECMA-48 §8.3.41.
  private static let eraseLine = Array("\r\u{1B}[K".utf8)

  /// Returns what `error` writes.
  package func lines(ofError message: String, hint: String) -> [UInt8] {
    lines(.error, message) + lines(.hint, hint)
  }

  private func report(_ kind: Kind, _ message: String, line: Int? = nil) {
    let lines = lines(kind, message, line: line)
    if !lines.isEmpty { write(lines: lines) }
  }

  /// - Returns: nothing if the level excludes the message.
  private func lines(_ kind: Kind, _ message: String, line: Int? = nil) -> [UInt8] {
    let minimum: DiagnosticLevel =
      switch kind {
      case .error: .errors
      case .hint, .warning, .notice: .normal
      case .verbose: .verbose
      }
    guard level >= minimum else { return [] }
    return format == .json ? json(kind, message, line: line) : text(kind, message, line: line)
  }

  private func text(_ kind: Kind, _ message: String, line: Int?) -> [UInt8] {
    let hasKind = kind != .verbose && kind != .notice
    let prefix = hasKind ? "\(tool): \(kind.rawValue): " : "\(tool): "
    let location = line.map { "line \($0): " } ?? ""
    return Array((prefix + location + TerminalText.escaped(message) + "\n").utf8)
  }

  private func json(_ kind: Kind, _ message: String, line: Int?) -> [UInt8] {
    JSONWriter.line { writer in
      writer.field("level", kind.rawValue)
      writer.field("tool", tool)
      if let line { writer.field("line", line) }
      writer.field("message", message)
    }
  }

  /// Writes complete lines above the progress line, whatever the level.
  package func write(lines: [UInt8]) {
    statusLine.withLock { status in
      let bytes = status.isEmpty ? lines : Self.eraseLine + lines + Array(status.utf8)
      DescriptorOutput.write(bytes, to: descriptor)
    }
  }
}

package enum DiagnosticLevel: Int, Comparable, Sendable {
  case nothing
  case errors
  case normal
  case verbose

  /// - Parameters:
  ///   - quiet: the number of `-q`.
  ///   - verbose: the number of `-v`; each cancels one `-q`.
  package init(quiet: Int, verbose: Int) {
    let sum = Self.normal.rawValue + verbose - quiet
    self = Self(rawValue: min(max(sum, 0), Self.verbose.rawValue)) ?? .normal
  }

  package static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
}

/// `--color`: whether output for people is colored.
package enum ColorMode: String, CaseIterable, Sendable {
  case automatic = "auto"
  case always, never

  /// Whether to color a stream. `auto` respects `NO_COLOR` (https://no-color.org) and `TERM=dumb`.
  package func isColored(_ stream: StandardStreams.Stream, environment: Environment) -> Bool {
    switch self {
    case .always: true
    case .never: false
    case .automatic:
      stream.isTerminal && environment.nonEmpty("NO_COLOR") == nil
        && environment["TERM"] != "dumb"
    }
  }
}
