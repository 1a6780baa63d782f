import WirelineCore
import WirelineImages
import WirelineRequests

/// The end of a run: what is still to be written, and what that says of it.
struct FetchEnding {
  private let context: ToolContext
  private let isLimited: Bool

  /// - Parameter isLimited: whether the store has a limit, which only the index
  ///   can keep.
  init(_ context: ToolContext, isLimited: Bool = false) {
    self.context = context
    self.isLimited = isLimited
  }

  /// - Parameters:
  ///   - status: of the items.
  ///   - store: writes what the store has not written.
  func end(
    _ status: ExitStatus, _ run: FetchRun? = nil, store: () throws(ImageIndexFailure) -> Void
  ) -> ExitStatus {
    var status = status
    do throws(ImageIndexFailure) {
      try store()
    } catch {
      // The files are there; what the index does not know is found by their names.
      if isLimited {
        context.diagnostics.error("the store's limit is not kept: \(error.description)")
        status = status.orWorse(.cannotWrite)
      } else {
        context.diagnostics.warning(error.description)
      }
    }
    if let error = run?.sheet?.finish() { status = status.orWorse(fail(error)) }
    if let error = run?.ledger?.finish() { status = status.orWorse(fail(error)) }
    return status
  }

  /// What had to go, for those who want to know.
  func tell(_ sweep: ImageIndex.Sweep) {
    guard sweep.count + sweep.failed > 0 else { return }
    let left = sweep.failed > 0 ? ", \(sweep.failed) could not be" : ""
    context.diagnostics.verbose("\(sweep.count) images, \(sweep.bytes) bytes, were removed\(left)")
  }

  func fail(_ error: FileError) -> ExitStatus {
    context.diagnostics.error(error.description)
    return .cannotWrite
  }

  func fail(_ error: JournalError) -> ExitStatus {
    context.diagnostics.error(error.description)
    return ExitStatus(error)
  }
}
