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
    let record = report.record(favorites: favorites, elapsed: .now - start, now: now)
    // With -q, a successful run prints nothing: cron mails all output.
    let printed =
      context.common.level >= .normal ? PrintedRecord.print(record, context) : .success
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
    let text = metrics(of: action, metadata, changes: changes, favorites: favorites)
    do throws(FileError) {
      try AtomicFile.write(Array(text.utf8), to: path, sweeps: true)
      return .success
    } catch {
      context.diagnostics.error(error.description)
      return .cannotWrite
    }
  }

  /// The metrics of a sync in Prometheus' text format 0.0.4, for the textfile collector of
  /// node_exporter.
  private func metrics(
    of action: CitySyncReport.Action?, _ metadata: CityMetadata?, changes: CityChanges?,
    favorites: Int?
  ) -> String {
    let gauges: [(name: String, value: (any CustomStringConvertible)?, help: String)] = [
      ("rows", metadata?.cities ?? 0, "Number of cities in the database."),
      ("favorites", favorites, "Number of favourites."),
      ("updated_timestamp_seconds", metadata?.updatedAt, "Time of the last change of the data."),
      (
        "checked_timestamp_seconds", metadata?.checkedAt,
        "Time of the last confirmation by the source."
      ),
      ("run_timestamp_seconds", context.environment.now, "End of the last run."),
      ("run_duration_seconds", (.now - start).milliseconds / 1000, "Duration of the last run."),
      (
        "failures", SyncState.load(SyncState.path(of: paths.database)).failures,
        "Consecutive failed runs."
      ),
      ("added", changes?.added ?? 0, "Cities added by the last run."),
      ("removed", changes?.removed ?? 0, "Cities removed by the last run."),
      ("changed", changes?.changed ?? 0, "Cities changed by the last run."),
    ]
    var text = ""
    for (name, value, help) in gauges {
      guard let value else { continue }
      text += "# HELP wireline_cities_\(name) \(help)\n# TYPE wireline_cities_\(name) gauge\n"
      text += "wireline_cities_\(name) \(value)\n"
    }
    text += "# HELP wireline_cities_result Outcome of the last run.\n"
    text += "# TYPE wireline_cities_result gauge\n"
    for result in CitySyncReport.Action.allCases.map(\.rawValue) + ["failed"] {
      let value = result == action?.rawValue ?? "failed" ? 1 : 0
      text += "wireline_cities_result{action=\"\(result)\"} \(value)\n"
    }
    return text
  }
}
