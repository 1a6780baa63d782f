internal import Glibc
internal import Synchronization
internal import WirelineCore

/// The file of an image index: opened, made, and put aside when it is damaged.
///
/// SQLite must not lose its file while it is open: the last one to close a
/// database removes the log by its name, and would remove the new one's. So who
/// has the index open holds a shared lock, and who makes or replaces it the
/// exclusive one.
final class ImageIndexFile: Sendable {
  private struct State: Sendable {
    var lock: FileLock?
    var quarantined: [String] = []
  }

  let path: String
  private let directory: String
  private let patience: Duration
  /// The write-ahead log needs memory that its users share: on file systems of
  /// several machines there is none.
  private let journal: String
  private let state = Mutex(State())

  /// Why nobody may write there, an `errno`; nil where somebody may.
  private let refusal: Int32?

  /// Whether nobody may write there: then nobody does, and no lock is needed.
  var isReadOnly: Bool { refusal != nil }

  init(directory: String, patience: Duration) {
    self.directory = directory
    // What is not there is made.
    refusal = access(directory, W_OK) == 0 || errno == ENOENT ? nil : errno
    self.patience = patience
    path = Self.path(in: directory)
    journal = MountTable().isShared(directory) ? "delete" : "wal"
  }

  static func path(in directory: String) -> String { "\(directory)/.wireline-index.sqlite" }

  private var lockPath: String { "\(directory)/.wireline-index.lock" }

  /// Where damaged and foreign files were put.
  var quarantined: [String] { state.withLock { $0.quarantined } }

  /// Opens the index.
  ///
  /// - Throws: damage also for one that is not there: `mend` makes it.
  func connect() throws(SQLiteError) -> ImageIndexConnection {
    if !isReadOnly { try hold() }
    guard !isLink, let header = try? SQLiteHeader(of: path), ImageIndexSchema.isHeader(header)
    else {
      throw Self.notOurs(path)
    }
    if isReadOnly { return try ImageIndexConnection(unchanging: path) }
    return try ImageIndexConnection(path: path, patience: patience, journal: journal)
  }

  /// Makes an index where there is none, or none that can be used; what is
  /// there is renamed. No connection of this process may be open.
  func mend() throws(SQLiteError) {
    if let refusal { throw fault(FileError(path: path, operation: "open", code: refusal)) }
    state.withLock { $0.lock = nil }
    let lock: FileLock?
    do throws(FileError) {
      lock = try FileLock(path: lockPath, wait: patience)
    } catch {
      throw fault(error)
    }
    guard let lock else {
      throw SQLiteError(code: 5, message: "in use by another process", sql: nil, path: path)
    }
    defer { withExtendedLifetime(lock) {} }
    do throws(SQLiteError) {
      try make()
    } catch {
      guard error.kind == .damaged else { throw error }
      try quarantine()
      try make()
    }
  }

  /// Whether the index is a symbolic link, which may lead to another program's database.
  private var isLink: Bool {
    var facts = stat()
    return lstat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFLNK
  }

  private func hold() throws(SQLiteError) {
    do throws(FileError) {
      let isHeld = try state.withLock { state throws(FileError) in
        if state.lock == nil {
          state.lock = try FileLock(path: lockPath, isShared: true, wait: patience)
        }
        return state.lock != nil
      }
      if isHeld { return }
    } catch {
      throw fault(error)
    }
    throw SQLiteError(code: 5, message: "being mended by another process", sql: nil, path: path)
  }

  /// Makes the database, if it is not there and sound.
  private func make() throws(SQLiteError) {
    if isLink { throw Self.notOurs(path) }
    // SQLite would make it readable to others; what it makes beside it has the
    // mode of the database.
    let descriptor = DescriptorShortage.retrying {
      open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    }
    if descriptor >= 0 { close(descriptor) }
    try ImageIndexConnection.make(path: path, patience: patience, journal: journal)
  }

  private func quarantine() throws(SQLiteError) {
    var number = 1
    while access("\(path).damaged-\(number)", F_OK) == 0, number < 10_000 { number += 1 }
    let aside = "\(path).damaged-\(number)"
    guard rename(path, aside) == 0 else {
      throw fault(FileError(path: path, operation: "rename", code: errno))
    }
    // They belong to the damaged one, and would spoil the next.
    for suffix in ["-wal", "-shm", "-journal"] { rename(path + suffix, aside + suffix) }
    state.withLock { $0.quarantined.append(aside) }
  }

  private func fault(_ error: FileError) -> SQLiteError {
    // SQLITE_CANTOPEN.
    SQLiteError(code: 14, message: error.description, sql: nil, path: path)
  }

  static func notOurs(_ path: String) -> SQLiteError {
    // SQLITE_NOTADB.
    SQLiteError(code: 26, message: "not an image index", sql: nil, path: path)
  }
}
