import Glibc

/// A running child process, and a thread that reaps it.
final class ChildProcess: Sendable {
  /// The standard descriptors of the child; nil for a closed one.
  struct Descriptors: Sendable {
    var input: Int32?
    var output: Int32?
    var error: Int32?
  }

  let identifier: pid_t
  private let result: Monitor<ProcessResult?>

  /// Starts a command (a path and its arguments) as leader of a new process group.
  init(
    command: [String], environment: [String: String], directory: String, descriptors: Descriptors,
    measuresMemory: Bool
  ) throws {
    let launch = SpawnRequest(
      command: command, environment: environment, directory: directory, descriptors: descriptors)
    let identifier = try measuresMemory ? MeasuredLaunch.start(launch) : launch.start()
    let result = Monitor<ProcessResult?>(nil)
    self.identifier = identifier
    self.result = result
    try BackgroundThread.start { Self.reap(identifier, into: result) }
  }

  /// Sends a signal to the process, unless it has ended.
  func send(_ signal: Int32) {
    result.withLock { if $0 == nil { _ = kill(identifier, signal) } }
  }

  /// Kills the process and its group.
  func killGroup() {
    result.withLock { if $0 == nil { _ = kill(-identifier, SIGKILL) } }
  }

  /// Waits for the process.
  ///
  /// - Returns: nil if it is still running after `limit`.
  func wait(within limit: Duration) -> ProcessResult? {
    _ = result.wait(within: limit) { $0 != nil }
    return result.withLock { $0 }
  }

  private static func reap(_ identifier: pid_t, into result: Monitor<ProcessResult?>) {
    // Waits first and reaps under the lock, so that `send` cannot signal a reused identifier.
    var information = siginfo_t()
    while waitid(P_PID, id_t(identifier), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    result.withLock {
      var status: Int32 = 0
      var usage = rusage()
      while wait4(identifier, &status, 0, &usage) < 0, errno == EINTR {}
      $0 = ProcessResult(status: status, usage: usage)
    }
  }
}
