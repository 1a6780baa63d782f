internal import WirelineCore

/// Runs an operation on the whole store.
struct StoreJobRunner {
  let store: ImageStore
  let context: ToolContext

  /// - Parameter job: a job that does not read items.
  func run(_ job: StoreJob) -> ExitStatus {
    guard store.exists else { return reportMissingStore() }
    return closing { () throws(SQLiteError) in
      switch job {
      case .status: print(.init(store.directory, try store.status()))
      case .verify: try verify()
      case .list: try list()
      case .clear: print(.init(store.directory, cleared: try store.clear()))
      case .reindex: try reindex()
      case .remove, .prune: .internalError
      }
    }
  }

  private func closing(_ work: () throws(SQLiteError) -> ExitStatus) -> ExitStatus {
    do throws(SQLiteError) {
      defer { try? store.close() }
      return try work()
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
    return try stream(.columns([])) { send throws(SQLiteError) in
      let report: ImageReindex.Report
      do {
        defer { progress.end() }
        report = try store.reindex { image, issue in
          progress.finish(failed: issue != nil, bytes: image.bytes)
          if let issue { _ = send(line(issue, image)) }
        }
      }
      let record = ImageStoreRecord(store.directory, reindexed: report)
      _ = send(record.lineBytes)
      return record.failures
    }
  }

  private func verify() throws(SQLiteError) -> ExitStatus {
    let progress = Progress(context)
    progress.expect(total: try store.count())
    return try stream(.columns([])) { send throws(SQLiteError) in
      var tally = ImageStore.Verification()
      try store.verify { image, issue in
        tally.count(image, issue)
        progress.finish(failed: issue != nil, bytes: image.bytes)
        return issue.map { send(line($0, image)) } ?? (context.shutdown.received == nil)
      }
      progress.end()
      let record = ImageStoreRecord(store.directory, verified: tally)
      if context.shutdown.received == nil { _ = send(record.lineBytes) }
      return record.failures
    }
  }

  private func line(_ issue: ImageIssue, _ image: IndexedImage) -> [UInt8] {
    ErrorRecord(issue, image, directory: store.directory, tool: context.tool).lineBytes
  }

  private func list() throws(SQLiteError) -> ExitStatus {
    try stream(.table(ListedImageRecord.table)) { send throws(SQLiteError) in
      var count = 0
      try store.forEachFile { image in
        count += 1
        let record = ListedImageRecord(ref: count, image: image)
        return send(JSONWriter.line(record.writeFields))
      }
      return 0
    }
  }

  /// Removes the images that are not in a list, or prints which it would remove.
  func prune(keeping kept: KeptImages, isPlan: Bool) -> ExitStatus {
    closing { () throws(SQLiteError) in
      try stream(.table(FetchPipeline.actions)) { send throws(SQLiteError) in
        var (count, failures) = (0, 0)
        try store.prune(keeping: kept, isPlan: isPlan) { image, error in
          count += 1
          if error != nil { failures += 1 }
          return send(pruned(image, error, isPlan: isPlan, ref: Array("\(count)".utf8)))
        }
        return failures
      }
    }
  }

  private func pruned(
    _ image: StoredImage, _ error: FileError?, isPlan: Bool, ref: [UInt8]
  ) -> [UInt8] {
    if let error {
      var record = ErrorRecord(code: .write, message: error.description, tool: context.tool)
      (record.ref, record.url) = (ref, image.entry.url)
      return record.lineBytes
    }
    let record = ImageActionRecord(
      action: isPlan ? .remove : .removed, image: image, ref: ref, url: image.entry.url)
    return JSONWriter.line(record.writeFields)
  }

  /// Prints the records of an operation as it finds them.
  ///
  /// - Parameter work: calls `send` with each record, which returns whether to continue, and
  ///   returns the number of failures.
  private func stream(
    _ view: RecordView, _ work: (_ send: ([UInt8]) -> Bool) throws(SQLiteError) -> Int
  ) throws(SQLiteError) -> ExitStatus {
    let printer = RecordPrinter(context, view: view)
    var failure: WriteError?
    let failures: Int
    do throws(SQLiteError) {
      failures = try work { line in
        do throws(WriteError) {
          return try printer.print(line) && context.shutdown.received == nil
        } catch {
          failure = failure ?? error
          return false
        }
      }
    } catch {
      // A table has rows that are not printed yet.
      _ = printer.finish()
      throw error
    }
    if let failure = failure ?? printer.finish() {
      context.diagnostics.error("\(failure)")
      return .cannotWrite
    }
    if let signal = context.shutdown.received { return ExitStatus(signal: signal) }
    return failures > 0 ? .failure : .success
  }
}
