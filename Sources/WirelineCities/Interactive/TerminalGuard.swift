internal import Glibc
internal import Synchronization
internal import WirelineCore

/// Handles signals while a terminal is in our mode.
///
/// Signals that end the process restore the terminal's mode, and then have their previous effect:
/// for SIGINT, SIGTERM and SIGHUP that of `ShutdownSignal`. Signals that concern the screen wake
/// its loop. The handlers are installed with the first terminal of a process and removed with it.
final class TerminalGuard: Sendable {
  static let shared = TerminalGuard()

  /// The signals since the last call of `drainSignals`.
  struct Signals: OptionSet, Sendable {
    let rawValue: UInt32
    /// SIGWINCH.
    static let resized = Signals(rawValue: 1)
    /// SIGCONT: the shell may have changed the terminal's mode and written to it.
    static let continued = Signals(rawValue: 2)
    /// SIGTSTP of another process; Ctrl-Z is a key.
    static let stopped = Signals(rawValue: 4)
  }

  /// Turns bracketed paste off, and undoes what an incomplete frame may have left: no wrapping, a
  /// hidden cursor, a style.
  static let reset: [UInt8] = Array("\u{1B}[?2004l\u{1B}[?7h\u{1B}[?25h\u{1B}[0m".utf8)
  private static let fatal = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
  private static let waking = [SIGWINCH, SIGCONT, SIGTSTP]

  private let pipe = WakePipe()
  private let signals = Atomic<UInt32>(0)
  private let isInUse = Atomic<Bool>(false)
  /// The guarded terminal; -1 for none.
  private let descriptor = Atomic<Int32>(-1)
  // Allocated once, never freed. Written by the thread that has set `isInUse`, before it stores
  // `descriptor` (releasing) or installs a handler; read by handlers after they load it
  // (acquiring).
  private nonisolated(unsafe) let mode: UnsafeMutablePointer<termios>
  private nonisolated(unsafe) let previous: UnsafeMutablePointer<sigaction>
  // Never changes after `init`.
  private nonisolated(unsafe) let restoration: UnsafeMutableRawBufferPointer

  private init() {
    mode = .allocate(capacity: 1)
    mode.initialize(to: termios())
    previous = .allocate(capacity: 65)
    previous.initialize(repeating: sigaction(), count: 65)
    // Between two frames the cursor is in the first line of the screen.
    let bytes = Array("\r\u{1B}[J".utf8) + Self.reset
    restoration = .allocate(byteCount: bytes.count, alignment: 1)
    restoration.copyBytes(from: bytes)
  }

  /// Readable after signals for the guarded terminal; -1 for another one.
  func descriptor(for terminal: Int32) -> Int32 {
    descriptor.load(ordering: .acquiring) == terminal ? pipe.descriptor : -1
  }

  func drainSignals() -> Signals {
    pipe.drain()
    return Signals(rawValue: signals.exchange(0, ordering: .acquiringAndReleasing))
  }

  /// Guards a terminal: from now on signals restore its mode. A second terminal in the process,
  /// which only tests have, is not guarded.
  func protect(_ terminal: Int32, _ before: termios) {
    guard !isInUse.exchange(true, ordering: .acquiringAndReleasing) else { return }
    mode.pointee = before
    _ = drainSignals()
    for number in Self.fatal + Self.waking { install(number) }
    descriptor.store(terminal, ordering: .releasing)
  }

  /// Ends the guard of a terminal whose mode has been restored.
  func release(_ terminal: Int32) {
    let (isGuarded, _) = descriptor.compareExchange(
      expected: terminal, desired: -1, ordering: .acquiringAndReleasing)
    guard isGuarded else { return }
    for number in Self.fatal + Self.waking { uninstall(number) }
    isInUse.store(false, ordering: .releasing)
  }

  /// Async-signal-safe.
  static func isInBackground(_ terminal: Int32) -> Bool {
    let group = tcgetpgrp(terminal)
    return group > 0 && group != getpgrp()
  }

  /// Stops this process and those of its pipeline until they are continued.
  static func stopProcess() {
    var old = sigaction()
    // A shell without job control could not continue the process.
    if sigaction(SIGTSTP, nil, &old) != 0 || old.isIgnoring { return }
    // First the other processes, then this thread alone: a signal to the whole process may arrive
    // on another thread, after this thread has continued.
    var new = sigaction()
    new.__sigaction_handler.sa_handler = SIG_IGN
    sigaction(SIGTSTP, &new, nil)
    kill(0, SIGTSTP)
    new.__sigaction_handler.sa_handler = SIG_DFL
    sigaction(SIGTSTP, &new, nil)
    raise(SIGTSTP)
    sigaction(SIGTSTP, &old, nil)
  }

  // MARK: - Handlers

  private func install(_ number: Int32) {
    let slot = previous + Int(number)
    guard sigaction(number, nil, slot) == 0 else { return }
    // Signals that nohup(1) or a shell ignores stay ignored, except for a change of the size.
    if slot.pointee.isIgnoring, number != SIGWINCH { return }
    var new = sigaction()
    if Self.fatal.contains(number) {
      new.__sigaction_handler.sa_sigaction = { TerminalGuard.end($0, $1, $2) }
    } else {
      new.__sigaction_handler.sa_sigaction = { number, _, _ in TerminalGuard.wake(number) }
    }
    new.sa_flags = SA_SIGINFO | SA_RESTART
    sigaction(number, &new, nil)
  }

  private func uninstall(_ number: Int32) {
    let slot = previous + Int(number)
    if slot.pointee.isIgnoring, number != SIGWINCH { return }
    sigaction(number, slot, nil)
  }

  private static func end(
    _ number: Int32, _ info: UnsafeMutablePointer<siginfo_t>?, _ context: UnsafeMutableRawPointer?
  ) {
    shared.restore()
    let slot = shared.previous + Int(number)
    if slot.pointee.isDefault {
      // The signal is blocked until this handler returns; then it ends the process.
      sigaction(number, slot, nil)
      raise(number)
    } else if slot.pointee.sa_flags & SA_SIGINFO != 0 {
      slot.pointee.__sigaction_handler.sa_sigaction(number, info, context)
    } else {
      slot.pointee.__sigaction_handler.sa_handler(number)
    }
  }

  /// Restores the mode. Async-signal-safe (signal-safety(7)).
  private func restore() {
    let terminal = descriptor.load(ordering: .acquiring)
    guard terminal >= 0 else { return }
    let code = errno
    defer { errno = code }
    if Self.isInBackground(terminal) { return }
    _ = Glibc.write(terminal, restoration.baseAddress, restoration.count)
    tcsetattr(terminal, TCSANOW, mode)
  }

  private static func wake(_ number: Int32) {
    let signal: Signals = number == SIGWINCH ? .resized : number == SIGCONT ? .continued : .stopped
    let code = errno
    shared.signals.bitwiseOr(signal.rawValue, ordering: .acquiringAndReleasing)
    shared.pipe.wake()
    errno = code
  }
}

extension sigaction {
  fileprivate var isDefault: Bool {
    let handler = unsafeBitCast(__sigaction_handler.sa_handler, to: Int.self)
    return handler == unsafeBitCast(SIG_DFL, to: Int.self)
  }
}

/// A pipe that wakes a polling thread from another thread or from a signal handler.
final class WakePipe: Sendable {
  /// Readable between `wake` and `drain`; -1 if the pipe could not be created.
  let descriptor: Int32
  private let writeEnd: Int32

  init() {
    var ends: [Int32] = [-1, -1]
    if pipe(&ends) == 0 {
      for end in ends {
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        // Neither waking a full pipe nor draining an empty one may block.
        _ = fcntl(end, F_SETFL, O_NONBLOCK)
      }
    }
    (descriptor, writeEnd) = (ends[0], ends[1])
  }

  deinit {
    guard descriptor >= 0 else { return }
    close(descriptor)
    close(writeEnd)
  }

  /// Async-signal-safe.
  func wake() {
    var byte: UInt8 = 1
    _ = Glibc.write(writeEnd, &byte, 1)
  }

  func drain() {
    withUnsafeTemporaryAllocation(byteCount: 256, alignment: 1) { buffer in
      while Glibc.read(descriptor, buffer.baseAddress, buffer.count) > 0 {}
    }
  }
}
