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
  private let shutdown: ShutdownSignal
  private let selectsFields: Bool
  /// Whether the progress line may be on the same terminal.
  private let isTerminal: Bool

  package init(_ context: ToolContext, view: RecordView) {
    diagnostics = context.diagnostics
    shutdown = context.shutdown
    selectsFields = !context.common.fields.isEmpty
    isTerminal = context.streams.output.isTerminal
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
      try write(state.formatter.isUntouched ? lines : format(lines, &state), &state)
    }
  }

  /// Writes the rows that a table still buffers, and reports fields that look misspelled.
  package func finish() -> WriteError? {
    let error = flush()
    if selectsFields, error == nil {
      let (fields, known) = state.withLock { $0.formatter.missing }
      for field in fields {
        // Others may be fields that none of these records has, such as `error.code`.
        guard let nearest = Suggestion.nearest(to: field.first, among: known) else { continue }
        diagnostics.warning("no record has a field \"\(field.text)\"")
        diagnostics.hint("did you mean \"\(nearest)\"?")
      }
    }
    return error
  }

  private func flush() -> WriteError? {
    state.withLock { state in
      var rest: [UInt8] = []
      state.formatter.flush(to: &rest)
      do throws(WriteError) {
        _ = try write(rest, &state)
        return nil
      } catch {
        return error
      }
    }
  }

  private func write(_ bytes: [UInt8], _ state: inout State) throws(WriteError) -> Bool {
    if !isTerminal || bytes.isEmpty { return try state.writer.write(bytes) }
    return try diagnostics.withoutStatus { () throws(WriteError) in
      try state.writer.write(bytes)
    }
  }

  private func format(_ lines: [UInt8], _ state: inout State) -> [UInt8] {
    var output: [UInt8] = []
    for line in lines.split(separator: JSONByte.lineFeed) {
      switch state.formatter.append(Array(line), to: &output) {
      case .printed: break
      // The summary of an interrupted run counts the items that have not begun.
      case .failure where shutdown.isRequested && PrintedRecord.isCancelled(line): break
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
