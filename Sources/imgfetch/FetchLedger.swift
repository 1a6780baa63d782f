import Synchronization
import WirelineCore

/// The journal of a run: what is finished, for the next run.
final class FetchLedger: Sendable {
  private let journal: FetchJournal<ErrorCode>
  private let resumes: Bool
  private let retried: RetriedErrors
  private let isStored: @Sendable (RequestURL) -> Bool
  private let failure = Mutex<JournalError?>(nil)
  private let isOver = Mutex(false)

  /// Failures that say nothing of the image: the next run tries again.
  private static let circumstances: Set<ErrorCode> = [
    .cancelled, .write, .offline, .queueExpired, .internal,
  ]

  /// - Parameters:
  ///   - resumes: whether what the journal has is not done again.
  ///   - retried: failures that are.
  ///   - isStored: whether an image is where the journal says; it also makes sure
  ///     that the index of a killed run knows of it.
  init(
    _ journal: FetchJournal<ErrorCode>, resumes: Bool, retried: RetriedErrors,
    isStored: @escaping @Sendable (RequestURL) -> Bool
  ) {
    self.isStored = isStored
    self.journal = journal
    self.resumes = resumes
    self.retried = retried
    Ticker.start(every: .milliseconds(100)) { [weak self] in self?.flushIfDue() ?? false }
  }

  /// What an earlier run has printed; nil where the item is to be done.
  ///
  /// - Parameter url: nil for an item that names none.
  func finished(_ key: JournalKey, _ url: RequestURL?) -> ItemResult? {
    guard resumes else { return nil }
    do throws(JournalError) {
      guard let outcome = journal.outcome(of: key), outcome.map({ !retried.contains($0) }) ?? true,
        let entry = try journal.entry(for: key),
        entry.code != nil || url.map({ isStored($0) }) ?? true
      else { return nil }
      var result = ItemResult(PipeRecords(line: entry.line))
      result.outcome = "resumed"
      if let code = entry.code {
        result.failure = ItemFailure(
          code: code, status: ExitStatus(code), message: "\(code.rawValue), as the journal has it")
        result.failure?.host = url?.host
      }
      return result
    } catch {
      fail(error)
      return nil
    }
  }

  /// Notes what became of an item; its records are formatted now.
  func note(_ key: JournalKey, _ result: ItemResult) -> ItemResult {
    if let code = result.failure?.code, Self.circumstances.contains(code) { return result }
    var writer = JSONWriter()
    result.records.write(to: &writer)
    let line = Array(writer.bytes.dropLast())
    do throws(JournalError) {
      try journal.append(key: key, code: result.failure?.code, line: line)
    } catch {
      fail(error)
    }
    var noted = result
    noted.records = PipeRecords(line: line)
    return noted
  }

  /// Writes the rest.
  ///
  /// - Returns: why something could not be written.
  func finish() -> JournalError? {
    isOver.withLock { $0 = true }
    do throws(JournalError) {
      try journal.sync()
    } catch {
      fail(error)
    }
    return failure.withLock { $0 }
  }

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

  private func fail(_ error: JournalError) {
    failure.withLock { if $0 == nil { $0 = error } }
  }
}
