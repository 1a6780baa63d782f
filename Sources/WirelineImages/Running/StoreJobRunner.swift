internal import WirelineCore

/// Runs an operation on the whole store.
struct StoreJobRunner {
  let store: ImageStore
  let context: ToolContext

  /// - Parameter job: any but `remove`, which reads items.
  func run(_ job: StoreJob) -> ExitStatus {
    guard store.exists else { return reportMissingStore() }
    do throws(SQLiteError) {
      defer { try? store.close() }
      switch job {
      case .status: return print(.init(store.directory, try store.status()))
      case .verify: return try verify()
      case .clear: return print(.init(store.directory, cleared: try store.clear()))
      case .reindex: return try reindex()
      case .remove: return .internalError
      }
    } catch {
      context.diagnostics.error("image index: \(error)")
      return ExitStatus(ErrorCode(error.kind))
    }
  }

  func reportMissingStore() -> ExitStatus {
    context.diagnostics.error("directory \"\(store.directory)\" does not exist")
    return .noData
  }

  private func print(_ record: ImageStoreRecord) -> ExitStatus {
    let status = PrintedRecord.print(record.lineBytes, context)
    return status == .success && record.failures > 0 ? .failure : status
  }

  private func reindex() throws(SQLiteError) -> ExitStatus {
    let progress = Progress(context)
    let report: ImageReindex.Report
    do {
      defer { progress.end() }
      report = try store.reindex { progress.finish(bytes: $0.bytes) }
    }
    return print(.init(store.directory, reindexed: report))
  }

  private func verify() throws(SQLiteError) -> ExitStatus {
    let progress = Progress(context)
    progress.expect(total: try store.count())
    let printer = RecordPrinter(context, view: .columns([]))
    var tally = ImageStore.Verification()
    var failure: WriteError?
    try store.verify { image, issue in
      tally.count(image, issue)
      progress.finish(failed: issue != nil, bytes: image.bytes)
      guard let issue else { return context.shutdown.received == nil }
      do throws(WriteError) {
        let record = ErrorRecord(issue, image, directory: store.directory, tool: context.tool)
        return try printer.print(record.lineBytes) && context.shutdown.received == nil
      } catch {
        failure = error
        return false
      }
    }
    progress.end()
    if let failure = failure ?? printer.finish() {
      context.diagnostics.error("\(failure)")
      return .cannotWrite
    }
    if let signal = context.shutdown.received { return ExitStatus(signal: signal) }
    return print(.init(store.directory, verified: tally))
  }
}
