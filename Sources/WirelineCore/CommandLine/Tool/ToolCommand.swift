internal import Synchronization

/// The options of a command and its work. Adopt `SynchronousToolCommand` or `AsyncToolCommand`.
package protocol ToolCommand: Sendable {
  var common: CommonOptions { get }

  /// Groups of mutually exclusive options. A given option also overrides the others of its group
  /// that are set in a lower origin.
  var exclusiveOptions: [[OptionDeclaration]] { get }

  /// The completion of a value or operand if it depends on the tool or on other options; nil to use
  /// that of the declaration.
  ///
  /// - Parameter given: the names of the options on the command line.
  func values(of option: OptionDeclaration, given: Set<String>) -> ValueCompletion?

  /// Default values that depend on other options, such as a preset, by option name.
  ///
  /// - Parameter given: returns the value of an option; nil if it is absent.
  func impliedValues(given: (String) -> String?) -> [String: String]

  /// Does the work; all output is flushed when it returns.
  ///
  /// - Throws: for invalid combinations of options, before any work.
  func execute(_ context: ToolContext) throws(UsageError) -> ExitStatus
}

extension ToolCommand {
  package var exclusiveOptions: [[OptionDeclaration]] { [] }

  package func values(of option: OptionDeclaration, given: Set<String>) -> ValueCompletion? { nil }

  package func impliedValues(given: (String) -> String?) -> [String: String] { [:] }
}

/// A command that runs on the main thread, without a task.
package protocol SynchronousToolCommand: ToolCommand {
  func run(_ context: ToolContext) throws(UsageError) -> ExitStatus
}

extension SynchronousToolCommand {
  package func execute(_ context: ToolContext) throws(UsageError) -> ExitStatus {
    do throws(UsageError) {
      return try run(context)
    } catch {
      return try context.report(error)
    }
  }
}

/// A command that runs as one task.
package protocol AsyncToolCommand: ToolCommand {
  func run(_ context: ToolContext) async throws(UsageError) -> ExitStatus
}

extension AsyncToolCommand {
  package func execute(_ context: ToolContext) throws(UsageError) -> ExitStatus {
    let executor = CallingThreadExecutor()
    Task(executorPreference: executor) {
      do throws(UsageError) {
        executor.end(.success(try await run(context)))
      } catch {
        executor.end(.failure(error))
      }
    }
    do throws(UsageError) {
      return try executor.run().get()
    } catch {
      return try context.report(error)
    }
  }
}

/// Runs a task on the calling thread until it ends.
///
/// The shared pool would need another thread, and libdispatch hangs if it cannot start one.
private final class CallingThreadExecutor: TaskExecutor {
  private let jobs = Mutex<[UnownedJob]>([])
  private let result = Mutex<Result<ExitStatus, UsageError>?>(nil)
  private let wake = ThreadSemaphore()

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    wake.signal()
  }

  func end(_ value: Result<ExitStatus, UsageError>) { result.withLock { $0 = value } }

  func run() -> Result<ExitStatus, UsageError> {
    while true {
      wake.wait()
      let job = jobs.withLock { $0.removeFirst() }
      job.runSynchronously(on: asUnownedTaskExecutor())
      if let value = result.withLock({ $0 }) { return value }
    }
  }
}
