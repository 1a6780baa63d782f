internal import Glibc

/// Runs a user's program that images pass through before they are stored: input on its stdin,
/// result on its stdout.
///
/// The program runs in its own process group. The rest of the group is killed when the program ends
/// or is stopped; only processes in their own group or session (`setsid`) survive.
package struct FileFilter: Sendable {
  /// A command for `/bin/sh -c`.
  package let command: String
  /// The time limit; suspended time does not count.
  package var timeout: Duration = .seconds(60)
  /// The largest result in bytes; nil for no limit. The file may exceed it by what the program
  /// writes in 20 ms.
  package var maximumBytes: Int?
  /// Whether its stderr is inherited; otherwise it is discarded.
  package var showsErrors = false
  /// Starts and ends processes; replaced in tests.
  var processes = FilterProcesses.process

  package init(command: String) { self.command = command }

  /// Kills all running filters when the process ends. Running and later calls fail with `stopped`.
  ///
  /// Takes a lock, so it must not be called in a signal handler.
  package static func killAll() { FilterProcesses.process.killAll() }

  /// Runs the program; blocks until it has ended.
  ///
  /// - Parameters:
  ///   - source: the input file.
  ///   - target: the path of an existing empty file for the result.
  /// - Returns: the size of the result in bytes, 1 or more.
  @discardableResult
  package func run(from source: String, to target: String) throws(FileFilterFailure) -> Int {
    let descriptor = try Self.open(target, O_WRONLY | O_NOFOLLOW)
    defer { close(descriptor) }
    return try run(from: source, to: descriptor)
  }

  /// Runs the program; blocks until it has ended.
  ///
  /// - Parameters:
  ///   - source: the input file.
  ///   - target: an empty file, open for writing, positioned at its end afterwards. After a failure
  ///     it may hold a partial result.
  /// - Returns: the size of the result in bytes, 1 or more.
  @discardableResult
  package func run(from source: String, to target: Int32) throws(FileFilterFailure) -> Int {
    let input = try Self.open(source, O_RDONLY)
    let started = Result { () throws(FileFilterFailure) in
      try processes.start(command, input: input, output: target, showsErrors: showsErrors)
    }
    close(input)
    let group = try started.get()
    let failure = wait(for: group, target)
    let ending = processes.finish(group)
    if let failure { throw failure }
    return try judge(ending, size: Self.size(of: target))
  }

  /// Waits until the program has ended, or must be stopped.
  ///
  /// - Returns: the reason to stop it.
  private func wait(for group: pid_t, _ target: Int32) -> FileFilterFailure? {
    let start = SuspendingClock.now
    while !processes.hasEnded(group) {
      if let maximumBytes, Self.size(of: target) > maximumBytes {
        return .tooLarge(limit: maximumBytes)
      }
      let elapsed = start.duration(to: .now)
      guard elapsed < timeout else { return .timedOut(timeout) }
      Self.sleep(min(Self.pause(after: elapsed), timeout - elapsed))
    }
    return nil
  }

  private func judge(
    _ ending: FilterProcesses.Ending, size: Int
  ) throws(FileFilterFailure) -> Int {
    if ending == .signal(SIGKILL), processes.isOver { throw .stopped }
    if let maximumBytes, size > maximumBytes { throw .tooLarge(limit: maximumBytes) }
    switch ending {
    case .exit(0): break
    case .exit(126): throw .notExecutable
    case .exit(127): throw .notFound
    case .exit(let status): throw .exit(status)
    case .signal(let number): throw .signal(number)
    case .unknown: throw .lost
    }
    guard size > 0 else { throw .noOutput }
    return size
  }

  /// The time until the next check: a tenth of the elapsed time, so that it appears to take at most
  /// a tenth longer, but at most 20 ms.
  ///
  /// Swift's `Glibc` does not declare `pidfd_open`.
  static func pause(after elapsed: Duration) -> Duration {
    min(max(elapsed / 10, .microseconds(500)), .milliseconds(20))
  }

  private static func sleep(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    var time = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
    nanosleep(&time, nil)
  }

  private static func open(_ path: String, _ flags: Int32) throws(FileFilterFailure) -> Int32 {
    let descriptor = DescriptorShortage.retrying { Glibc.open(path, flags | O_CLOEXEC) }
    guard descriptor >= 0 else {
      throw .file(FileError(path: path, operation: "open", code: errno))
    }
    if descriptor > STDERR_FILENO { return descriptor }
    // A standard descriptor of ours is closed; in the filter the number has its own meaning.
    defer { close(descriptor) }
    let raised = fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
    guard raised >= 0 else {
      throw .file(FileError(path: path, operation: "open", code: errno))
    }
    return raised
  }

  private static func size(of descriptor: Int32) -> Int {
    var facts = stat()
    return fstat(descriptor, &facts) == 0 ? Int(facts.st_size) : 0
  }
}
