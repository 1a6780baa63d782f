import Glibc

/// Starts a process whose peak memory can be measured.
///
/// A child of `posix_spawn` shares its parent's memory until `exec`, when the kernel records the
/// parent's peak as the child's (`exec_mmap` → `setmax_mm_hiwater_rss`). Therefore a 2 MB program,
/// `setsid --fork`, starts a shell that prints its PID and becomes the command. The orphan becomes
/// our child, because this process is a subreaper, and `wait4` returns its own peak.
enum MeasuredLaunch {
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
