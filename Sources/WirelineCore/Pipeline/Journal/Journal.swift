import Glibc
import Synchronization

/// An append-only file of finished items, from which a stopped run resumes.
///
/// The file begins with a `JournalHeader`, followed by a `JournalLine` for each finished item. A
/// killed process loses the lines that were not written yet, those of 100 ms or 64 KB. What a kill
/// or a full disk leaves of a line at the end is cut off by the next writer.
///
/// Any number of processes may use a journal at the same time, if they do the same shard. Each one
/// knows the lines that were there when it opened the journal. A line with an error code that is
/// not in the closed list was written by another version, and is skipped.
///
/// A journal of many items has a `JournalIndex` beside it, so that opening it reads only the lines
/// that the index does not have.
package final class Journal: Sendable {
  private struct State: ~Copyable {
    var buffer = JournalBuffer()
    /// The length of the file after the last write.
    var end: Int
    /// The length of the text that an index covers, or that it was tried for.
    var covered: Int
    /// Whether another process had the journal at the last write.
    var isBlocked = false
  }

  package let path: String
  /// Bytes that were cut off the end because they were an incomplete line.
  package let droppedBytes: Int
  /// Lines that are damaged or have an unknown code.
  package let skippedLines: Int

  private let file: JournalFile
  /// The items found when the journal was opened: those of the index, and later lines.
  private let index: JournalIndex?
  private let recent: JournalEntries
  private let state: Mutex<State>
  private let wait: Duration
  private let limits: JournalIndexBuilder.Limits

  /// How long a write waits for another process during the run.
  private static let shortWait = Duration.seconds(1)
  /// The index is extended when the text beyond it is longer than this, and than a sixteenth of
  /// what it covers.
  private static let maximumUncovered = 128 << 20

  /// Opens a journal, and creates it if it does not exist.
  ///
  /// - Parameters:
  ///   - path: a file; made with mode 0600, as records may hold what a user would not show. A
  ///     symbolic link is refused.
  ///   - wait: how long to wait for a process that has locked the journal.
  ///   - isStopping: whether to stop waiting.
  package convenience init(
    path: String, owner: JournalOwner, wait: Duration = .seconds(5),
    isStopping: () -> Bool = { false }
  ) throws(JournalError) {
    try self.init(
      path: path, owner: owner, wait: wait, isStopping: isStopping,
      limits: JournalIndexBuilder.Limits())
  }

  /// - Parameter limits: when an index is written.
  init(
    path: String, owner: JournalOwner, wait: Duration, isStopping: () -> Bool = { false },
    limits: JournalIndexBuilder.Limits
  ) throws(JournalError) {
    self.path = path
    self.wait = wait
    self.limits = limits
    let file = try JournalFile(path: path, owner: owner, wait: wait, isStopping: isStopping)
    do throws(JournalError) {
      if let other = file.header.owner, other != owner {
        throw .foreign(path: path, owner: other, run: owner)
      }
      let content = try Self.read(file, limits)
      index = content.index
      recent = content.rest
      skippedLines = content.damagedLines
      droppedBytes = file.droppedBytes
      state = Mutex(State(end: file.length, covered: content.index?.facts.covered ?? 0))
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
    _ file: JournalFile, _ limits: JournalIndexBuilder.Limits
  ) throws(JournalError) -> (index: JournalIndex?, rest: JournalEntries, damagedLines: Int) {
    do throws(FileError) {
      let old = JournalIndex(of: file, length: file.length)
      var builder = JournalIndexBuilder(file, extending: old, limits: limits)
      let facts = try scan(file, from: old, to: file.length, into: &builder)
      let (index, rest) = try builder.finish(facts)
      return (index, rest, facts.damagedLines)
    } catch {
      throw .file(error)
    }
  }

  private static func scan(
    _ file: JournalFile, from old: JournalIndex?, to length: Int,
    while isWanted: () -> Bool = { true }, into builder: inout JournalIndexBuilder
  ) throws(FileError) -> JournalIndex.Facts {
    var scanner = JournalScanner(
      file.descriptor, path: file.path, version: file.header.version,
      from: old?.facts.covered ?? file.header.length)
    try scanner.scan(to: length, while: isWanted) { line, offset in
      guard let code = line.code,
        let entry = JournalEntry(line.key, offset: offset, code: code)
      else { return }
      builder.add(entry)
    }
    var facts = JournalIndex.Facts()
    facts.covered = scanner.end
    facts.damagedLines = (old?.facts.damagedLines ?? 0) + scanner.damagedLines
    return facts
  }

  // MARK: Finished items

  /// The number of items found when it was opened. An item in the index and in a later line counts
  /// twice.
  package var count: Int { (index?.facts.count ?? 0) + recent.count }

  /// The number of items by outcome: successes first, then by code.
  package var outcomes: (successes: Int, failures: [(code: ErrorCode, count: Int)]) {
    var counts = index?.facts.counts ?? JournalIndex.Facts().counts
    for entry in recent.all where Int(entry.code) < counts.count { counts[Int(entry.code)] += 1 }
    let failures = zip(JournalLine.codes, counts.dropFirst()).filter { $0.1 > 0 }
    return (counts[0], failures.map { (code: $0.0, count: $0.1) })
  }

  /// The outcome of an item in an earlier run and its printed record, read again from the file; nil
  /// if there is none, or if its line is damaged.
  package func entry(
    for key: JournalKey
  ) throws(JournalError) -> (code: ErrorCode?, line: [UInt8])? {
    guard let entry = try find(key) else { return nil }
    do throws(FileError) {
      guard let (code, record) = try file.record(at: entry.offset, key: key) else { return nil }
      return (Self.code(code), record)
    } catch {
      throw .file(error)
    }
  }

  private func find(_ key: JournalKey) throws(JournalError) -> JournalEntry? {
    if let entry = recent[key] { return entry }
    do throws(FileError) {
      return try index?.entry(of: key)
    } catch {
      throw .file(error)
    }
  }

  private static func code(_ number: UInt8) -> ErrorCode? {
    number == 0 ? nil : JournalLine.codes[Int(number) - 1]
  }

  // MARK: Appending

  /// Appends a finished item.
  ///
  /// - Parameters:
  ///   - code: of its error; nil for a success.
  ///   - line: its printed record, without a line break.
  ///   - now: the time, which decides whether to write.
  /// - Throws: if lines could not be written. They are lost, so their items will be processed
  ///   again; earlier content is intact.
  package func append(
    key: JournalKey, code: ErrorCode?, line: [UInt8], now: ContinuousClock.Instant = .now
  ) throws(JournalError) {
    guard
      let bytes = JournalLine.bytes(file.header.version, key: key, code: code, record: line)
    else { return }
    try state.withLock { state throws(JournalError) in
      state.buffer.add(bytes, at: now)
      if state.buffer.isDue(at: now) { try write(&state, isLast: false) }
    }
  }

  /// Writes buffered lines, if they are due.
  package func flushIfDue(now: ContinuousClock.Instant = .now) throws(JournalError) {
    try state.withLock { state throws(JournalError) in
      if state.buffer.isDue(at: now) { try write(&state, isLast: false) }
    }
  }

  /// Writes buffered lines, so that a kill no longer loses them.
  package func flush() throws(JournalError) {
    try state.withLock { state throws(JournalError) in try write(&state, isLast: true) }
  }

  /// Writes buffered lines and flushes them to disk, so that a power failure does not lose them.
  package func sync() throws(JournalError) {
    try flush()
    guard fdatasync(file.descriptor) == 0 else {
      throw .file(FileError(path: path, operation: "flush", code: errno))
    }
  }

  /// - Parameter isLast: whether this is the last try.
  private func write(_ state: inout State, isLast: Bool) throws(JournalError) {
    guard !state.buffer.isEmpty else { return }
    do throws(JournalError) {
      let patience = isLast ? wait : state.isBlocked ? .zero : Self.shortWait
      state.end = try file.append(state.buffer.bytes, wait: patience)
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

  // MARK: The index

  /// Whether the lines beyond the index would take the next run long to read.
  package var isIndexDue: Bool {
    state.withLock { $0.end - $0.covered > max(Self.maximumUncovered, $0.covered / 16) }
  }

  /// Extends the index by all written lines, for the next run. This run keeps using the items it
  /// knows.
  ///
  /// - Parameter isWanted: checked periodically; false gives up and keeps the old index.
  package func extendIndex(while isWanted: () -> Bool = { true }) throws(JournalError) {
    let length = try file.currentLength(wait: Self.shortWait)
    do throws(FileError) {
      let old = JournalIndex(of: file, length: length)
      var builder = JournalIndexBuilder(file, extending: old, limits: limits)
      let facts = try Self.scan(file, from: old, to: length, while: isWanted, into: &builder)
      guard isWanted() else { return }
      _ = try builder.finish(facts, isNeeded: true, while: isWanted)
      state.withLock { $0.covered = length }
    } catch {
      throw .file(error)
    }
  }
}

/// Buffered lines of a journal.
struct JournalBuffer {
  /// Above this size the lines are written.
  static let maximumBytes = 64 * 1024
  /// Above this size the lines are dropped, if another process never releases the lock.
  static let maximumHeldBytes = 64 << 20
  /// Milliseconds that a line may wait for more.
  static let maximumWait = 100

  private(set) var bytes: [UInt8] = []
  private var since: ContinuousClock.Instant?

  var isEmpty: Bool { bytes.isEmpty }

  mutating func add(_ line: [UInt8], at now: ContinuousClock.Instant) {
    bytes.append(contentsOf: line)
    if since == nil { since = now }
  }

  func isDue(at now: ContinuousClock.Instant) -> Bool {
    guard let since else { return false }
    return bytes.count >= Self.maximumBytes || now - since >= .milliseconds(Self.maximumWait)
  }

  mutating func removeAll() {
    bytes = []
    since = nil
  }
}
