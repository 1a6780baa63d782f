internal import Synchronization
internal import WirelineCore

/// A body on its way into a cache: in memory while it is small, then in a file
/// that nobody sees. Dropped before it is stored, it leaves nothing behind.
package final class CacheBodyDraft: Sendable {
  /// Larger bodies lie in files of their own; up to here SQLite is faster
  /// (https://sqlite.org/fasterthanfs.html).
  package static let memoryBytes = 64 * 1024

  private struct State: Sendable {
    var memory: [UInt8] = []
    var file: AtomicFile?
    var hash = SHA256()
    var bytes = 0
    var isBroken = false
  }

  private let files: CacheBodyFiles
  private let limit: Int
  private let state = Mutex(State())

  init(_ files: CacheBodyFiles, limit: Int) {
    self.files = files
    self.limit = limit
  }

  /// - Returns: false once it cannot be stored any more (no space, too large),
  ///   and more of it is of no use.
  @discardableResult
  package func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
    state.withLock { state in
      guard !state.isBroken else { return false }
      do throws(FileError) {
        try add(bytes, to: &state)
      } catch {
        state.isBroken = true
      }
      if state.isBroken || state.bytes > limit {
        state = State()
        state.isBroken = true
      }
      return !state.isBroken
    }
  }

  @discardableResult
  package func append(_ bytes: [UInt8]) -> Bool { bytes.withUnsafeBytes { append($0) } }

  private func add(_ bytes: UnsafeRawBufferPointer, to state: inout State) throws(FileError) {
    state.hash.update(bufferPointer: bytes)
    state.bytes += bytes.count
    if state.file == nil, state.bytes > Self.memoryBytes {
      let file = try files.create()
      try file.write(state.memory)
      state.memory = []
      state.file = file
    }
    if let file = state.file {
      try file.write(bytes)
    } else {
      state.memory.append(contentsOf: bytes)
    }
  }

  /// Leaves nothing behind: the body is not stored.
  package func discard() {
    state.withLock { state in
      state.file?.discard()
      state = State()
      state.isBroken = true
    }
  }

  /// Whether the body holds any of the secrets that were sent for it; a body that cannot be read
  /// may hold one.
  package func repeats(_ secrets: SentSecrets) -> Bool {
    if secrets.isEmpty { return false }
    return state.withLock { state in
      guard let file = state.file else { return secrets.areRepeated(in: state.memory) }
      // A secret may lie across two pieces.
      let overlap = secrets.longestBytes
      var isRepeated = false
      var text: [UInt8] = []
      do throws(FileError) {
        try FileBytes.chunks(file.temporaryPath, while: { _ in !isRepeated }) { piece in
          text.removeFirst(max(0, text.count - overlap))
          text.append(contentsOf: piece)
          isRepeated = secrets.areRepeated(in: text)
        }
      } catch {
        return true
      }
      return isRepeated
    }
  }

  /// The body, whole: a small one as bytes, a large one in its file.
  ///
  /// - Returns: nil when it could not be written, or was finished before.
  func finish() -> FinishedBody? {
    state.withLock { state in
      guard !state.isBroken else { return nil }
      defer {
        state = State()
        state.isBroken = true
      }
      let digest = Hexadecimal.encode(state.hash.finalize())
      guard let file = state.file else {
        return FinishedBody(digest: digest, bytes: state.bytes, content: state.memory)
      }
      guard files.commit(file, digest: digest) else { return nil }
      return FinishedBody(digest: digest, bytes: state.bytes, content: nil)
    }
  }
}

/// A body as the index takes it.
struct FinishedBody: Sendable {
  let digest: String
  let bytes: Int
  /// Nil when it lies in a file.
  let content: [UInt8]?
}
