/// The options of one command and the work it does. A command without a wait inside adopts
/// `SynchronousToolCommand`, any other `AsyncToolCommand`.
package protocol ToolCommand: Sendable {
  /// The options that all tools have.
  var common: CommonOptions { get }

  /// Groups of options of which only one can be used at a time. One that is given also overrides
  /// the others where a lower origin sets them.
  var exclusiveOptions: [[OptionDeclaration]] { get }

  /// The words that a shell offers for an option's value or for an operand, if they depend on the
  /// tool or on other options; nil to use those of the declaration.
  ///
  /// - Parameter given: the names of the options on the command line.
  func values(of option: OptionDeclaration, given: Set<String>) -> ValueCompletion?

  /// Default values that depend on other options, by option name: those of a preset.
  ///
  /// - Parameter given: returns the value that an option has; nil if it is absent.
  func impliedValues(given: (String) -> String?) -> [String: String]

  /// Does the work; all output is flushed when it returns.
  ///
  /// - Throws: `UsageError` for errors that only a look at all options together reveals, before
  ///   any work.
  func execute(_ context: ToolContext) throws(UsageError) -> ExitStatus
}

extension ToolCommand {
  package var exclusiveOptions: [[OptionDeclaration]] { [] }

  package func values(
    of option: OptionDeclaration, given: Set<String>
  ) -> ValueCompletion? { nil }

  package func impliedValues(given: (String) -> String?) -> [String: String] { [:] }
}

/// A command that does its work on the main thread, without a task.
package protocol SynchronousToolCommand: ToolCommand {
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

/// A command whose work is one task.
package protocol AsyncToolCommand: ToolCommand {
  func run(_ context: ToolContext) async throws(UsageError) -> ExitStatus
}

extension AsyncToolCommand {
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
