/// The destination of a tool's standard output.
package enum ToolOutput: Sendable {
  /// Stored in `ToolResult.stdout`.
  case collected
  /// Counted; only the last part is stored. For large outputs.
  case counted
  /// A file or device, such as `/dev/full`.
  case file(String)
  /// The reader exits after the first line, like `head -1`.
  case firstLine
  /// The reader pauses after each `bytes` bytes; all output is stored.
  case slow(bytes: Int, every: Duration)
  /// A terminal with 80 columns, also used for stderr.
  case terminal
  /// Descriptor 1 is closed.
  case closed
}
