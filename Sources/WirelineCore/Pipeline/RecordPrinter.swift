internal import Synchronization

/// Finished lines to stdout in the form that was asked for. Used by one thread
/// at a time.
package final class RecordPrinter: Sendable {
  private struct State: ~Copyable, Sendable {
    var formatter: OutputFormatter
    var writer: RecordWriter
    var hasTold = false
  }

  private let state: Mutex<State>
  private let diagnostics: Diagnostics

  package convenience init(_ context: ToolContext, columns: [String]) {
    self.init(context, view: .columns(columns))
  }

  package init(_ context: ToolContext, view: RecordView) {
    diagnostics = context.diagnostics
    state = Mutex(
      State(
        formatter: context.outputFormatter(view: view),
        writer: RecordWriter(descriptor: context.streams.output.descriptor)))
  }

  /// Whether a failure was told on stderr, as a table has no room for it.
  var hasToldFailures: Bool { state.withLock { $0.hasTold } }

  /// Prints whole lines at once; false when the reader has gone.
  package func print(_ lines: [UInt8]) throws(WriteError) -> Bool {
    let result: Result<Bool, WriteError> = state.withLock { state in
      do throws(WriteError) {
        if state.formatter.isUntouched {
          try state.writer.append(lines)
        } else {
          try state.writer.append(formatted(lines, &state.formatter, &state.hasTold))
        }
        return .success(try state.writer.flush() == .open)
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// Prints what a table still holds back.
  package func finish() -> WriteError? {
    state.withLock { state in
      var rest: [UInt8] = []
      state.formatter.flush(to: &rest)
      do throws(WriteError) {
        try state.writer.append(rest)
        try state.writer.flush()
        return nil
      } catch {
        return error
      }
    }
  }

  private func formatted(
    _ lines: [UInt8], _ formatter: inout OutputFormatter, _ hasTold: inout Bool
  ) -> [UInt8] {
    var output: [UInt8] = []
    for line in lines.split(separator: 0x0A) {
      switch formatter.append(Array(line), to: &output) {
      case .printed: break
      case .failure(let number, let message):
        diagnostics.error(message, line: number)
        hasTold = true
      }
    }
    return output
  }
}
