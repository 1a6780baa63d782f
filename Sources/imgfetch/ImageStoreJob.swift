import WirelineCore
import WirelineImages

/// What is done with the store in the place of a fetch.
struct ImageStoreJobs: Sendable {
  @Flag("status", "print what is stored") var status: Bool
  @Flag("verify-store", "read all that is stored, and print what is damaged") var verifyStore: Bool
  @Flag("remove", "remove the images of these URLs") var remove: Bool
  @Flag("clear", "remove all images") var clear: Bool
  @Flag("reindex", "bring the index up to date with the files") var reindex: Bool

  enum Job { case status, verify, remove, clear, reindex }

  var all: [OptionDeclaration] { [$status, $verifyStore, $remove, $clear, $reindex] }

  /// The job that is requested; nil for a fetch.
  var job: Job? {
    let jobs: [(Bool, Job)] = [
      (status, .status), (verifyStore, .verify), (remove, .remove), (clear, .clear),
      (reindex, .reindex),
    ]
    return jobs.first(where: \.0)?.1
  }
}

/// Does a job on the whole store.
struct ImageStoreRun {
  let store: ImageStore
  let context: ToolContext

  func run(_ job: ImageStoreJobs.Job) -> ExitStatus {
    guard store.isThere else { return missing() }
    do throws(ImageIndexFailure) {
      defer { try? store.close() }
      switch job {
      case .status: return print(.init(store.directory, try store.status()))
      case .verify: return try verify()
      case .clear: return print(.init(store.directory, cleared: try store.clear()))
      case .reindex: return try reindex()
      case .remove: return .internalFault
      }
    } catch {
      context.diagnostics.error(error.description)
      return ExitStatus(ErrorCode(error.kind))
    }
  }

  /// Tells that there is no store.
  func missing() -> ExitStatus {
    context.diagnostics.error("there is no directory \"\(store.directory)\"")
    return .noData
  }

  private func print(_ record: ImageStoreRecord) -> ExitStatus {
    let status = PrintedRecord.print(record.lineBytes, context)
    return status == .success && record.failures > 0 ? .failure : status
  }

  private func reindex() throws(ImageIndexFailure) -> ExitStatus {
    let progress = Progress(context)
    let report: ImageReindex.Report
    do {
      defer { progress.end() }
      report = try store.reindex { progress.finish(bytes: $0.bytes) }
    }
    return print(.init(store.directory, reindexed: report))
  }

  private func verify() throws(ImageIndexFailure) -> ExitStatus {
    let progress = Progress(context)
    progress.expect(total: try store.status().count)
    let printer = RecordPrinter(context, columns: [])
    var tally = ImageStoreRecord.Verification()
    var failure: WriteError?
    try store.verify { image, fault in
      tally.count(image, fault)
      progress.finish(failed: fault != nil, bytes: image.bytes)
      guard let fault else { return context.shutdown.received == nil }
      do throws(WriteError) {
        let record = ErrorRecord(fault, image, directory: store.directory, tool: context.tool)
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
