internal import Glibc
internal import Synchronization

/// What became of each item, line by line in a file that is only ever added to:
/// a run that was stopped is taken up again where it was.
///
/// The file begins with `wireline-journal 1`; then comes a `JournalLine` for
/// each finished record. A killed process loses the lines that were not written
/// yet, those of 100 ms or 64 KB: their images are fetched again, from the
/// store. What a kill or a full disk left half-written at the end is cut off
/// when the journal is opened. One process at a time has it open.
///
/// A line with an error code that is not in the closed list was written by
/// another version, and is skipped.
package final class Journal: Sendable {
  private struct State: ~Copyable {
    var buffer = JournalBuffer()
    /// The length of the file, which nobody else changes.
    var end: Int
  }

  package let path: String
  /// Bytes that were cut off the end, because they were no whole line.
  package let droppedBytes: Int
  /// Lines amid sound ones that were damaged, or mean nothing to this version.
  package let skippedLines: Int

  /// What was there when the journal was opened.
  private let entries: JournalEntries
  private let codes: [ErrorCode]
  private let descriptor: Int32
  private let state: Mutex<State>
  /// Never used after it is taken; it ends with the journal.
  private let lock: FileLock

  /// Opens a journal, and begins one where there is none.
  ///
  /// - Parameter path: a file; made with mode 0600, as records may hold what a
  ///   user would not show. A symbolic link is refused.
  package init(path: String) throws(JournalError) {
    self.path = path
    let codes = Array(ErrorCode.allCases.prefix(Int(UInt8.max)))
    var numbers: [String: UInt8] = [:]
    for (index, code) in codes.enumerated() { numbers[code.rawValue] = UInt8(index + 1) }
    self.codes = codes
    let file = try JournalFile(path: path)
    do throws(FileError) {
      var entries = JournalEntries()
      let found = try file.read { line, offset in
        guard let code = line.code.map({ numbers[$0] }) ?? 0 else { return false }
        entries.insert(line.key, offset: offset, code: code)
        return true
      }
      self.entries = entries
      droppedBytes = found.droppedBytes
      skippedLines = found.skippedLines
      descriptor = file.descriptor
      state = Mutex(State(end: found.end))
      lock = file.lock
    } catch {
      close(file.descriptor)
      throw .file(error)
    }
  }

  deinit {
    try? flush()
    close(descriptor)
  }

  // MARK: What is there

  /// Items that were in it when it was opened.
  package var count: Int { entries.count }

  /// How many items there were by outcome: successes first, then by code.
  package var outcomes: (successes: Int, failures: [(code: ErrorCode, count: Int)]) {
    let counts = entries.counts(of: codes.count + 1)
    let failures = zip(codes, counts.dropFirst()).filter { $0.1 > 0 }
    return (counts[0], failures.map { (code: $0.0, count: $0.1) })
  }

  /// What an earlier run noted of an item; nil when it noted nothing.
  ///
  /// - Returns: nil inside for a success, else the code of the error.
  package func outcome(of key: JournalKey) -> ErrorCode?? {
    guard let entry = entries[key] else { return nil }
    return .some(code(entry.code))
  }

  /// What an earlier run noted, and the record as it was printed, read again
  /// from the file; nil also for one that is no longer as it was.
  package func entry(for key: JournalKey) throws(JournalError) -> (code: ErrorCode?, line: [UInt8])?
  {
    guard let entry = entries[key] else { return nil }
    do throws(FileError) {
      guard let record = try JournalFile.record(descriptor, path, at: entry.offset, key: key) else {
        return nil
      }
      return (code(entry.code), record)
    } catch {
      throw .file(error)
    }
  }

  private func code(_ number: UInt8) -> ErrorCode? { number == 0 ? nil : codes[Int(number) - 1] }

  // MARK: What is added

  /// Notes a finished record.
  ///
  /// - Parameters:
  ///   - code: of its error; nil for a success.
  ///   - line: the record as it is printed, without a line break.
  ///   - now: the time, by which it is decided whether to write.
  /// - Throws: when lines could not be written. Those are lost, so that their
  ///   items will be fetched again; what was in the file before is unharmed.
  package func append(
    key: JournalKey, code: ErrorCode?, line: [UInt8], now: ContinuousClock.Instant = .now
  ) throws(JournalError) {
    guard let bytes = JournalLine.bytes(key: key, code: code?.rawValue, record: line) else {
      return
    }
    try state.withLock { state throws(JournalError) in
      state.buffer.add(bytes, at: now)
      if state.buffer.isDue(at: now) { try write(&state) }
    }
  }

  /// Writes what waits, if it has waited long enough.
  package func flushIfDue(now: ContinuousClock.Instant = .now) throws(JournalError) {
    try state.withLock { state throws(JournalError) in
      if state.buffer.isDue(at: now) { try write(&state) }
    }
  }

  /// Writes what waits: a killed process loses it no more.
  package func flush() throws(JournalError) {
    try state.withLock { state throws(JournalError) in try write(&state) }
  }

  /// Writes what waits, and has it on the disk: a power failure does not lose
  /// it either.
  package func sync() throws(JournalError) {
    try flush()
    guard fdatasync(descriptor) == 0 else {
      throw .file(FileError(path: path, operation: "flush", code: errno))
    }
  }

  private func write(_ state: inout State) throws(JournalError) {
    guard !state.buffer.isEmpty else { return }
    let bytes = state.buffer.take()
    do throws(FileError) {
      try FileBytes.write(bytes, to: descriptor, path: path)
      state.end += bytes.count
    } catch {
      // Half a line would spoil the next one, too.
      ftruncate(descriptor, off_t(state.end))
      throw .file(error)
    }
  }
}
