import WirelineCities
import WirelineCore
import WirelineRequests

/// What is told at the end of a sync: the record, what people have to know, the
/// metrics, the exit status.
struct SyncEnding {
  private let source: CitySource
  private let place: SyncPlace
  private let context: ToolContext
  private let start: ContinuousClock.Instant
  private let summary: JobSummary
  private let metrics: String?
  private let isStaleTaken: Bool

  init(
    _ source: CitySource, _ place: SyncPlace, _ context: ToolContext,
    start: ContinuousClock.Instant, metrics: String?, isStaleTaken: Bool
  ) {
    self.source = source
    self.place = place
    self.context = context
    self.start = start
    self.metrics = metrics
    self.isStaleTaken = isStaleTaken
    summary = JobSummary(context)
  }

  func end(_ report: CitySyncReport) -> ExitStatus {
    let favorites = place.favoriteCount
    let now = context.environment.now
    for row in report.badRowSamples {
      context.diagnostics.warning(
        report.secrets.masked("\(row), and is skipped", with: "***"))
    }
    if let badRows = report.badRows, badRows > report.badRowSamples.count {
      context.diagnostics.warning("\(badRows) rows were skipped in all")
    }
    if let stages = report.stages { context.diagnostics.verbose("\(stages)") }
    let status = tell(report, now)
    summary.succeed(report.action.rawValue, bytes: report.bytes)
    let measured = measure(report.action, report.metadata, report.changes, favorites)
    let printed = print(
      SyncRecord(report, favorites: favorites, elapsed: .now - start, now: now))
    summary.print()
    let statuses = [context.shutdown.exitStatus, status, printed, measured].compactMap(\.self)
    return statuses.first { $0 != .success } ?? .success
  }

  /// The fault that there was, if any.
  private func tell(_ report: CitySyncReport, _ now: Int) -> ExitStatus {
    guard let fault = report.fault else { return .success }
    let days = CityAge(seconds: max(0, now - report.metadata.checkedAt))
    switch report.action {
    case .refused:
      context.diagnostics.error("\(fault)", hint: "what was there before is untouched")
      return .badData
    case _ where report.isTooOld:
      context.diagnostics.error("\(fault); the data is \(days) old, more than --max-stale allows")
      return .failure
    default:
      context.diagnostics.warning("\(fault); the data of \(days) ago stays")
      return .success
    }
  }

  func end(_ error: CitySyncError) -> ExitStatus {
    let record = ErrorRecord(error, tool: context.tool)
    // The signal says it all: nothing was under way.
    if record.code == .cancelled, let status = context.shutdown.exitStatus { return status }
    context.diagnostics.error(record.message, hint: hint(error))
    let metadata = place.metadata
    _ = measure(nil, metadata, nil, place.favoriteCount)
    summary.fail(record.code)
    summary.print()
    if let status = context.shutdown.exitStatus { return status }
    // What is here could have been taken.
    if !isStaleTaken, let metadata, error.isPassing(isKnown: metadata.source == source.name) {
      return .tryLater
    }
    return ExitStatus(record)
  }

  private func hint(_ error: CitySyncError) -> String? {
    switch error {
    case .store(let error): error.hint
    case .refused: "what was there before is untouched"
    case .locked: "try again when it is done, or give a longer --wait"
    case .request, .status:
      place.metadata == nil
        ? "nothing is here yet: try again later, or give a file, cities-sync cities.json" : nil
    default: nil
    }
  }

  private func measure(
    _ action: CitySyncReport.Action?, _ metadata: CityMetadata?, _ changes: CityChanges?,
    _ favorites: Int?
  ) -> ExitStatus {
    guard let metrics else { return .success }
    let text = SyncMetrics(
      metadata: metadata, favorites: favorites, action: action, changes: changes,
      failures: SyncState.load(SyncState.path(of: place.database)).failures,
      elapsed: .now - start, now: context.environment.now
    ).text
    do throws(FileError) {
      let file = try AtomicFile(path: metrics, sweeps: true)
      try file.write(Array(text.utf8))
      try file.commit()
      return .success
    } catch {
      context.diagnostics.error(error.description)
      return .cannotWrite
    }
  }

  /// Silent with `-q`, as cron wants it.
  private func print(_ record: SyncRecord) -> ExitStatus {
    guard context.common.level >= .normal else { return .success }
    return PrintedRecord.print(record.lineBytes, context)
  }
}

/// How old data is, for people.
struct CityAge: CustomStringConvertible {
  let seconds: Int

  var description: String {
    switch seconds {
    case ..<120: "\(seconds) s"
    case ..<7200: "\(seconds / 60) min"
    case ..<172_800: "\(seconds / 3600) h"
    default: "\(seconds / 86_400) d"
    }
  }
}
