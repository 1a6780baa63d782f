import ArgumentParser
import WirelineCore

/// How a batch is told from others, and taken up again.
struct BatchOptions: DeclaredOptions {
  @Option(Self.journal) var journal: String?
  @Flag(Self.resume) var resume: Bool
  @Option(Self.shard) var shard: String?
  @Option(Self.shardBy) var shardBy: ShardCriterion?
  @Option(Self.contactSheet) var contactSheet: String?
  @Flag(Self.dryRun) var dryRun: Bool

  static let declarations = [journal, resume, shard, shardBy, contactSheet, dryRun]

  static let journal = OptionDeclaration(
    "journal", .value("file"), "note each finished record in this file", isConfigurable: false)
  static let resume = OptionDeclaration(
    "resume", .flag(inverse: nil), "print again what the journal has, and do the rest",
    isConfigurable: false)
  static let shard = OptionDeclaration(
    "shard", .value("i/n|auto"), "do the ith of n parts of the list",
    values: .words(WordList("shards", plain: { ["auto"] })))
  static let shardBy = OptionDeclaration(
    "shard-by", .value("host|url|line"), "what decides about an item's part", default: "host",
    values: .choices("shard criteria", ShardCriterion.self))
  static let contactSheet = OptionDeclaration(
    "contact-sheet", .value("file"), "write a page to look at the images", isConfigurable: false)
  static let dryRun = OptionDeclaration(
    "dry-run", .flag(inverse: nil), "say what would be fetched, and fetch nothing",
    isConfigurable: false)

  /// The part of the list that is this process's; nil for all of it.
  func part(_ context: ToolContext) throws(UsageError) -> BatchShard? {
    guard let shard else {
      if shardBy != nil { throw UsageError("--shard-by needs --shard") }
      return nil
    }
    do throws(ShardError) {
      return BatchShard(
        shard: try Shard(shard) { context.environment[$0] }, criterion: shardBy ?? .host)
    } catch {
      throw UsageError(error.description, hint: error.hint)
    }
  }

  /// - Parameter others: the files that other options name, by these.
  func check(beside others: [(option: String, path: String?)]) throws(UsageError) {
    if resume, journal == nil { throw UsageError("--resume needs --journal") }
    let files = [("--journal", journal), ("--contact-sheet", contactSheet)] + others
    var known: [(option: String, path: String, file: FileIdentity)] = []
    for (option, path) in files {
      guard let path, let file = FileIdentity(path) else { continue }
      if let other = known.first(where: { $0.file == file }) {
        throw UsageError("\(other.option) and \(option) name the same file, \"\(other.path)\"")
      }
      known.append((option, path, file))
    }
    if dryRun, isKept { throw UsageError("--dry-run excludes --journal and --contact-sheet") }
  }

  /// Whether a file is to tell what became of the batch.
  var isKept: Bool { journal != nil || contactSheet != nil }

  /// - Returns: nil without a journal.
  func ledger(
    _ gateway: ImageGateway, retrying retried: RetriedErrors, _ diagnostics: Diagnostics
  ) throws(JournalError) -> FetchLedger? {
    guard let path = journal else { return nil }
    let journal = try FetchJournal<ErrorCode>(path: path)
    tell(journal, diagnostics)
    return FetchLedger(journal, resumes: resume, retried: retried) { gateway.isStored($0) }
  }

  /// What is there, and what of it is of no use.
  private func tell(_ journal: FetchJournal<ErrorCode>, _ diagnostics: Diagnostics) {
    let failures = journal.outcomes.failures.reduce(0) { $0 + $1.count }
    diagnostics.verbose("the journal has \(journal.count) items, \(failures) of them failed")
    guard journal.skippedLines > 0 else { return }
    diagnostics.warning(
      "\(journal.skippedLines) lines of the journal are damaged: their items are done again")
  }

  /// - Returns: nil without a contact sheet.
  func sheet() throws(FileError) -> SheetWriter? {
    guard let contactSheet else { return nil }
    return try SheetWriter(path: contactSheet)
  }
}

/// What decides which shard an item belongs to.
enum ShardCriterion: String, ChoiceArgument {
  /// So that limits per host hold across all shards.
  case host
  case url
  case line
}

/// The part of a list that is one process's.
struct BatchShard: Sendable {
  let shard: Shard
  let criterion: ShardCriterion

  /// - Parameter url: nil for an item that names none, which goes by its line.
  func contains(_ url: RequestURL?, line: Int) -> Bool {
    guard let url, criterion != .line else { return shard.contains(line: line) }
    return criterion == .host ? shard.contains(host: url.host) : shard.contains(url: url.text)
  }
}
