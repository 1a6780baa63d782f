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
  func wait(within limit: Duration = .limit) -> ProcessResult? {
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

/// Starts a process whose peak memory can be measured.
///
/// A child of `posix_spawn` shares its parent's memory until `exec`, when the kernel records the
/// parent's peak as the child's (`exec_mmap` → `setmax_mm_hiwater_rss`). Therefore a 2 MB program,
/// `setsid --fork`, starts a shell that prints its PID and becomes the command. The orphan becomes
/// our child, because this process is a subreaper, and `wait4` returns its own peak.
private enum MeasuredLaunch {
  private static let script = "echo $$ >&3; exec 3>&-; exec \"$0\" \"$@\""

  static func start(_ request: SpawnRequest) throws -> pid_t {
    try GlibcExtensions.becomeSubreaper()
    let (read, write) = try Descriptor.pipe()
    defer { close(read) }
    var launch = request
    launch.command = ["/usr/bin/setsid", "--fork", "/bin/sh", "-c", script] + request.command
    launch.extra = write
    let launcher: pid_t
    do {
      defer { close(write) }
      launcher = try launch.start()
    }
    let line = readLine(read)
    var status: Int32 = 0
    while waitpid(launcher, &status, 0) < 0, errno == EINTR {}
    guard let identifier = pid_t(line) else { throw SystemError("setsid --fork", code: ESRCH) }
    return identifier
  }

  private static func readLine(_ descriptor: Int32) -> String {
    var text: [UInt8] = []
    while text.last != UInt8(ascii: "\n") {
      let chunk = Descriptor.read(descriptor, upTo: 32)
      if chunk.isEmpty { break }
      text += chunk
    }
    return String(decoding: text.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }
}
