internal import Synchronization
internal import WirelineCore

// How queued changes get into the database.
extension ImageIndex {
  func add(_ key: ImageKey, _ change: ImageIndexChange) {
    // There is nothing to be done, and nothing to be told: what is there stays.
    if file.isReadOnly { return }
    let (isFull, isOverfull) = queue.withLock { queue in
      queue.add(key, change)
      return (queue.isFull, queue.isOverfull)
    }
    let isNew = hasThread.withLock { hasThread in
      defer { hasThread = true }
      return !hasThread
    }
    let hasThread = !isNew || startThread()
    if !hasThread { self.hasThread.withLock { $0 = false } }
    // What fails is told by `flush`.
    if isOverfull || isFull && !hasThread {
      try? writeQueued()
    } else if isFull {
      bell.signal()
    }
  }

  /// Writes everything that is queued.
  ///
  /// - Throws: when that is not possible, and when changes were given up since
  ///   this was last told. Those that are still queued are tried again.
  package func flush() throws(ImageIndexFailure) {
    var failure: SQLiteError?
    do throws(SQLiteError) {
      try writeQueued()
    } catch {
      failure = error
    }
    let lost = queue.withLock { $0.takeLost() }
    if let failure { throw ImageIndexFailure(failure, lostChanges: lost) }
    if lost > 0 { throw ImageIndexFailure("not all could be written", .writing, lostChanges: lost) }
  }

  private func writeQueued() throws(SQLiteError) {
    try inTurn { () throws(SQLiteError) in
      let changes = queue.withLock { $0.begin() }
      guard !changes.isEmpty else { return }
      do throws(SQLiteError) {
        try write { connection throws(SQLiteError) in try connection.write(changes) }
        queue.withLock { $0.succeed() }
      } catch {
        queue.withLock { $0.fail(error) }
        throw error
      }
    }
  }

  /// The thread does not keep the index: who lets go of it flushes it.
  private func startThread() -> Bool {
    BlockingThread.start { [weak self, bell, delay] in
      repeat {
        if delay < 0 { bell.wait() } else { _ = bell.wait(milliseconds: delay) }
        // However often it was signalled meanwhile, it is heard once.
        bell.clear()
      } while self?.writeOrEnd() ?? false
    }
  }

  /// - Returns: false when nothing waits, and the thread has to go.
  private func writeOrEnd() -> Bool {
    let isOver = hasThread.withLock { hasThread in
      // Who adds something after this look starts another thread.
      let isOver = queue.withLock { $0.isEmpty }
      if isOver { hasThread = false }
      return isOver
    }
    if isOver { return false }
    // What failed waits in the queue, and is told by `flush`.
    try? writeQueued()
    return true
  }
}
