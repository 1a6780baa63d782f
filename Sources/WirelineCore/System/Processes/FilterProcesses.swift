// `environ` is a C variable, which is only read: the tools do not call `setenv`.
@preconcurrency internal import Glibc
internal import Synchronization

/// The process groups of running filters.
///
/// The leader's number identifies the group until the leader is reaped, so the group can be killed
/// safely until then.
final class FilterProcesses: Sendable {
  /// The groups of this process.
  static let process = FilterProcesses()

  /// How a leader ended.
  enum Ending: Equatable {
    case exit(Int32)
    case signal(Int32)
    /// It was reaped elsewhere.
    case unknown
  }

  private struct State: Sendable {
    var groups: Set<pid_t> = []
    var isOver = false
  }

  private let state = Mutex(State())

  init() {
    // If SIGCHLD is ignored, as inherited from some parents, the system reaps children before we
    // see their status.
    var old = sigaction()
    guard sigaction(SIGCHLD, nil, &old) == 0 else { return }
    let handler = unsafeBitCast(old.__sigaction_handler.sa_handler, to: Int.self)
    if handler == unsafeBitCast(SIG_IGN, to: Int.self) { signal(SIGCHLD, SIG_DFL) }
  }

  /// Whether all groups were killed permanently.
  var isOver: Bool { state.withLock { $0.isOver } }

  func killAll() {
    state.withLock { state in
      state.isOver = true
      for group in state.groups { kill(-group, SIGKILL) }
    }
  }

  /// Starts a shell command in its own group.
  ///
  /// - Returns: the group, for `finish`.
  func start(
    _ command: String, input: Int32, output: Int32, showsErrors: Bool
  ) throws(FileFilterFailure) -> pid_t {
    // Under the lock, so that `killAll` does not miss a starting process.
    try state.withLock { state throws(FileFilterFailure) in
      if state.isOver { throw .stopped }
      let spawn = FilterSpawn(input: input, output: output, showsErrors: showsErrors)
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
    // Not a child: reaped elsewhere.
    return code == 0 ? facts.si_signo == SIGCHLD : errno == ECHILD
  }

  /// Kills the rest of the group, and reaps it.
  ///
  /// - Returns: how its leader ended.
  func finish(_ group: pid_t) -> Ending {
    kill(-group, SIGKILL)
    _ = state.withLock { $0.groups.remove(group) }
    let ending = reap(group)
    settle(group)
    return ending
  }

  private func reap(_ group: pid_t) -> Ending {
    var ending = Ending.unknown
    var status: Int32 = 0
    // As process 1 of a container, we inherit the leader's children.
    while true {
      let process = waitpid(-group, &status, 0)
      if process < 0, errno != EINTR { return ending }
      if process == group { ending = Ending(status: status) }
    }
  }

  /// Waits until the rest of the group is gone, at most a tenth of a second: a killed process may
  /// still finish a write.
  private func settle(_ group: pid_t) {
    for _ in 0..<100 {
      if kill(-group, 0) != 0 { return }
      // These are not our children, so waitpid does not apply.
      usleep(1000)
    }
  }
}

extension FilterProcesses.Ending {
  /// - Parameter status: the status from `waitpid`.
  fileprivate init(status: Int32) {
    let signal = status & 0x7F
    self = signal == 0 ? .exit(status >> 8 & 0xFF) : .signal(signal)
  }
}

/// The arguments of `posix_spawn`.
private struct FilterSpawn {
  let input: Int32
  let output: Int32
  let showsErrors: Bool

  /// - Returns: the process, and 0 or an `errno`.
  func start(_ command: String) -> (process: pid_t, code: Int32) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // `--`, because a command may begin with a minus.
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
    // The output first: its number may be below 3 if ours were closed; the input's is not.
    var codes = [
      posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO),
      posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO),
    ]
    if !showsErrors {
      codes.append(
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0))
    }
    for descriptor in Self.inherited() {
      codes.append(posix_spawn_file_actions_addclose(&actions, descriptor))
    }
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

  /// The descriptors that a child would inherit: SwiftNIO's sockets, which lack `FD_CLOEXEC`, and
  /// those that our parent left open.
  ///
  /// One that is opened concurrently is inherited and stays open while the filter runs.
  private static func inherited() -> [Int32] {
    guard let handle = opendir("/proc/self/fd") else { return [] }
    defer { closedir(handle) }
    var found: [Int32] = []
    while let entry = readdir(handle) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard let descriptor = Int32(name), descriptor > STDERR_FILENO else { continue }
      // -1, of a descriptor closed meanwhile, has the bit as well.
      if fcntl(descriptor, F_GETFD) & FD_CLOEXEC == 0 { found.append(descriptor) }
    }
    return found
  }
}

/// A filter failed.
package enum FileFilterFailure: Error, Equatable, Sendable, CustomStringConvertible {
  /// The source or the target cannot be opened.
  case file(FileError)
  /// No process or shell could be started: an `errno`.
  case cannotStart(Int32)
  /// Exit status 127: the shell did not find the program.
  case notFound
  /// Exit status 126: the shell could not run the program.
  case notExecutable
  /// Another exit status. The shell exits with 128 plus the signal's number for a program that a
  /// signal ended.
  case exit(Int32)
  /// The number of the signal that ended it.
  case signal(Int32)
  /// It was killed after its time limit.
  case timedOut(Duration)
  /// The result exceeds the limit; a program that kept writing was killed.
  case tooLarge(limit: Int)
  /// It succeeded without output.
  case noOutput
  /// `killAll` was called.
  case stopped
  /// Its exit status was collected elsewhere.
  case lost

  package var description: String {
    switch self {
    case .file(let error): error.description
    case .cannotStart(let code): "cannot start /bin/sh: \(SystemErrorText(code: code))"
    case .notFound: "no such program (exit status 127)"
    case .notExecutable: "the program cannot be run (exit status 126)"
    case .exit(let status): "exit status \(status)"
    case .signal(let number): "ended by signal \(number)"
    case .timedOut(let limit): "not done after \(limit.unitText)"
    case .tooLarge(let limit): "the result is larger than \(limit) bytes"
    case .noOutput: "the result is empty"
    case .stopped: "stopped"
    case .lost: "the exit status is lost"
    }
  }
}
