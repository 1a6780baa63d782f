internal import Glibc
internal import Synchronization
internal import WirelineCore

/// The file of an image index: opens it, creates it, and replaces it if it is damaged.
///
/// SQLite must not lose its file while it is open: the last process to close a database removes the
/// log by name, which could be the log of the new one. Therefore every user holds a shared lock,
/// and the process that creates or replaces the index an exclusive one.
final class ImageIndexFile: Sendable {
  private struct State: Sendable {
    var lock: FileLock?
    /// Whether a connection may be open.
    var isConnected = false
    var quarantined: [String] = []
  }

  let path: String
  private let directory: String
  private let lockTimeout: Duration
  /// The journal mode. A write-ahead log needs memory that all users of the file system share.
  private let journal: String
  private let state = Mutex(State())

  /// The `errno` if the directory cannot be written.
  private let accessError: Int32?

  /// Whether the directory cannot be written. Then no process does, and no lock is needed.
  var isReadOnly: Bool { accessError != nil }

  init(directory: String, lockTimeout: Duration) {
    self.directory = directory
    // A missing directory will be created.
    accessError = access(directory, W_OK) == 0 || errno == ENOENT ? nil : errno
    self.lockTimeout = lockTimeout
    path = Self.path(in: directory)
    journal = SharedFileSystem.contains(directory) ? "delete" : "wal"
  }

  static func path(in directory: String) -> String { "\(directory)/.wireline-index.sqlite" }

  private var lockPath: String { "\(directory)/.wireline-index.lock" }

  var quarantined: [String] { state.withLock { $0.quarantined } }

  /// Opens the index.
  ///
  /// The header is read before the first connection only: closing the file would release the
  /// locks that SQLite holds for other connections of this process (fcntl(2)). The lock of this
  /// object keeps other processes from replacing the file.
  ///
  /// - Throws: an error of kind `damaged`, even if the index does not exist: `repair` creates it.
  func connect() throws(SQLiteError) -> ImageIndexConnection {
    if !isReadOnly { try hold() }
    let isIndex = state.withLock { state in
      if !state.isConnected { state.isConnected = hasIndex }
      return state.isConnected
    }
    guard isIndex else { throw .notAnImageIndex(path) }
    if isReadOnly { return try ImageIndexConnection(unchanging: path) }
    return try ImageIndexConnection(path: path, lockTimeout: lockTimeout, journal: journal)
  }

  private var hasIndex: Bool {
    guard !isLink, let header = try? SQLiteHeader(of: path) else { return false }
    return header.matches(ImageIndexSchema.applicationIdentifier, version: ImageIndexSchema.version)
  }

  /// Creates the index if it is missing or unusable, after renaming the existing file. The caller
  /// must have closed all connections of this process.
  ///
  /// Processes that start together all find it missing. The first to get the lock creates it and
  /// then uses it, so the others must not wait until it is free.
  func repair() throws(SQLiteError) {
    if let accessError {
      throw .imageIndex(
        path, FileError(path: path, operation: "open", code: accessError),
        isReadOnly: true)
    }
    // Its own shared lock would keep this process from the exclusive one.
    state.withLock { state in
      state.lock = nil
      state.isConnected = false
    }
    let lock = try converting({ SQLiteError.imageIndex(path, $0) }) { () throws(FileError) in
      try FileLock(
        path: lockPath, wait: lockTimeout, isStopping: { hasIndex }, pause: { _ = poll(nil, 0, 5) })
    }
    guard let lock else {
      if hasIndex { return }
      throw .busyImageIndex(path, message: "in use by another process")
    }
    // Swift may release an object after its last use, and the lock with it.
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
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  private func hold() throws(SQLiteError) {
    let isHeld = try converting({ SQLiteError.imageIndex(path, $0) }) { () throws(FileError) in
      try state.withLock { state throws(FileError) in
        if state.lock == nil {
          state.lock = try FileLock(path: lockPath, isShared: true, wait: lockTimeout)
        }
        return state.lock != nil
      }
    }
    if !isHeld { throw .busyImageIndex(path, message: "being repaired by another process") }
  }

  private func make() throws(SQLiteError) {
    if isLink { throw .notAnImageIndex(path) }
    // SQLite would make the file readable for others. Its auxiliary files get the database's mode.
    if let descriptor = try? StateFile.open(path, O_RDWR | O_CREAT | O_NOFOLLOW) {
      close(descriptor)
    }
    try ImageIndexConnection.make(path: path, lockTimeout: lockTimeout, journal: journal)
  }

  private func quarantine() throws(SQLiteError) {
    var number = 1
    while access("\(path).damaged-\(number)", F_OK) == 0, number < 10_000 { number += 1 }
    let aside = "\(path).damaged-\(number)"
    // Not deleted: it may be the file of another program, or be repairable.
    guard rename(path, aside) == 0 else {
      throw .imageIndex(path, FileError(path: path, operation: "rename", code: errno))
    }
    // The auxiliary files would damage the next database.
    for suffix in ["-wal", "-shm", "-journal"] { rename(path + suffix, aside + suffix) }
    state.withLock { $0.quarantined.append(aside) }
  }
}
