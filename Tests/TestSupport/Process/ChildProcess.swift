import Glibc

/// A process that was started, and a thread that waits for its end.
final class ChildProcess: Sendable {
  /// What the child gets as its first three descriptors.
  struct Descriptors: Sendable {
    /// nil: closed in the child.
    var input: Int32?
    var output: Int32?
    var error: Int32?
  }

  let identifier: pid_t
  private let ending: Monitor<ProcessEnding?>

  /// Starts `command` (a path and its arguments) as leader of a process group of its own.
  init(
    command: [String], environment: [String: String], directory: String, descriptors: Descriptors,
    measuresMemory: Bool
  ) throws {
    let launch = SpawnRequest(
      command: command, environment: environment, directory: directory, descriptors: descriptors)
    let identifier = try measuresMemory ? MeasuredLaunch.start(launch) : launch.start()
    let ending = Monitor<ProcessEnding?>(nil)
    self.identifier = identifier
    self.ending = ending
    try BackgroundThread.start { Self.reap(identifier, into: ending) }
  }

  /// Sends a signal to the process, unless it has ended.
  func send(_ signal: Int32) {
    ending.withLock { if $0 == nil { _ = kill(identifier, signal) } }
  }

  /// Kills the process and all it started.
  func killGroup() {
    ending.withLock { if $0 == nil { _ = kill(-identifier, SIGKILL) } }
  }

  /// Waits for the end.
  ///
  /// - Returns: nil if it still runs after `limit`.
  func wait(within limit: Duration) -> ProcessEnding? {
    _ = ending.wait(within: limit) { $0 != nil }
    return ending.withLock { $0 }
  }

  private static func reap(_ identifier: pid_t, into ending: Monitor<ProcessEnding?>) {
    // Waits without reaping first: until the lock is held the number stays this process's own,
    // so a signal cannot reach a stranger.
    var information = siginfo_t()
    while waitid(P_PID, id_t(identifier), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    ending.withLock {
      var status: Int32 = 0
      var usage = rusage()
      while wait4(identifier, &status, 0, &usage) < 0, errno == EINTR {}
      $0 = ProcessEnding(status: status, usage: usage)
    }
  }
}
