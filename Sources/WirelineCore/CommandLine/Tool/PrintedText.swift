internal import Glibc

/// Prints text other than records to stdout.
package enum PrintedText {
  /// Reports a write error on stderr, except if the reader has exited, which counts as success.
  package static func print(_ text: String, _ context: ToolContext) -> ExitStatus {
    do throws(FileError) {
      try FileBytes.write(Array(text.utf8), to: context.streams.output.descriptor, path: "stdout")
    } catch  where error.code != EPIPE {
      context.diagnostics.error("\(WriteError(code: error.code))")
      return .cannotWrite
    } catch {}
    return .success
  }
}

extension PrintedRecord {
  /// Prints a single record in the selected format.
  ///
  /// - Parameters:
  ///   - line: the record with its line feed.
  ///   - view: the record's layout for people.
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
