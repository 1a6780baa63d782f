internal import Glibc

/// Text that is an answer by itself, and no record: on stdout, at once.
package enum PrintedText {
  /// - Returns: success, also where the reader has gone; else that it cannot
  ///   be written, which stderr tells.
  package static func print(_ text: String, _ context: ToolContext) -> ExitStatus {
    if DescriptorOutput.write(Array(text.utf8), to: context.streams.output.descriptor) {
      return .success
    }
    let code = errno
    if code == EPIPE { return .success }
    context.diagnostics.error("\(WriteError(code: code))")
    return .cannotWrite
  }
}
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
