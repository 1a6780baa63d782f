import Synchronization
import WirelineCore
import WirelineImages

/// Adds results to a contact sheet in the order in which they are printed.
final class SheetWriter: Sendable {
  private struct State {
    var sheet: ContactSheet?
    var failure: FileError?
  }

  private let state: Mutex<State>

  init(path: String) throws(FileError) {
    state = Mutex(State(sheet: try ContactSheet(path: path, title: "imgfetch")))
  }

  /// The result, which is added to the sheet when its records are written.
  ///
  /// - Parameter entry: of the result; nil for one from a journal, whose record has the values.
  func watch(_ result: ItemResult, as entry: ContactSheet.Entry?) -> ItemResult {
    var watched = result
    let records = result.records
    watched.records = PipeRecords(bytes: records.bytes) { [self] writer in
      let start = writer.bytes.count
      records.write(to: &writer)
      if let entry { return add(entry) }
      for line in writer.bytes[start...].split(separator: 0x0A) {
        if let entry = ContactSheet.Entry(line: Array(line)) { add(entry) }
      }
    }
    return watched
  }

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

  /// Makes the page visible.
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
