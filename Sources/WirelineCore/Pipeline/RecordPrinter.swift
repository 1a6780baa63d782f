import Glibc
import Synchronization

/// Writes finished lines to stdout in the selected format. Used by one thread at a time.
package final class RecordPrinter: Sendable {
  private struct State: Sendable {
    var formatter: OutputFormatter
    var writer: OutputWriter
    var hasPrintedFailures = false
  }

  private let state: Mutex<State>
  private let diagnostics: Diagnostics

  package init(_ context: ToolContext, view: RecordView) {
    diagnostics = context.diagnostics
    state = Mutex(
      State(
        formatter: context.outputFormatter(view: view),
        writer: OutputWriter(descriptor: context.streams.output.descriptor)))
  }

  /// Whether a failure was printed on stderr, because a table cannot show it.
  var hasPrintedFailures: Bool { state.withLock { $0.hasPrintedFailures } }

  /// Writes whole lines immediately; returns false if the reader has exited.
  package func print(_ lines: [UInt8]) throws(WriteError) -> Bool {
    try state.withLock { state throws(WriteError) in
      let text = state.formatter.isUntouched ? lines : format(lines, &state)
      return try state.writer.write(text)
    }
  }

  /// Writes the rows that a table still buffers.
  package func finish() -> WriteError? {
    state.withLock { state in
      var rest: [UInt8] = []
      state.formatter.flush(to: &rest)
      do throws(WriteError) {
        _ = try state.writer.write(rest)
        return nil
      } catch {
        return error
      }
    }
  }

  private func format(_ lines: [UInt8], _ state: inout State) -> [UInt8] {
    var output: [UInt8] = []
    for line in lines.split(separator: JSONByte.lineFeed) {
      switch state.formatter.append(Array(line), to: &output) {
      case .printed: break
      case .failure(let number, let message):
        diagnostics.error(message, line: number)
        state.hasPrintedFailures = true
      }
    }
    return output
  }
}

/// Writes bytes to a descriptor, which it does not close.
///
/// The process must ignore `SIGPIPE`; otherwise a reader that exits kills it.
package struct OutputWriter: Sendable {
  private let descriptor: Int32
  private var isOpen = true

  /// - Parameter descriptor: blocking or not.
  package init(descriptor: Int32) { self.descriptor = descriptor }

  /// Writes all bytes. Once the reader has exited, drops them and returns false.
  package mutating func write(_ bytes: [UInt8]) throws(WriteError) -> Bool {
    guard isOpen else { return false }
    do throws(FileError) {
      try FileBytes.write(bytes, to: descriptor, path: "stdout")
    } catch {
      guard error.code == EPIPE else { throw WriteError(code: error.code) }
      isOpen = false
    }
    return isOpen
  }
}
