internal import Glibc
internal import Synchronization

/// What signals do while a terminal is in our mode.
///
/// Those that end the process, a crash too, first put the terminal's mode back, and then do what
/// they did before: for SIGINT, SIGTERM and SIGHUP, `ShutdownSignal`'s wish, and the end at the
/// second. Those that concern a screen wake its loop. Installed with the first terminal of a
/// process, and taken back with it: a tool without a screen pays nothing.
final class TerminalGuard: Sendable {
  static let shared = TerminalGuard()

  /// What came since it was last asked.
  struct News: OptionSet, Sendable {
    let rawValue: UInt32
    /// SIGWINCH.
    static let resized = News(rawValue: 1)
    /// SIGCONT: the shell may have changed the terminal's mode and written to it.
    static let continued = News(rawValue: 2)
    /// SIGTSTP from elsewhere; Ctrl-Z is a key.
    static let stopped = News(rawValue: 4)
  }

  private static let ending = [
    SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP,
  ]
  private static let telling = [SIGWINCH, SIGCONT, SIGTSTP]
  private static let numbers = 65

  private let pipe = WakePipe()
  private let news = Atomic<UInt32>(0)
  /// Whether some terminal has the guard; one at a time.
  private let isTaken = Atomic<Bool>(false)
  /// The guarded terminal; -1 while there is none to put back.
  private let descriptor = Atomic<Int32>(-1)
  // Allocated once, never freed. Written by who has set `isTaken`, before `descriptor` is stored
  // (releasing) or a handler is installed; read by handlers, after they loaded it (acquiring).
  private nonisolated(unsafe) let mode: UnsafeMutablePointer<termios>
  private nonisolated(unsafe) let previous: UnsafeMutablePointer<sigaction>
  // Never changes after `init`.
  private nonisolated(unsafe) let farewell: UnsafeMutableRawBufferPointer

  private init() {
    mode = .allocate(capacity: 1)
    mode.initialize(to: termios())
    previous = .allocate(capacity: Self.numbers)
    previous.initialize(repeating: sigaction(), count: Self.numbers)
    // The cursor is in the first line of the screen, if no frame is being drawn.
    let bytes = Array("\r\u{1B}[J".utf8) + RawTerminal.end
    farewell = .allocate(byteCount: bytes.count, alignment: 1)
    farewell.copyBytes(from: bytes)
  }

  /// Readable when there are news for the guarded terminal; -1 for another.
  func newsDescriptor(for terminal: Int32) -> Int32 {
    descriptor.load(ordering: .acquiring) == terminal ? pipe.descriptor : -1
  }

  func takeNews() -> News {
    pipe.drain()
    return News(rawValue: news.exchange(0, ordering: .acquiringAndReleasing))
  }

  /// From now on signals put this mode back. A second terminal in one process, which only tests
  /// have, goes unguarded.
  func protect(_ terminal: Int32, _ before: termios) {
    guard !isTaken.exchange(true, ordering: .acquiringAndReleasing) else { return }
    mode.pointee = before
    _ = takeNews()
    for number in Self.ending + Self.telling { install(number) }
    descriptor.store(terminal, ordering: .releasing)
  }

  /// The terminal has its mode again.
  func release(_ terminal: Int32) {
    let (isGuarded, _) = descriptor.compareExchange(
      expected: terminal, desired: -1, ordering: .acquiringAndReleasing)
    guard isGuarded else { return }
    for number in Self.ending + Self.telling { uninstall(number) }
    isTaken.store(false, ordering: .releasing)
  }

  /// Puts the mode back, if there is one to put back; async-signal-safe (signal-safety(7)).
  func restore() {
    let terminal = descriptor.load(ordering: .acquiring)
    guard terminal >= 0 else { return }
    let code = errno
    defer { errno = code }
    if RawTerminal.isForeign(terminal) { return }
    _ = Glibc.write(terminal, farewell.baseAddress, farewell.count)
    tcsetattr(terminal, TCSANOW, mode)
  }

  /// Stops this process and those of its pipeline, until they are continued.
  static func stopProcess() {
    var old = sigaction()
    // A shell without job control has nobody to continue us.
    if sigaction(SIGTSTP, nil, &old) != 0 || old.isIgnoring { return }
    // First the others, then this thread alone: a signal to the whole process may arrive on another
    // thread, after this one has gone on.
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
    // What nohup(1) or a shell told us to ignore stays ignored; a terminal's size is ours to hear.
    if slot.pointee.isIgnoring, number != SIGWINCH { return }
    var new = sigaction()
    if Self.ending.contains(number) {
      new.__sigaction_handler.sa_sigaction = { TerminalGuard.end($0, $1, $2) }
    } else {
      new.__sigaction_handler.sa_sigaction = { number, _, _ in TerminalGuard.tell(number) }
    }
    // On the alternate stack, where the process has one: the stack may be what overflowed.
    new.sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK
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
      // Ends the process when this handler returns, which is when the signal is let through.
      sigaction(number, slot, nil)
      raise(number)
    } else if slot.pointee.sa_flags & SA_SIGINFO != 0 {
      slot.pointee.__sigaction_handler.sa_sigaction(number, info, context)
    } else {
      slot.pointee.__sigaction_handler.sa_handler(number)
    }
  }

  private static func tell(_ number: Int32) {
    let news: News = number == SIGWINCH ? .resized : number == SIGCONT ? .continued : .stopped
    let code = errno
    shared.news.bitwiseOr(news.rawValue, ordering: .acquiringAndReleasing)
    shared.pipe.wake()
    errno = code
  }
}

extension sigaction {
  fileprivate var handler: Int { unsafeBitCast(__sigaction_handler.sa_handler, to: Int.self) }
  fileprivate var isIgnoring: Bool { handler == unsafeBitCast(SIG_IGN, to: Int.self) }
  fileprivate var isDefault: Bool { handler == unsafeBitCast(SIG_DFL, to: Int.self) }
}
