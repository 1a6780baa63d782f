import Glibc

/// Starts a process so that its peak memory is its own.
///
/// A child of `posix_spawn` shares its parent's memory until `exec`, and the kernel then notes the
/// parent's peak as the child's (`exec_mmap` → `setmax_mm_hiwater_rss`). So a program of 2 MB forks
/// the child: `setsid --fork` starts a shell that tells its number and becomes the command; being
/// an orphan it is given to us, the subreaper, and `wait4` gives figures that are its alone.
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
