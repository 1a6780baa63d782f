internal import Glibc
internal import Synchronization
internal import WirelineCore

/// The index of an output directory: a database with the URL, the file, the validators and the
/// properties of each image.
///
/// The file is `.wireline-index.sqlite`, which several processes may use concurrently. Changes are
/// queued and written in batches by a thread; lookups in this process see them immediately. A
/// killed process loses queued changes of at most 200 ms: the files exist, but are not in the index
/// until they are requested again or reindexed. A kill never damages the database.
///
/// A file that is damaged or not an index is renamed (`quarantined`) and replaced.
final class ImageIndex: Sendable {
  let file: ImageIndexFile
  let queue = Mutex(ImageIndexQueue())
  // Two connections, so that lookups do not wait while a batch is written.
  private let reader = Mutex<ImageIndexConnection?>(nil)
  private let writer = Mutex<ImageIndexConnection?>(nil)
  /// The time for which a change waits for others, in milliseconds.
  private let delay: Int
  /// Whether the index was empty when it was opened. Then this process knows all entries except
  /// those that other processes add.
  var wasEmpty: Bool { emptiness.load(ordering: .relaxed) }
  // Not a constant: `init` has to read the database for it, which needs all properties. Relaxed,
  // because no other thread has the object yet.
  private let emptiness = Atomic(false)

  /// Opens the index of a directory, creating both if necessary.
  ///
  /// - Parameters:
  ///   - lockTimeout: how long to wait for another process.
  ///   - delay: how long a change waits for others, in milliseconds. If negative, it is written by
  ///     `flush` or in a full queue.
  init(
    directory: String, lockTimeout: Duration = .seconds(5), delay: Int = 200,
    folderMode: UInt32 = 0o755
  ) throws(SQLiteError) {
    self.delay = delay
    file = ImageIndexFile(directory: directory, lockTimeout: lockTimeout)
    try converting({ SQLiteError.imageIndex(file.path, $0) }) { () throws(FileError) in
      if !file.isReadOnly { try Directories.create(directory, mode: folderMode) }
    }
    // Detects damage now, not in the middle of a run.
    let isEmpty = try read { connection throws(SQLiteError) in try connection.isEmpty() }
    emptiness.store(isEmpty, ordering: .relaxed)
  }

  deinit { try? flush() }

  var quarantined: [String] { file.quarantined }

  // MARK: One image

  /// The entry of a key; nil also if the index cannot be read.
  func lookUp(_ key: ImageKey) -> IndexedImage? {
    let (change, isWriting) = queue.withLock { ($0.change(of: key), !$0.writing.isEmpty) }
    switch change {
    case .put(let image): return image
    case .remove: return nil
    case nil, .touch:
      var begins = false
      let stored = try? run(on: reader) { connection throws(SQLiteError) in
        if !isWriting { begins = try connection.beginReading() }
        return try connection.lookUp(key)
      }
      if begins { endReadingSoon() }
      return change.map { $0.applied(to: stored) } ?? stored
    }
  }

  /// Ends the transaction of several lookups after 50 ms, so that entries of other processes are
  /// found, and so that no log grows while the input is idle.
  private func endReadingSoon() {
    let isStarted = DetachedThread.start { [weak self] in
      _ = poll(nil, 0, 50)
      self?.endReading()
    }
    if !isStarted { endReading() }
  }

  private func endReading() { reader.withLock { $0?.endReading() } }

  func put(_ image: IndexedImage) { add(image.key, .put(image)) }

  /// Notes a use, which determines the order of eviction. Ignores one before the last use.
  func touch(_ key: ImageKey, at time: Int) { add(key, .touch(time)) }

  func remove(_ key: ImageKey) { add(key, .remove) }

  // MARK: Connections

  /// Runs the body on the connection for reading, which then sees all changes. If the index is
  /// damaged, replaces it and runs the body again.
  func read<Value: Sendable>(
    _ body: (ImageIndexConnection) throws(SQLiteError) -> Value
  ) throws(SQLiteError) -> Value {
    try run(on: reader) { connection throws(SQLiteError) in
      connection.endReading()
      return try body(connection)
    }
  }

  func write<Value: Sendable>(
    _ body: (ImageIndexConnection) throws(SQLiteError) -> Value
  ) throws(SQLiteError) -> Value {
    try run(on: writer, body)
  }

  private func run<Value: Sendable>(
    on connection: borrowing Mutex<ImageIndexConnection?>,
    _ body: (ImageIndexConnection) throws(SQLiteError) -> Value
  ) throws(SQLiteError) -> Value {
    do throws(SQLiteError) {
      return try runOnce(on: connection, body)
    } catch {
      guard error.kind == .damaged else { throw error }
      // SQLite must not lose its file, so both connections are closed first. `writeQueued` takes
      // both locks in the same order.
      try writer.withLock { writer throws(SQLiteError) in
        try reader.withLock { reader throws(SQLiteError) in
          writer = nil
          reader = nil
          try file.repair()
        }
      }
      return try runOnce(on: connection, body)
    }
  }

  private func runOnce<Value: Sendable>(
    on connection: borrowing Mutex<ImageIndexConnection?>,
    _ body: (ImageIndexConnection) throws(SQLiteError) -> Value
  ) throws(SQLiteError) -> Value {
    try connection.withLock { connection throws(SQLiteError) in
      let open: ImageIndexConnection
      if let connection { open = connection } else { open = try file.connect() }
      connection = open
      return try body(open)
    }
  }

  // MARK: Writing

  func add(_ key: ImageKey, _ change: ImageIndexChange) {
    if file.isReadOnly { return }
    let (isFirst, isFull) = queue.withLock { queue in
      queue.add(key, change)
      return (delay >= 0 && queue.schedule(), queue.isFull)
    }
    // `flush` reports errors.
    if isFull || isFirst && !writeLater() { try? writeQueued() }
  }

  /// - Returns: false if a thread cannot be started.
  private func writeLater() -> Bool {
    // Weak: the waiting thread must not keep the index alive, whose `deinit` writes the changes.
    DetachedThread.start { [weak self, delay] in
      _ = poll(nil, 0, Int32(delay))
      // Failed changes are kept in the queue.
      try? self?.writeQueued()
    }
  }

  /// Writes all queued changes.
  ///
  /// - Throws: if that fails, and if changes were dropped since the last report. Changes that are
  ///   still queued are retried.
  func flush() throws(SQLiteError) {
    var failure: SQLiteError?
    do throws(SQLiteError) {
      try writeQueued()
    } catch {
      failure = error
    }
    let lost = queue.withLock { $0.resetLost() }
    if lost > 0 { throw .lostChanges(lost, cause: failure, path: file.path) }
    if let failure { throw failure }
  }

  func writeQueued() throws(SQLiteError) {
    if queue.withLock({ $0.isEmpty }) { return }
    do throws(SQLiteError) {
      // One batch after another, so that changes of a key keep their order.
      try write { connection throws(SQLiteError) in
        let changes = queue.withLock { $0.begin() }
        // Before, so that the log can be emptied; and after, so that lookups see the changes.
        endReading()
        try connection.write(changes)
        endReading()
        queue.withLock { $0.succeed() }
      }
    } catch {
      queue.withLock { $0.fail(error) }
      throw error
    }
  }
}
