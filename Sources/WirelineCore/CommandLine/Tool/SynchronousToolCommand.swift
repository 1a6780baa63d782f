/// A tool that does its work on the main thread, with no task at all.
package protocol SynchronousToolCommand: ParsableTool {
  /// Does the work; all output is flushed when it returns.
  func run(_ context: ToolContext) throws(UsageError) -> ExitStatus
}

extension SynchronousToolCommand {
  package func execute(_ context: ToolContext) throws(UsageError) -> ExitStatus {
    do throws(UsageError) {
      return try run(context)
    } catch {
      return try context.end(error)
    }
  }
}
