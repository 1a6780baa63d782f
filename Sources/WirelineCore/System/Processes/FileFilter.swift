internal import Glibc

/// Pipes images through a user's program before they are stored.
///
/// The program runs in its own process group, which is killed when the program ends or is stopped.
/// Only processes in another group or session (`setsid`) survive.
package struct FileFilter: Sendable {
  package let command: String
  /// The time limit, not counting suspended time.
  package var timeout: Duration = .seconds(60)
  /// The maximum size of the result in bytes, checked at least every 20 ms; nil for no limit.
  package var maximumBytes: Int?
  /// The descriptor of its stderr; -1 for none.
  package var errors: Int32 = -1
  /// Replaced in tests.
  var processes = FilterProcesses.process

  package init(command: String) { self.command = command }

  /// Kills all running filters before the process exits. Running and later calls fail with
  /// `stopped`.
  ///
  /// Takes a lock, so a signal handler must not call it.
  package static func killAll() { FilterProcesses.process.killAll() }

  /// Runs the program and waits for it.
  ///
  /// - Parameters:
  ///   - source: the input file.
  ///   - target: an existing empty file, which may contain a partial result after a failure.
  /// - Returns: the size of the result in bytes, 1 or more.
  @discardableResult
  package func run(from source: String, to target: String) throws(FileFilterFailure) -> Int {
    let descriptor = try Self.open(target, O_WRONLY | O_NOFOLLOW)
    defer { close(descriptor) }
    return try run(from: source, to: descriptor)
  }

  /// - Parameter target: an empty file, open for writing; positioned at its end afterwards.
  @discardableResult
  package func run(from source: String, to target: Int32) throws(FileFilterFailure) -> Int {
    let group: pid_t
    // The scope closes the input, which the filter has inherited.
    do {
      let input = try Self.open(source, O_RDONLY)
      defer { close(input) }
      group = try processes.start(
        command, input: input, output: target, errors: errors)
    }
    let failure = wait(for: group, target)
    let termination = processes.finish(group)
    if let failure { throw failure }
    return try validate(termination, size: FileBytes.size(target) ?? 0)
  }

  private func wait(for group: pid_t, _ target: Int32) -> FileFilterFailure? {
    let start = SuspendingClock.now
    while !processes.hasEnded(group) {
      if let maximumBytes, let size = FileBytes.size(target), size > maximumBytes {
        return .tooLarge(limit: maximumBytes)
      }
      let elapsed = start.duration(to: .now)
      guard elapsed < timeout else { return .timedOut(timeout) }
      let pause = min(Self.pause(after: elapsed), timeout - elapsed)
      // Polls, because the size of the output has to be watched too.
      usleep(UInt32(clamping: Int(pause / .microseconds(1))))
    }
    return nil
  }

  private func validate(
    _ termination: FilterProcesses.Termination, size: Int
  ) throws(FileFilterFailure) -> Int {
    if termination == .signal(SIGKILL), processes.isStopped { throw .stopped }
    if let maximumBytes, size > maximumBytes { throw .tooLarge(limit: maximumBytes) }
    switch termination {
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

  /// The delay until the next check: a tenth of the elapsed time, at most 20 ms.
  static func pause(after elapsed: Duration) -> Duration {
    min(max(elapsed / 10, .microseconds(500)), .milliseconds(20))
  }

  private static func open(_ path: String, _ flags: Int32) throws(FileFilterFailure) -> Int32 {
    return try converting(FileFilterFailure.file) { () throws(FileError) in
      try FileBytes.open(path, flags)
    }
  }
}
