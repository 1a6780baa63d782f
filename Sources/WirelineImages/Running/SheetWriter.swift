internal import Synchronization
internal import WirelineCore

/// Adds results to a contact sheet in the order in which their records are printed.
final class SheetWriter: Sendable {
  private struct State {
    var sheet: ContactSheet?
    var failure: FileError?
  }

  private let state: Mutex<State>
  private let reader: ContactSheet.EntryReader

  /// - Parameter captions: the fields to show below an image.
  init(path: String, captions: [String]) throws(FileError) {
    reader = ContactSheet.EntryReader(captions: captions)
    state = Mutex(State(sheet: try ContactSheet(path: path)))
  }

  /// Returns the result, modified so that writing its records also adds them to the sheet.
  func recording(_ result: ItemResult) -> ItemResult {
    var recorded = result
    let records = result.records
    recorded.records = PipeRecords(bytes: records.bytes) { [self] writer in
      let start = writer.bytes.count
      records.write(to: &writer)
      for line in writer.bytes[start...].split(separator: JSONByte.lineFeed) {
        if let entry = reader.entry(Array(line)) { add(entry) }
      }
    }
    return recorded
  }

  /// Drops the sheet after an error, which `finish` returns.
  private func add(_ entry: ContactSheet.Entry) {
    state.withLock { state in
      do throws(FileError) {
        try state.sheet?.append(entry)
      } catch {
        state.sheet = nil
        state.failure = error
      }
    }
  }

  /// Completes the page, which becomes visible, and returns the first error.
  func finish() -> FileError? {
    state.withLock { state in
      do throws(FileError) {
        try state.sheet?.finish()
      } catch {
        state.failure = error
      }
      state.sheet = nil
      return state.failure
    }
  }
}
