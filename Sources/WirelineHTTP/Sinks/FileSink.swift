import Synchronization
import WirelineCore
internal import WirelineRequests

/// Writes a body to a file that appears, whole, when the body is.
final class FileSink: DestinationSink {
  private struct State: Sendable {
    var file: AtomicFile?
    var bytes = 0
  }

  private let path: String
  private let limit: Int?
  private let mode: UInt32
  private let state = Mutex(State())

  /// - Parameter isPrivate: whether the file is readable by its owner only.
  init(path: String, limit: Int?, isPrivate: Bool) {
    self.path = path
    mode = AtomicFile.mode(isPrivate: isPrivate)
    self.limit = limit
  }

  /// What went to a device or a pipe cannot be taken back.
  var hasDelivered: Bool {
    state.withLock { $0.bytes > 0 } && AtomicFile.isWrittenInPlace(path)
  }

  func receive(_ bytes: UnsafeRawBufferPointer) throws(RequestError) {
    let outcome: Result<Int, RequestError> = state.withLock { state in
      do throws(FileError) {
        if state.file == nil { state.file = try AtomicFile(path: path, mode: mode) }
        try state.file?.write(bytes)
        state.bytes += bytes.count
        return .success(state.bytes)
      } catch {
        return .failure(RequestError(.writeFailed(path: path, detail: error.reason)))
      }
    }
    let total = try outcome.get()
    if let limit, total > limit {
      throw RequestError(.bodyTooLarge(limit: limit), isRequestSent: true)
    }
  }

  func abandon() { state.withLock { $0.file.take()?.discard() } }

  func finish() throws(RequestError) -> Response.Body {
    let outcome: Result<Void, RequestError> = state.withLock { state in
      do throws(FileError) {
        // An empty body is a file too.
        if state.file == nil { state.file = try AtomicFile(path: path, mode: mode) }
        try state.file?.commit()
        state.file = nil
        return .success(())
      } catch {
        return .failure(RequestError(.writeFailed(path: path, detail: error.reason)))
      }
    }
    try outcome.get()
    return .file(path: path)
  }
}
