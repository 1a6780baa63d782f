/// `--format`: the form of the records on stdout.
package enum OutputFormat: String, CaseIterable, Sendable {
  /// A table where stdout is a terminal and the tool has one, else JSON lines.
  case automatic = "auto"
  case jsonLines = "jsonl"
  /// Aligned columns for people.
  case table
  /// Tab-separated values; tab, line feed, carriage return and backslash in a value become `\t`,
  /// `\n`, `\r` and `\\`.
  case tabSeparated = "tsv"
  /// Comma-separated values as in RFC 4180, but each row ends in a line feed alone.
  case commaSeparated = "csv"

  /// What `auto` means here; the others mean themselves.
  func resolved(isTerminal: Bool, hasTable: Bool) -> OutputFormat {
    guard self == .automatic else { return self }
    return isTerminal && hasTable ? .table : .jsonLines
  }
}
