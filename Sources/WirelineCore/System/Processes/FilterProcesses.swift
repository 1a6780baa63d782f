internal import CStart
// `environ` is a C variable, which is only read: the tools do not call `setenv`.
@preconcurrency package import Glibc
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
  }

  private struct State: Sendable {
    var groups: Set<pid_t> = []
    var isStopped = false
  }

  private let state = Mutex(State())

  init() {
    // If SIGCHLD is ignored, as inherited from some parents, the kernel reaps children itself.
    var old = sigaction()
    if sigaction(SIGCHLD, nil, &old) == 0, old.isIgnoring { signal(SIGCHLD, SIG_DFL) }
  }

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
    _ command: String, input: Int32, output: Int32, inheritsStderr: Bool
  ) throws(FileFilterFailure) -> pid_t {
    // Under the lock, so that `killAll` does not miss a starting process.
    try state.withLock { state throws(FileFilterFailure) in
      if state.isStopped { throw .stopped }
      let spawn = FilterSpawn(input: input, output: output, inheritsStderr: inheritsStderr)
      let (group, code) = spawn.start(command)
      if code != 0 { throw .cannotStart(code) }
      state.groups.insert(group)
      return group
    }
  }

  /// Whether the leader has ended; does not reap it.
  func hasEnded(_ group: pid_t) -> Bool {
    var facts = siginfo_t()
    let code = waitid(P_PID, id_t(group), &facts, WEXITED | WNOHANG | WNOWAIT)
    // ECHILD: other code reaped it.
    return code == 0 ? facts.si_signo == SIGCHLD : errno == ECHILD
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

extension FilterProcesses.Termination {
  fileprivate init(status: Int32) {
    let signal = status & 0x7F
    self = signal == 0 ? .exit(status >> 8 & 0xFF) : .signal(signal)
  }
}

extension sigaction {
  /// Whether the signal is ignored. Async-signal-safe.
  package var isIgnoring: Bool {
    let handler = unsafeBitCast(__sigaction_handler.sa_handler, to: Int.self)
    return handler == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}

private struct FilterSpawn {
  let input: Int32
  let output: Int32
  let inheritsStderr: Bool

  /// - Returns: the process, and 0 or an `errno`.
  func start(_ command: String) -> (process: pid_t, code: Int32) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // `--`, because a command may begin with a dash.
    let words = ["sh", "-c", "--", command]
    var arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var process: pid_t = 0
    var code = fill(&actions)
    if code != 0 { return (process, code) }
    fill(&attributes)
    code = posix_spawn(&process, "/bin/sh", &actions, &attributes, &arguments, environ)
    if code == 0 { DescriptorLimit.restore(for: process) }
    return (process, code)
  }

  /// - Returns: 0 or an `errno`.
  private func fill(_ actions: inout posix_spawn_file_actions_t) -> Int32 {
    // The output first: unlike the input, its number may be below 3.
    var codes = [
      posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO),
      posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO),
    ]
    if !inheritsStderr {
      codes.append(
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0))
    }
    // SwiftNIO's sockets lack `FD_CLOEXEC`, and our parent may have left descriptors open.
    codes.append(close_descriptors(&actions, STDERR_FILENO + 1))
    return codes.first { $0 != 0 } ?? 0
  }

  private func fill(_ attributes: inout posix_spawnattr_t) {
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigdefault(&attributes, &all)
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setpgroup(&attributes, 0)
    let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
    posix_spawnattr_setflags(&attributes, Int16(flags))
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
