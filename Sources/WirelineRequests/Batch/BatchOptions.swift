package import WirelineCore

/// The options for journals and shards.
package struct BatchOptions: Sendable {
  @Option(
    "journal", "file", "Record each finished item in this file, to resume an interrupted run",
    isConfigurable: false)
  package var journal: String?
  @Flag("resume", "Print the records in the journal and process the remaining items")
  package var resume: Bool
  @Option(
    "wait", "time", "Maximum time to wait for a locked journal", default: "5s")
  package var wait: TimeAmount?
  @Option(
    "shard", "i/n", "Process one of n parts of the list, such as 1/4")
  package var shard: Shard?
  @Option(
    "shard-by", "host|url|line", "Property that assigns items to shards",
    default: "host",
    values: .choices(ShardCriterion.self))
  package var shardBy: ShardCriterion?

  package init() {}

  /// Returns the shard of this process; nil for the whole list.
  package func part() throws(UsageError) -> BatchPart? {
    if shard == nil, shardBy != nil { throw UsageError("--shard-by needs --shard") }
    return shard.map { BatchPart(shard: $0, criterion: shardBy ?? .host) }
  }

  /// Checks the journal's options.
  ///
  /// - Parameter others: the files of other options, which must differ from the journal.
  package func check(beside others: [NamedFile]) throws(UsageError) {
    if resume, journal == nil { throw UsageError("--resume needs --journal") }
    try NamedFile.checkDistinct([NamedFile(journal, of: "--journal")] + others)
  }

  package enum OpenedJournal: Sendable {
    case none
    case open(BatchLedger)
    /// No item can be processed; each gets an error record.
    case unavailable(JournalError)
  }

  /// Opens the journal.
  ///
  /// - Parameters:
  ///   - part: the shard of this run.
  ///   - retried: failures in the journal to retry.
  /// - Throws: if the journal belongs to another tool or shard.
  package func open(
    _ context: ToolContext, _ part: BatchPart?, retrying retried: ErrorsToRetry
  ) throws(UsageError) -> OpenedJournal {
    guard let path = journal else { return .none }
    do throws(JournalError) {
      let journal = try Journal(
        path: path, owner: JournalOwner(tool: context.tool, shard: part?.text),
        wait: wait?.duration ?? .seconds(5)
      ) { context.shutdown.isRequested }
      report(journal, context.diagnostics)
      return .open(BatchLedger(journal, resumes: resume, retried: retried))
    } catch {
      if case .foreign = error { throw UsageError(error.description, hint: error.hint) }
      return .unavailable(error)
    }
  }

  private func report(_ journal: Journal, _ diagnostics: Diagnostics) {
    diagnostics.verbose(
      "the journal has \(journal.count) items, \(journal.failureCount) of them failed")
    guard journal.skippedLines > 0 else { return }
    diagnostics.warning(
      "\(journal.skippedLines) lines of the journal are damaged; their items are processed again")
  }
}

/// A file that an option names.
package struct NamedFile {
  let option: String
  let path: String?

  package init(_ path: String?, of option: String) {
    self.option = option
    self.path = path
  }

  static func checkDistinct(_ files: [NamedFile]) throws(UsageError) {
    var known: [(option: String, path: String, file: FileIdentity)] = []
    for named in files {
      guard let path = named.path, let file = FileIdentity(path) else { continue }
      if let other = known.first(where: { $0.file == file }) {
        throw UsageError(
          "\(other.option) and \(named.option) name the same file, \"\(other.path)\"")
      }
      known.append((named.option, path, file))
    }
  }
}
