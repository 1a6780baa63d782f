import Synchronization
import WirelineCore
import WirelineImages

/// Puts what is printed on a contact sheet, in the same order.
final class SheetWriter: Sendable {
  private struct State {
    var sheet: ContactSheet?
    var failure: FileError?
  }

  private let state: Mutex<State>

  private enum Field: Int, CaseIterable {
    case url, path, format, width, height, bytes, source, flags, error
  }

  private static let names = JSONNames(
    MemberNames.checked(
      [
        "url", "path", "format", "width", "height", "bytes", "source", "flags", "error",
      ], Field.allCases))

  init(path: String) throws(FileError) {
    state = Mutex(State(sheet: try ContactSheet(path: path, title: "imgfetch")))
  }

  /// The same records, which are on the sheet when they have been written.
  func watch(_ result: ItemResult) -> ItemResult {
    var watched = result
    let records = result.records
    watched.records = PipeRecords(bytes: records.bytes) { [self] writer in
      let start = writer.bytes.count
      records.write(to: &writer)
      for line in writer.bytes[start...].split(separator: 0x0A) { add(Array(line)) }
    }
    return watched
  }

  private func add(_ line: [UInt8]) {
    guard let entry = Self.entry(line) else { return }
    state.withLock { state in
      do throws(FileError) {
        try state.sheet?.append(entry)
      } catch {
        state.sheet = nil
        state.failure = error
      }
    }
  }

  private static func entry(_ line: [UInt8]) -> ContactSheet.Entry? {
    guard let object = try? JSONObject(line, names: names) else { return nil }
    var entry = ContactSheet.Entry(url: object[Field.url.rawValue]?.string ?? "")
    entry.path = object[Field.path.rawValue]?.string
    entry.format = object[Field.format.rawValue]?.string
    entry.width = object[Field.width.rawValue]?.integer
    entry.height = object[Field.height.rawValue]?.integer
    entry.bytes = object[Field.bytes.rawValue]?.integer
    entry.source = object[Field.source.rawValue]?.string
    entry.flags = object[Field.flags.rawValue]?.elements.compactMap(\.string) ?? []
    entry.errorCode = object[Field.error.rawValue]?["code"]?.string
    entry.message = object[Field.error.rawValue]?["message"]?.string
    return entry
  }

  /// Makes the page appear.
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
