/// What becomes of a tool's standard output.
package enum ToolOutput: Sendable {
  /// Kept in `ToolResult.stdout`.
  case collected
  /// Counted, and the end of it kept, but not the whole: for outputs too large to hold.
  case counted
  /// Written to a file or device, such as `/dev/full`.
  case file(String)
  /// The reader goes after the first line, as `head -1` does.
  case firstLine
  /// The reader takes `bytes` bytes, then pauses, and so on; all is kept.
  case slow(bytes: Int, every: Duration)
  /// A terminal 80 columns wide, and standard error on it too.
  case terminal
  /// No descriptor 1 at all.
  case closed
}
