internal import WirelineCore

/// Prints the statistics of a run at its end: to a file as JSON, or on stderr.
struct StatisticsWriter {
  let statistics = ImageStatistics()
  /// Nil to print on stderr.
  private let file: AtomicFile?
  private let diagnostics: Diagnostics

  /// - Parameter path: `-` for stderr. A file appears at the end of the run.
  init(path: String, _ diagnostics: Diagnostics) throws(FileError) {
    self.diagnostics = diagnostics
    file = path == "-" ? nil : try AtomicFile(path: path, sweeps: true)
  }

  func finish() throws(FileError) {
    let record = ImageStatisticsRecord(
      tool: diagnostics.tool, counts: statistics.counts, process: ProcessorTime.process,
      children: ProcessorTime.children)
    if let file {
      try file.write(JSONWriter.line { record.writeFields(to: &$0) })
      try file.commit()
    } else if diagnostics.format == .json {
      diagnostics.write(
        lines: JSONWriter.line { writer in
          writer.key("stats")
          writer.object { record.writeFields(to: &$0) }
        })
    } else {
      let text = record.lines.map { "\(diagnostics.tool): \($0)\n" }.joined()
      diagnostics.write(lines: Array(text.utf8))
    }
  }
}
