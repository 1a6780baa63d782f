internal import CStart
package import Glibc
internal import Synchronization

/// The process groups of running filters.
///
/// A group can be killed safely until its leader is reaped, which frees the group's number.
final class FilterProcesses: Sendable {
  static let process = FilterProcesses()

  enum Termination: Equatable {
    case exit(Int32)
    case signal(Int32)
    case unknown

    fileprivate init(status: Int32) {
      let signal = status & 0x7F
      self = signal == 0 ? .exit(status >> 8 & 0xFF) : .signal(signal)
    }
  }

  private struct State: Sendable {
    var groups: Set<pid_t> = []
    var isStopped = false
  }

  private let state = Mutex(State())

  init() { collect_children() }

  var isStopped: Bool { state.withLock { $0.isStopped } }

  func killAll() {
    state.withLock { state in
      state.isStopped = true
      for group in state.groups { kill(-group, SIGKILL) }
    }
  }

  /// Starts a shell command in its own group.
  ///
  /// - Returns: the group, for `finish`.
  func start(
    _ command: String, input: Int32, output: Int32, errors: Int32
  ) throws(FileFilterFailure) -> pid_t {
    // Under the lock, so that `killAll` does not miss a starting process.
    try state.withLock { state throws(FileFilterFailure) in
      if state.isStopped { throw .stopped }
      let (group, code) = spawn(command, [input, output, errors])
      if code != 0 { throw .cannotStart(code) }
      state.groups.insert(group)
      return group
    }
  }

  /// - Returns: the process, and 0 or an `errno`.
  private func spawn(_ command: String, _ streams: [Int32]) -> (process: pid_t, code: Int32) {
    // `--`, because a command may begin with a dash.
    let words = ["sh", "-c", "--", command]
    var arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var process: pid_t = 0
    let code = start_process("/bin/sh", -1, &arguments, nil, streams, &process)
    if code == 0 { DescriptorLimit.restore(for: process) }
    return (process, code)
  }

  /// Whether the leader has ended; does not reap it.
  func hasEnded(_ group: pid_t) -> Bool {
    var status = siginfo_t()
    let code = waitid(P_PID, id_t(group), &status, WEXITED | WNOHANG | WNOWAIT)
    // ECHILD: other code reaped it.
    return code == 0 ? status.si_signo == SIGCHLD : errno == ECHILD
  }

  /// Kills the rest of the group and reaps its leader.
  ///
  /// - Returns: how the leader ended.
  func finish(_ group: pid_t) -> Termination {
    kill(-group, SIGKILL)
    _ = state.withLock { $0.groups.remove(group) }
    let termination = reap(group)
    waitUntilGone(group)
    return termination
  }

  private func reap(_ group: pid_t) -> Termination {
    var termination = Termination.unknown
    var status: Int32 = 0
    // Loops because process 1 of a container inherits the leader's children.
    while true {
      let process = waitpid(-group, &status, 0)
      if process < 0, errno != EINTR { return termination }
      if process == group { termination = Termination(status: status) }
    }
  }

  /// Waits up to 0.1 s for killed processes, which may still finish a write. They are not our
  /// children, so `waitpid` does not apply.
  private func waitUntilGone(_ group: pid_t) {
    for _ in 0..<100 {
      if kill(-group, 0) != 0 { return }
      usleep(1000)
    }
  }
}

extension sigaction {
  /// Whether the signal is ignored. Async-signal-safe.
  package var isIgnoring: Bool {
    // C functions cannot be compared in Swift, their addresses can.
    let handler = unsafeBitCast(__sigaction_handler.sa_handler, to: Int.self)
    return handler == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}

package enum FileFilterFailure: Error, Equatable, Sendable, CustomStringConvertible {
  case file(FileError)
  /// The shell could not be started: an `errno`.
  case cannotStart(Int32)
  case notFound
  case notExecutable
  /// Another exit status; 128 plus the signal's number if a signal ended a program of the shell.
  case exit(Int32)
  case signal(Int32)
  case timedOut(Duration)
  case tooLarge(limit: Int)
  case noOutput
  case stopped
  case lost

  package var description: String {
    switch self {
    case .file(let error): error.description
    case .cannotStart(let code): "cannot start /bin/sh: \(SystemErrorText(code: code))"
    case .notFound: "program not found (exit status 127)"
    case .notExecutable: "cannot run the program (exit status 126)"
    case .exit(let status): "exit status \(status)"
    case .signal(let number): "killed by signal \(number)"
    case .timedOut(let limit): "timed out after \(limit.unitText)"
    case .tooLarge(let limit): "output larger than \(limit) bytes"
    case .noOutput: "no output"
    case .stopped: "stopped"
    case .lost: "unknown exit status"
    }
  }
}
