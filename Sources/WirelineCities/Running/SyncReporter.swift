internal import WirelineCore
internal import WirelineRequests

/// Reports the outcome of a sync: record, messages, metrics, summary and exit status.
struct SyncReporter {
  let paths: SyncPaths
  let options: SyncDataOptions
  let context: ToolContext
  let summary: JobSummary
  private let start = ContinuousClock.now

  func finish(_ report: CitySyncReport) -> ExitStatus {
    let favorites = paths.favoriteCount
    let now = context.environment.now
    for row in report.badRowSamples {
      context.diagnostics.warning("skipping \(report.secrets.masked("\(row)", with: "***"))")
    }
    if let badRows = report.badRows, badRows > report.badRowSamples.count {
      context.diagnostics.warning("skipped \(badRows) rows in total")
    }
    let status = reportError(of: report, now)
    summary.succeed(report.action.rawValue, bytes: report.bytes)
    let written = writeMetrics(
      of: report.action, report.metadata, changes: report.changes, favorites: favorites)
    let record = SyncRecord(report: report, favorites: favorites, elapsed: .now - start, now: now)
    // With -q, a successful run prints nothing: cron mails all output.
    let printed =
      context.common.level >= .normal ? PrintedRecord.print(record.lineBytes, context) : .success
    summary.print()
    let statuses = [context.shutdown.exitStatus, status, printed, written].compactMap(\.self)
    return statuses.first { $0 != .success } ?? .success
  }

  private func reportError(of report: CitySyncReport, _ now: Int) -> ExitStatus {
    guard let error = report.error else { return .success }
    let age = DataAge(seconds: max(0, now - report.metadata.checkedAt))
    switch report.action {
    case .refused:
      context.diagnostics.error("\(error)", hint: Self.unchanged)
      return .badData
    case _ where report.isTooOld:
      context.diagnostics.error("\(error); the data from \(age) ago exceeds --max-stale")
      return .failure
    default:
      context.diagnostics.warning("\(error); keeping the data from \(age) ago")
      return .success
    }
  }

  func finish(_ error: CitySyncError) -> ExitStatus {
    let record = ErrorRecord(error, tool: context.tool)
    // After a signal, a cancelled request needs no message.
    if record.code == .cancelled, let status = context.shutdown.exitStatus { return status }
    let metadata = paths.metadata
    context.diagnostics.error(
      record.message, hint: record.hint ?? hint(error, hasData: metadata != nil))
    _ = writeMetrics(of: nil, metadata, changes: nil, favorites: paths.favoriteCount)
    summary.fail(record.code)
    summary.print()
    if let status = context.shutdown.exitStatus { return status }
    return ExitStatus(record)
  }

  private static let unchanged = "the stored data is unchanged"

  private func hint(_ error: CitySyncError, hasData: Bool) -> String? {
    switch error {
    case .store(.file(let error)), .file(let error): databaseHint(error)
    case .store(let error): error.hint
    case .refused: Self.unchanged
    case .locked: "try again later, or wait longer, such as --wait 5m"
    case .status(let status, _, _) where !RetryPolicy.isRetryable(status: status):
      "check the URL" + (hasData ? "; \(Self.unchanged)" : "")
    case .request, .status:
      hasData
        ? Self.unchanged : "try again later, or use a local file: cities-sync cities.json"
    case .postponed: "query it now with --refresh"
    }
  }

  /// Returns a hint about the database; nil for other files, such as the --diff file.
  private func databaseHint(_ error: FileError) -> String? {
    let database = paths.database
    let isDatabase = error.path.hasPrefix(database) || database.hasPrefix(error.path + "/")
    return isDatabase && !error.isReading ? "give another --database" : nil
  }

  /// - Parameter action: nil for a failed run.
  private func writeMetrics(
    of action: CitySyncReport.Action?, _ metadata: CityMetadata?, changes: CityChanges?,
    favorites: Int?
  ) -> ExitStatus {
    guard let path = options.metrics else { return .success }
    let text = SyncMetrics(
      metadata: metadata, favorites: favorites, action: action, changes: changes,
      failures: SyncState.load(SyncState.path(of: paths.database)).failures,
      elapsed: .now - start, now: context.environment.now
    ).text
    do throws(FileError) {
      try AtomicFile.write(Array(text.utf8), to: path, sweeps: true)
      return .success
    } catch {
      context.diagnostics.error(error.description)
      return .cannotWrite
    }
  }
}
