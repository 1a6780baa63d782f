internal import Synchronization
package import WirelineCore

/// The journal of a run: repeats the results of finished items and records new ones.
package final class BatchLedger: Sendable {
  private let journal: Journal
  private let resumes: Bool
  private let retried: ErrorsToRetry
  private let failure = Mutex<JournalError?>(nil)
  private let isOver = Mutex(false)

  /// Failures that depend on the run rather than the item; the next run retries them.
  private static let circumstances: Set<ErrorCode> = [
    .cancelled, .read, .write, .offline, .queueExpired, .internal,
  ]

  init(_ journal: Journal, resumes: Bool, retried: ErrorsToRetry) {
    self.journal = journal
    self.resumes = resumes
    self.retried = retried
    Ticker.start(every: .milliseconds(100)) { [weak self] in self?.flushIfDue() ?? false }
  }

  /// Returns the result of a previous run; nil if the item has to be processed.
  ///
  /// - Parameters:
  ///   - host: the host of the item's URL, for the summary of failures.
  ///   - isThere: whether the file of a successful item still exists.
  package func finished(
    _ key: JournalKey, host: String?, isThere: () -> Bool = { true }
  ) -> ItemResult? {
    guard resumes else { return nil }
    do throws(JournalError) {
      guard let entry = try journal.entry(for: key),
        entry.code == nil ? isThere() : !JournalRecords.isRetried(entry.line, retried),
        entry.code.map(Self.circumstances.contains) != true
      else { return nil }
      var result = ItemResult(JournalRecords.records(entry.line))
      result.outcome = "resumed"
      if let code = entry.code {
        result.failure = ItemFailure(
          code: code, status: ExitStatus(code),
          message: "\(code.rawValue), according to the journal")
        result.failure?.host = host
      }
      return result
    } catch {
      fail(error)
      return nil
    }
  }

  /// The records that an earlier run has received of an item before one of its requests failed.
  package struct Beginning: Sendable {
    /// The printed records.
    package let lines: [UInt8]
    package let count: Int
    /// The URL that failed.
    package let url: RequestURL
  }

  /// Returns the beginning of an item with several records, the last of them a failure; nil for
  /// others.
  package func beginning(of key: JournalKey) -> Beginning? {
    guard resumes, let entry = try? journal.entry(for: key), entry.code != nil else { return nil }
    return JournalRecords.beginning(entry.line)
  }

  /// Records the result of an item.
  ///
  /// - Parameter url: the item's URL, whose user and password are masked in the journal.
  /// - Returns: the same result, its records formatted.
  package func note(_ result: ItemResult, for key: JournalKey, url: RequestURL?) -> ItemResult {
    var writer = JSONWriter()
    result.records.write(to: &writer)
    let line = JournalRecords.line(writer.bytes)
    if let failure = result.failure, Self.circumstances.contains(failure.code),
      JournalRecords.beginning(line) == nil
    {
      return result
    }
    do throws(JournalError) {
      try journal.append(
        key: key, code: result.failure?.code,
        line: Self.masked(line, userInformation: url?.userInformation))
    } catch {
      fail(error)
    }
    var noted = result
    noted.records = PipeRecords(lines: writer.bytes)
    return noted
  }

  private static func masked(_ line: [UInt8], userInformation: String?) -> [UInt8] {
    guard let userInformation, !userInformation.isEmpty else { return line }
    let secrets = SentSecrets()
    secrets.note(exactly: userInformation + "@")
    return secrets.masked(line, with: "***@")
  }

  /// Writes pending entries at the end of the run.
  ///
  /// - Returns: the first error of the journal.
  package func finish() -> JournalError? {
    isOver.withLock { $0 = true }
    do throws(JournalError) {
      try journal.sync()
    } catch {
      fail(error)
    }
    return failure.withLock { $0 }
  }

  /// - Returns: false at the end of the run.
  private func flushIfDue() -> Bool {
    isOver.withLock { isOver in
      if isOver { return false }
      do throws(JournalError) {
        try journal.flushIfDue()
      } catch {
        fail(error)
      }
      return true
    }
  }

  private func fail(_ error: JournalError) { failure.withLock { if $0 == nil { $0 = error } } }
}

private enum JournalRecords {
  /// Replaces line breaks. JSON text never contains this control character.
  private static let separator: UInt8 = 0x1E

  static func line(_ records: [UInt8]) -> [UInt8] {
    var line = records
    if line.last == JSONByte.lineFeed { line.removeLast() }
    // Almost every item has one record.
    let isOne = !line.withUnsafeBytes { JSONByte.has(JSONByte.lineFeed, in: $0) }
    return isOne ? line : line.map { $0 == JSONByte.lineFeed ? separator : $0 }
  }

  static func isRetried(_ line: [UInt8], _ retried: ErrorsToRetry) -> Bool {
    if retried == .none { return false }
    // An item may have several records; the last has the failure.
    let record = line.split(separator: separator).last.flatMap { try? JSONView.parse(Array($0)) }
    return record?["error"].map(retried.contains) ?? (retried == .all)
  }

  static func records(_ line: [UInt8]) -> PipeRecords {
    line.isEmpty ? .none : PipeRecords(lines: lines(line[...]))
  }

  private static func lines(_ line: ArraySlice<UInt8>) -> [UInt8] {
    line.map { $0 == separator ? JSONByte.lineFeed : $0 } + [JSONByte.lineFeed]
  }

  static func beginning(_ line: [UInt8]) -> BatchLedger.Beginning? {
    guard let end = line.lastIndex(of: separator),
      let last = try? JSONView.parse(Array(line[(end + 1)...])), last["error"] != nil,
      let url = last["url"]?.string.flatMap({ try? RequestURL($0) })
    else { return nil }
    let count = line[...end].count { $0 == separator }
    return BatchLedger.Beginning(lines: lines(line[..<end]), count: count, url: url)
  }
}

extension ErrorRecord {
  /// The record of an item that was not processed because the journal is unavailable. Retryable,
  /// since the journal may only be locked.
  package init(_ error: JournalError, tool: String) {
    let code: ErrorCode = if case .locked = error { .locked } else { .write }
    self.init(code: code, message: error.description, tool: tool, isRetryable: true)
  }
}

extension ExitStatus {
  package init(_ error: JournalError) {
    self =
      switch error {
      case .locked: .tryLater
      case .notAJournal: .badData
      case .file: .cannotWrite
      case .foreign: .usage
      }
  }

  /// Returns `other` if it is worse: it overrides failures of items, but not a signal.
  package func orWorse(_ other: ExitStatus) -> ExitStatus {
    self == .success || self == .failure ? other : self
  }
}
