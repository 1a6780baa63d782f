/// A tool that waits for something while it works: its work is one task.
package protocol ToolCommand: ParsableTool {
  /// Does the work; all output is flushed when it returns.
  func run(_ context: ToolContext) async throws(UsageError) -> ExitStatus
}

extension ToolCommand {
  package func execute(_ context: ToolContext) throws(UsageError) -> ExitStatus {
    let result = BlockingTask.run {
      () async -> Result<ExitStatus, UsageError> in
      do throws(UsageError) {
        return .success(try await run(context))
      } catch {
        return .failure(error)
      }
    }
    switch result {
    case .success(let status): return status
    case .failure(let error): return try context.end(error)
    }
  }
}
