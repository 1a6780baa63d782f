internal import Synchronization
internal import WirelineCore

/// What lies in an output directory, in a database there: of each image the
/// URL, the file, what a server needs to say that nothing has changed, and what
/// the bytes are.
///
/// The file is `.wireline-index.sqlite`; several processes may use it at once.
/// Changes are queued and written in batches by a thread of its own; whoever
/// looks something up in this process sees them at once. A killed process loses
/// what it had queued, at most the last 200 ms: those files are there, and
/// unknown until they are stored or indexed again. The database itself is
/// readable after a kill at any time.
///
/// A file that is damaged, or somebody else's, is renamed, `quarantined`, and a
/// new one begun.
package final class ImageIndex: Sendable {
  let file: ImageIndexFile
  let queue = Mutex(ImageIndexQueue())
  private let reader = Mutex<ImageIndexConnection?>(nil)
  private let writer = Mutex<ImageIndexConnection?>(nil)
  /// One writes at a time, so that changes of a key keep their order.
  private let turn = Mutex(())
  let bell = ThreadSemaphore()
  /// Whether content is found by an index of its own.
  let hasTwins = Atomic(false)
  /// Whether there is a thread that writes.
  let hasThread = Mutex(false)
  /// Milliseconds that a change waits for more.
  let delay: Int
  /// Whether there was nothing in it when it was opened: then this process knows
  /// all of it, but for what others bring.
  package var wasEmpty: Bool { emptiness.load(ordering: .relaxed) }
  private let emptiness = Atomic(false)

  /// Opens the index of a directory, and makes both where they are not there.
  ///
  /// - Parameters:
  ///   - directory: the output directory.
  ///   - patience: how long another process is waited for.
  ///   - delay: how long a change waits for more, in milliseconds; below zero
  ///     for ever, so that it is written by `flush` or in a full batch.
  ///   - folderMode: of the directory, if it is made, before the umask.
  package init(
    directory: String, patience: Duration = .seconds(5), delay: Int = 200,
    folderMode: UInt32 = 0o755
  ) throws(ImageIndexFailure) {
    self.delay = delay
    file = ImageIndexFile(directory: directory, patience: patience)
    do throws(FileError) {
      if !file.isReadOnly { try Directories.create(directory, mode: folderMode) }
    } catch {
      throw ImageIndexFailure(error)
    }
    do throws(SQLiteError) {
      // What is wrong with it is found now, not in the middle of a run.
      let count = try read { connection throws(SQLiteError) in try connection.total().count }
      emptiness.store(count == 0, ordering: .relaxed)
    } catch {
      throw ImageIndexFailure(error)
    }
  }

  deinit {
    bell.signal()
    try? flush()
  }

  /// The names that damaged or foreign files have now; they can be removed.
  package var quarantined: [String] { file.quarantined }

  /// Why changes could not be written the last time; nil when they were. They
  /// are tried again.
  package var failure: ImageIndexFailure? {
    queue.withLock { $0.failure.map { ImageIndexFailure($0) } }
  }

  // MARK: One image

  /// What is known of a key. An index that cannot be read knows nothing.
  package func lookUp(_ key: ImageKey) -> IndexedImage? {
    let change = queue.withLock { $0.change(of: key) }
    switch change {
    case .put(let image): return image
    case .remove: return nil
    case nil, .touch:
      let stored = try? read { connection throws(SQLiteError) in try connection.lookUp(key) }
      return change.map { $0.applied(to: stored) } ?? stored
    }
  }

  /// Notes an image, in the place of what is known of its key.
  package func put(_ image: IndexedImage) { add(image.key, .put(image)) }

  /// Notes a use. It is all that eviction goes by, so once a minute will do.
  ///
  /// - Parameter time: seconds since 1970; an earlier one than is known changes
  ///   nothing.
  package func touch(_ key: ImageKey, at time: Int) { add(key, .touch(time)) }

  /// Forgets an image; its file is the caller's.
  package func remove(_ key: ImageKey) { add(key, .remove) }

  // MARK: Connections

  /// Runs the body on the connection for reading. A damaged index is made anew,
  /// and the body run once more.
  func read<Value: Sendable>(
    _ body: (ImageIndexConnection) throws(SQLiteError) -> Value
  ) throws(SQLiteError) -> Value {
    try mending { () throws(SQLiteError) in
      try reader.withLock { reader throws(SQLiteError) in
        let connection: ImageIndexConnection
        if let reader { connection = reader } else { connection = try file.connect() }
        reader = connection
        return try body(connection)
      }
    }
  }

  /// Likewise for writing; look-ups do not wait for it.
  func write<Value: Sendable>(
    _ body: (ImageIndexConnection) throws(SQLiteError) -> Value
  ) throws(SQLiteError) -> Value {
    try mending { () throws(SQLiteError) in
      try writer.withLock { writer throws(SQLiteError) in
        let connection: ImageIndexConnection
        if let writer { connection = writer } else { connection = try file.connect() }
        writer = connection
        return try body(connection)
      }
    }
  }

  private func mending<Value: Sendable>(
    _ body: () throws(SQLiteError) -> Value
  ) throws(SQLiteError) -> Value {
    do throws(SQLiteError) {
      return try body()
    } catch {
      guard error.kind == .damaged else { throw error }
      try writer.withLock { writer throws(SQLiteError) in
        try reader.withLock { reader throws(SQLiteError) in
          writer = nil
          reader = nil
          try file.mend()
        }
      }
      return try body()
    }
  }

  /// Waits for its turn, and runs the body when nobody else writes changes.
  func inTurn<Value: Sendable>(
    _ body: () throws(SQLiteError) -> Value
  ) throws(SQLiteError) -> Value {
    try turn.withLock { _ throws(SQLiteError) in try body() }
  }
}
