internal import Glibc
internal import Synchronization
package import WirelineCore

/// A response body on its way into the cache.
package final class CacheBodyDraft: Sendable {
  /// Larger bodies are stored in files; up to this size SQLite is faster
  /// (https://sqlite.org/fasterthanfs.html).
  package static let memoryBytes = 64 * 1024

  private struct State: Sendable {
    var memory: [UInt8] = []
    var file: AtomicFile?
    var hash = SHA256()
    /// The length of the body so far.
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

  /// - Returns: false if the body cannot be stored any more (no space, or too large).
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

  package func discard() {
    state.withLock { state in
      state.file?.discard()
      state = State()
      state.isBroken = true
    }
  }

  /// Whether the body contains one of the secrets sent for it. True also if it cannot be read.
  package func repeats(_ secrets: SentSecrets) -> Bool {
    if secrets.isEmpty { return false }
    return state.withLock { state in
      guard let file = state.file else { return secrets.occur(in: state.memory) }
      // A secret may span two chunks.
      let overlap = secrets.longestBytes
      var isFound = false
      var text: [UInt8] = []
      do throws(FileError) {
        try FileBytes.chunks(file.temporaryPath, while: { _ in !isFound }) { piece in
          text.removeFirst(max(0, text.count - overlap))
          text.append(contentsOf: piece)
          isFound = secrets.occur(in: text)
        }
      } catch {
        return true
      }
      return isFound
    }
  }

  /// Completes the body, and moves a large one into its file.
  ///
  /// - Returns: nil if it could not be written, or was finished before. The content is nil if it is
  ///   in a file.
  func finish() -> (digest: String, bytes: Int, content: [UInt8]?)? {
    state.withLock { state in
      guard !state.isBroken else { return nil }
      defer {
        state = State()
        state.isBroken = true
      }
      let digest = Hexadecimal.encode(state.hash.finalize())
      guard let file = state.file else {
        return (digest, state.bytes, state.memory)
      }
      guard files.commit(file, digest: digest) else { return nil }
      return (digest, state.bytes, nil)
    }
  }
}

/// The files of large bodies, `ab/<SHA-256>` in the cache's folder. Equal bodies share a file.
struct CacheBodyFiles: Sendable {
  let folder: String

  func path(_ digest: String) -> String { "\(folder)/\(digest.prefix(2))/\(digest)" }

  func create() throws(FileError) -> AtomicFile {
    try Directories.create(folder)
    return try AtomicFile(path: "\(folder)/body", mode: 0o600)
  }

  /// - Returns: false if the file cannot be moved to its path.
  func commit(_ file: AtomicFile, digest: String) -> Bool {
    let path = path(digest)
    do throws(FileError) {
      try Directories.create(containing: path)
      try file.commit(as: path)
      return true
    } catch {
      return false
    }
  }

  func remove(_ digest: String) { AtomicFile.remove(path(digest)) }

  /// Removes all bodies and the temporary files of killed processes.
  func removeAll() {
    TemporaryFiles.sweep(folder)
    for byte in UInt8.min...UInt8.max {
      let part = "\(folder)/\(Hexadecimal.encode([byte]))"
      for name in Self.names(part) where name.utf8.count == 64 {
        AtomicFile.remove("\(part)/\(name)")
      }
      rmdir(part)
    }
  }

  private static func names(_ folder: String) -> [String] {
    guard let handle = opendir(folder) else { return [] }
    defer { closedir(handle) }
    var names: [String] = []
    while let entry = readdir(handle) {
      names.append(
        withUnsafeBytes(of: &entry.pointee.d_name) {
          String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        })
    }
    return names
  }
}

/// The body of a stored response, with a verified checksum.
package enum CachedBody: Sendable {
  case bytes([UInt8])
  case file(CachedBodyFile)

  /// Passes the whole body in chunks, each valid only during the call.
  package func chunks(_ body: (UnsafeRawBufferPointer) -> Void) throws(FileError) {
    switch self {
    case .bytes(let bytes): bytes.withUnsafeBytes { body($0) }
    case .file(let file): try file.chunks(body)
    }
  }
}

/// An open body file. It remains readable even if the cache evicts it.
package final class CachedBodyFile: Sendable {
  /// Locked because reading moves the offset.
  private let descriptor: Mutex<Int32>
  private let path: String

  /// - Returns: nil if the file is missing or its checksum differs.
  init?(path: String, digest: String) {
    guard let opened = try? StateFile.open(path, O_RDONLY | O_NOFOLLOW) else { return nil }
    descriptor = Mutex(opened)
    self.path = path
    var hash = SHA256()
    guard (try? chunks { hash.update(bufferPointer: $0) }) != nil,
      Hexadecimal.encode(hash.finalize()) == digest
    else { return nil }
  }

  deinit { descriptor.withLock { _ = close($0) } }

  package func chunks(_ body: (UnsafeRawBufferPointer) -> Void) throws(FileError) {
    try descriptor.withLock { descriptor throws(FileError) in
      guard lseek(descriptor, 0, SEEK_SET) == 0 else {
        throw FileError(path: path, operation: "read", code: errno)
      }
      try FileBytes.chunks(of: descriptor, path: path, body)
    }
  }
}
