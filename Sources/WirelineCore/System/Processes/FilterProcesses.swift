// `environ` is a variable of C; it is only read, and no tool of ours calls `setenv`.
@preconcurrency internal import Glibc
internal import Synchronization

/// The process groups of the filters that run.
///
/// A group has the number of its leader, which nobody else gets before the
/// leader is reaped: until then the group can be killed by it.
final class FilterProcesses: Sendable {
  /// Those of this process.
  static let process = FilterProcesses()

  /// What came of a leader.
  enum Ending: Equatable {
    case exit(Int32)
    case signal(Int32)
    /// Someone else has reaped it.
    case unknown
  }

  private struct State: Sendable {
    var groups: Set<pid_t> = []
    var isOver = false
  }

  private let state = Mutex(State())

  init() {
    // Ignored, as some parents hand it down, the system reaps our children before we see how they
    // ended.
    var old = sigaction()
    guard sigaction(SIGCHLD, nil, &old) == 0 else { return }
    let handler = unsafeBitCast(old.__sigaction_handler.sa_handler, to: Int.self)
    if handler == unsafeBitCast(SIG_IGN, to: Int.self) { signal(SIGCHLD, SIG_DFL) }
  }

  /// Whether all were killed, for good.
  var isOver: Bool { state.withLock { $0.isOver } }

  func killAll() {
    state.withLock { state in
      state.isOver = true
      for group in state.groups { kill(-group, SIGKILL) }
    }
  }

  /// Starts a command of the shell in a group of its own.
  ///
  /// - Returns: the group, for `finish`.
  func start(
    _ command: String, input: Int32, output: Int32, showsErrors: Bool
  ) throws(FileFilterFailure) -> pid_t {
    // One at a time, lest `killAll` miss one that is about to be.
    let result: Result<pid_t, FileFilterFailure> = state.withLock { state in
      if state.isOver { return .failure(.stopped) }
      let spawn = FilterSpawn(input: input, output: output, showsErrors: showsErrors)
      let (group, code) = spawn.start(command)
      if code != 0 { return .failure(.cannotStart(code)) }
      state.groups.insert(group)
      return .success(group)
    }
    return try result.get()
  }

  /// Whether the leader has ended. It is not reaped.
  func hasEnded(_ group: pid_t) -> Bool {
    var facts = siginfo_t()
    let code = waitid(P_PID, id_t(group), &facts, WEXITED | WNOHANG | WNOWAIT)
    // No child: someone else reaped it.
    return code == 0 ? facts.si_signo == SIGCHLD : errno == ECHILD
  }

  /// Kills what is left of the group, and reaps it.
  ///
  /// - Returns: what came of its leader.
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
    // As process 1 of a container we have inherited the leader's children, too.
    while true {
      let process = waitpid(-group, &status, 0)
      if process < 0, errno != EINTR { return ending }
      if process == group { ending = Ending(status: status) }
    }
  }

  /// A process that is killed goes on with a write for a moment: waits until
  /// the rest of the group is gone, a tenth of a second at most, as what reaps
  /// it may be slow.
  private func settle(_ group: pid_t) {
    for _ in 0..<100 {
      if kill(-group, 0) != 0 { return }
      // Only children can be waited for; these are not ours.
      usleep(1000)
    }
  }
}

extension FilterProcesses.Ending {
  /// - Parameter status: `waitpid`'s, of a process that is no more.
  fileprivate init(status: Int32) {
    let signal = status & 0x7F
    self = signal == 0 ? .exit(status >> 8 & 0xFF) : .signal(signal)
  }
}

/// All that `posix_spawn` wants to know.
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
    // `--`, for a command may begin with a minus.
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
    // The output first: it may have one of the numbers, if ours were closed; the input has not.
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

  /// The descriptors that a child would get besides the first three: SwiftNIO's
  /// sockets, which are not marked `FD_CLOEXEC`, and what our parent left open.
  ///
  /// One that is opened between the look and the start slips through, and stays
  /// open as long as the filter runs.
  private static func inherited() -> [Int32] {
    guard let handle = opendir("/proc/self/fd") else { return [] }
    defer { closedir(handle) }
    var found: [Int32] = []
    while let entry = readdir(handle) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard let descriptor = Int32(name), descriptor > STDERR_FILENO else { continue }
      // -1, of one that is closed by now, has the bit as well.
      if fcntl(descriptor, F_GETFD) & FD_CLOEXEC == 0 { found.append(descriptor) }
    }
    return found
  }
}
