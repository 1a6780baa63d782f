import Glibc
import Synchronization

/// An append-only file of finished items, from which a stopped run resumes.
///
/// The file begins with a `JournalHeader`, followed by a `JournalLine` for each finished item. A
/// killed process loses the unwritten lines of at most 100 ms or 64 KB. The next writer removes an
/// incomplete line that a kill or a full disk left at the end.
///
/// Any number of processes may share a journal if they process the same shard. Each one knows the
/// lines that existed when it opened the journal. A line with an unknown error code was written by
/// another version and is skipped.
///
/// Opening a journal reads it once and keeps an entry of 16 bytes per item in memory.
package final class Journal: Sendable {
  private struct State: ~Copyable {
    var buffer = JournalBuffer()
    var isBlocked = false
  }

  package let path: String
  /// Lines that are damaged or have an unknown code.
  package let skippedLines: Int

  private let file: JournalFile
  /// The items in the journal when it was opened, sorted by key.
  private let entries: [JournalEntry]
  private let state = Mutex(State())
  private let wait: Duration

  private static let shortWait = Duration.seconds(1)

  /// Opens a journal, or creates it with mode 0600, because records may be confidential.
  ///
  /// - Parameters:
  ///   - path: a file; a symbolic link is rejected.
  ///   - wait: how long to wait for a process that has locked the journal.
  ///   - isStopping: whether to stop waiting.
  package init(
    path: String, owner: JournalOwner, wait: Duration = .seconds(5),
    isStopping: () -> Bool = { false }
  ) throws(JournalError) {
    self.path = path
    self.wait = wait
    let file = try JournalFile(path: path, owner: owner, wait: wait, isStopping: isStopping)
    do throws(JournalError) {
      if file.header.owner != owner {
        throw .foreign(path: path, owner: file.header.owner, run: owner)
      }
      (entries, skippedLines) = try Self.read(file)
      self.file = file
    } catch {
      close(file.descriptor)
      throw error
    }
  }

  deinit {
    try? flush()
    close(file.descriptor)
  }

  private static func read(
    _ file: JournalFile
  ) throws(JournalError) -> (entries: [JournalEntry], skippedLines: Int) {
    var entries: [JournalEntry] = []
    let skippedLines = try converting(JournalError.file) { () throws(FileError) in
      try file.scan { line, offset in
        entries.append(JournalEntry(line.key, offset: offset, isFailure: line.code != nil))
      }
    }
    entries.sort(by: <)
    entries.keepLastOfEachItem()
    return (entries, skippedLines)
  }

  /// The number of items when the journal was opened.
  package var count: Int { entries.count }

  /// The number of items that failed.
  package var failureCount: Int { entries.count(where: \.isFailure) }

  /// Reads the outcome and the printed record of an item that finished in an earlier run.
  ///
  /// - Returns: nil for an unknown item or a damaged line.
  package func entry(
    for key: JournalKey
  ) throws(JournalError) -> (code: ErrorCode?, line: [UInt8])? {
    return try converting(JournalError.file) { () throws(FileError) in
      guard let entry = entries.entry(of: key) else { return nil }
      return try file.record(at: entry.offset, key: key)
    }
  }

  /// Appends a finished item.
  ///
  /// - Parameters:
  ///   - code: nil for a success.
  ///   - line: the printed record, without a line break.
  ///   - now: the time, which decides whether to write.
  /// - Throws: if lines could not be written. They are lost, so their items will be processed
  ///   again. Earlier content is intact.
  package func append(
    key: JournalKey, code: ErrorCode?, line: [UInt8], now: ContinuousClock.Instant = .now
  ) throws(JournalError) {
    guard let bytes = JournalLine.bytes(key: key, code: code, record: line) else { return }
    try state.withLock { state throws(JournalError) in
      state.buffer.add(bytes, at: now)
      if state.buffer.isDue(at: now) { try write(&state, isLast: false) }
    }
  }

  /// Writes buffered lines if they are due.
  package func flushIfDue(now: ContinuousClock.Instant = .now) throws(JournalError) {
    try state.withLock { state throws(JournalError) in
      if state.buffer.isDue(at: now) { try write(&state, isLast: false) }
    }
  }

  /// Writes buffered lines, so that they survive a kill.
  package func flush() throws(JournalError) {
    try state.withLock { state throws(JournalError) in try write(&state, isLast: true) }
  }

  /// Writes buffered lines and flushes them to disk, so that they survive a power failure.
  package func sync() throws(JournalError) {
    try flush()
    guard fdatasync(file.descriptor) == 0 else {
      throw .file(FileError(path: path, operation: "flush", code: errno))
    }
  }

  /// - Parameter isLast: whether this is the last attempt.
  private func write(_ state: inout State, isLast: Bool) throws(JournalError) {
    guard !state.buffer.isEmpty else { return }
    do throws(JournalError) {
      let lockTimeout = isLast ? wait : state.isBlocked ? .zero : Self.shortWait
      try file.append(state.buffer.bytes, wait: lockTimeout)
      state.isBlocked = false
    } catch {
      // Another process holds the lock: the lines can be written later.
      if case .locked = error, !isLast, state.buffer.bytes.count < JournalBuffer.maximumHeldBytes {
        state.isBlocked = true
        return
      }
      state.buffer.removeAll()
      throw error
    }
    state.buffer.removeAll()
  }
}

/// An item in 16 bytes: the beginning of its key and the location of its line.
private struct JournalEntry {
  /// The first 64 bits of the key.
  private let prefix: UInt64
  /// 15 further bits of the key, 48 bits of the line's offset, and 1 for a failure.
  private let location: UInt64

  private static let keyShift: UInt64 = 49

  init(_ key: JournalKey, offset: Int, isFailure: Bool) {
    prefix = key.high
    let bits = key.low >> Self.keyShift
    location = bits << Self.keyShift | UInt64(offset) << 1 | (isFailure ? 1 : 0)
  }

  var offset: Int { Int((location << 15) >> 16) }
  var isFailure: Bool { location & 1 == 1 }

  func isSameItem(as other: JournalEntry) -> Bool {
    prefix == other.prefix && (location ^ other.location) >> Self.keyShift == 0
  }

  static func < (one: JournalEntry, other: JournalEntry) -> Bool {
    one.prefix != other.prefix ? one.prefix < other.prefix : one.location < other.location
  }
}

extension [JournalEntry] {
  /// Removes all but the last line of each item from sorted entries.
  fileprivate mutating func keepLastOfEachItem() {
    var kept = 0
    // By index, because a loop over the array would copy it.
    for index in indices {
      let entry = self[index]
      if kept > 0, self[kept - 1].isSameItem(as: entry) { kept -= 1 }
      self[kept] = entry
      kept += 1
    }
    removeLast(count - kept)
  }

  fileprivate func entry(of key: JournalKey) -> JournalEntry? {
    let wanted = JournalEntry(key, offset: 0, isFailure: false)
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < wanted { low = middle + 1 } else { high = middle }
    }
    return low < count && self[low].isSameItem(as: wanted) ? self[low] : nil
  }
}
