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
/// A journal of many items has a `JournalIndex`, so that opening it reads only later lines.
package final class Journal: Sendable {
  private struct State: ~Copyable {
    var buffer = JournalBuffer()
    var end: Int
    /// The length of the text that an index covers, or that was too short for one.
    var covered: Int
    var isBlocked = false
  }

  package let path: String
  /// The length of an incomplete line that was removed from the end.
  package let droppedBytes: Int
  /// Lines that are damaged or have an unknown code.
  package let skippedLines: Int

  private let file: JournalFile
  /// The items of the index and of later lines, when the journal was opened.
  private let index: JournalIndex?
  private let recent: [JournalEntry]
  private let state: Mutex<State>
  private let wait: Duration
  private let limits: JournalIndexLimits

  private static let shortWait = Duration.seconds(1)
  /// The index is extended when the text after it is longer than this, and than a sixteenth of the
  /// text that it covers.
  private static let maximumUncovered = 128 << 20

  /// Opens a journal, or creates it with mode 0600, because records may be confidential.
  ///
  /// - Parameters:
  ///   - path: a file; a symbolic link is rejected.
  ///   - wait: how long to wait for a process that has locked the journal.
  ///   - isStopping: whether to stop waiting.
  ///   - limits: when to write an index; tests use lower ones.
  package init(
    path: String, owner: JournalOwner, wait: Duration = .seconds(5),
    isStopping: () -> Bool = { false }, limits: JournalIndexLimits = JournalIndexLimits()
  ) throws(JournalError) {
    self.path = path
    self.wait = wait
    self.limits = limits
    let file = try JournalFile(path: path, owner: owner, wait: wait, isStopping: isStopping)
    do throws(JournalError) {
      if file.header.owner != owner {
        throw .foreign(path: path, owner: file.header.owner, run: owner)
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
    _ file: JournalFile, _ limits: JournalIndexLimits
  ) throws(JournalError) -> (index: JournalIndex?, rest: [JournalEntry], damagedLines: Int) {
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
      file.descriptor, path: file.path, from: old?.facts.covered ?? file.header.length)
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

  /// The number of items when the journal was opened. An item in the index and in a later line
  /// counts twice.
  package var count: Int { (index?.facts.count ?? 0) + recent.count }

  /// The number of items by outcome: successes first, then by code.
  package var outcomes: (successes: Int, failures: [(code: ErrorCode, count: Int)]) {
    var counts = index?.facts.counts ?? JournalIndex.Facts().counts
    for entry in recent where Int(entry.code) < counts.count { counts[Int(entry.code)] += 1 }
    let failures = zip(JournalLine.codes, counts.dropFirst()).filter { $0.1 > 0 }
    return (counts[0], failures.map { (code: $0.0, count: $0.1) })
  }

  /// Reads the outcome and the printed record of an item that finished in an earlier run.
  ///
  /// - Returns: nil for an unknown item or a damaged line.
  package func entry(
    for key: JournalKey
  ) throws(JournalError) -> (code: ErrorCode?, line: [UInt8])? {
    do throws(FileError) {
      var entry = recent.entry(of: key)
      if entry == nil { entry = try index?.entry(of: key) }
      guard let entry, let (code, record) = try file.record(at: entry.offset, key: key) else {
        return nil
      }
      return (Self.code(code), record)
    } catch {
      throw .file(error)
    }
  }

  private static func code(_ number: UInt8) -> ErrorCode? {
    number == 0 ? nil : JournalLine.codes[Int(number) - 1]
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

  /// Whether the next run would need long to read the lines after the index.
  package var isIndexDue: Bool {
    state.withLock { $0.end - $0.covered > max(Self.maximumUncovered, $0.covered / 16) }
  }

  /// Extends the index by all written lines, for the next run.
  ///
  /// - Parameter isWanted: checked periodically; false cancels and leaves the old index.
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
