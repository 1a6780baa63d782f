extension PrintedRecord {
  /// Prints one record that is an answer by itself, in the format that was asked
  /// for.
  ///
  /// - Parameters:
  ///   - line: the record with its line feed.
  ///   - view: how people see it.
  /// - Returns: success, also where the reader has gone; else that it cannot be
  ///   written, which stderr tells.
  package static func print(
    _ line: [UInt8], _ context: ToolContext, view: RecordView = .columns([])
  ) -> ExitStatus {
    var formatter = context.outputFormatter(view: view)
    var output: [UInt8] = []
    if case .failure(let number, let message) = formatter.append(line, to: &output) {
      context.diagnostics.error(message, line: number)
    }
    formatter.flush(to: &output)
    return PrintedText.print(String(decoding: output, as: UTF8.self), context)
  }
}
