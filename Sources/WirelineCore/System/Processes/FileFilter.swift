internal import Glibc

/// A program of the user's that images pass through before they are stored:
/// bytes in on its standard input, bytes out on its standard output.
///
/// It runs in a process group of its own. Whatever of that group is left when
/// the program has ended, or has to, is killed; only what made itself a group
/// or session of its own (`setsid`) goes on.
package struct FileFilter: Sendable {
  /// What `/bin/sh -c` makes of it is run.
  package let command: String
  /// How long it may take, 60 s unless told; time asleep does not count.
  package var timeout: Duration = .seconds(60)
  /// The largest result in bytes; nil is no limit. The file may grow beyond it
  /// by what the program writes in 20 ms.
  package var maximumBytes: Int?
  /// Whether its standard error is ours; else nobody sees it.
  package var showsErrors = false
  /// Who starts and ends it; a test has its own.
  var processes = FilterProcesses.process

  package init(command: String) { self.command = command }

  /// Kills all filters that run, for the end of the process: those that still
  /// wait for them, and all that come later, fail with `stopped`.
  ///
  /// Takes a lock, so it is not for a signal's handler.
  package static func killAll() { FilterProcesses.process.killAll() }

  /// Runs it, and blocks the thread until it has ended.
  ///
  /// - Parameters:
  ///   - source: the file that it reads; it need not read any of it.
  ///   - target: the path of the file for the result, which is there and empty.
  /// - Returns: the size of the result in bytes, 1 or more.
  @discardableResult
  package func run(from source: String, to target: String) throws(FileFilterFailure) -> Int {
    let descriptor = try Self.open(target, O_WRONLY | O_NOFOLLOW)
    defer { close(descriptor) }
    return try run(from: source, to: descriptor)
  }

  /// Runs it, and blocks the thread until it has ended.
  ///
  /// - Parameters:
  ///   - source: the file that it reads; it need not read any of it.
  ///   - target: an empty file, open for writing; it stands at its end
  ///     afterwards. After a failure some of the result may be in it.
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

  /// Waits until it has ended, or has to.
  ///
  /// - Returns: why it has to.
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

  /// The time until the next look: a tenth of what it has taken so far, so that
  /// it seems to take a tenth longer at most, and 20 ms where that is more.
  ///
  /// The C library's way to wait for a process with a limit, `pidfd_open`, is
  /// none that Swift's `Glibc` shows.
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
    // One of our first three is closed; in the filter the number has its own meaning.
    defer { close(descriptor) }
    let raised = fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
    guard raised >= 0 else {
      throw .file(FileError(path: path, operation: "open", code: errno))
    }
    return raised
  }

  /// In bytes; 0 for what is no file.
  private static func size(of descriptor: Int32) -> Int {
    var facts = stat()
    return fstat(descriptor, &facts) == 0 ? Int(facts.st_size) : 0
  }
}

/// Why there is no result of a filter.
package enum FileFilterFailure: Error, Equatable, Sendable, CustomStringConvertible {
  /// The source or the target cannot be opened.
  case file(FileError)
  /// There is no process to be had, or no shell: an `errno`.
  case cannotStart(Int32)
  /// Exit status 127, which is the shell's for a program that is not there.
  case notFound
  /// Exit status 126, which is the shell's for a program that cannot be run.
  case notExecutable
  /// Any other exit status but 0. The shell's own for a program that a signal
  /// ended is 128 and the signal's number.
  case exit(Int32)
  /// The number of the signal that ended it.
  case signal(Int32)
  /// It was killed after so long.
  case timedOut(Duration)
  /// The result has more bytes than that; a program that wrote on was killed.
  case tooLarge(limit: Int)
  /// It succeeded and wrote nothing.
  case noOutput
  /// `killAll` was called.
  case stopped
  /// Someone else took its exit status.
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
