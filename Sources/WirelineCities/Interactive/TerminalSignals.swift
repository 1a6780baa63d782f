internal import Glibc
internal import Synchronization
internal import WirelineCore

/// The signals that concern a screen, which wake its loop while a terminal is in our mode.
///
/// `ShutdownSignal` receives those that end the process, and the loop then restores the terminal.
///
/// A process has one terminal in our mode at a time.
final class TerminalSignals: Sendable {
  static let shared = TerminalSignals()

  /// The signals since the last call of `drain`.
  struct Signals: OptionSet, Sendable {
    let rawValue: UInt32

    /// SIGWINCH.
    static let resized = Signals(rawValue: 1)
    /// SIGCONT: the shell may have changed the terminal's mode and written to it.
    static let continued = Signals(rawValue: 2)
  }

  private let event = WakeEvent()
  private let signals = Atomic<UInt32>(0)
  /// The actions before ours, by signal; empty unless a terminal is in our mode.
  private let previous = Mutex<[Int32: sigaction]>([:])

  /// Readable after signals.
  var descriptor: Int32 { event.descriptor }

  func drain() -> Signals {
    event.drain()
    return Signals(rawValue: signals.exchange(0, ordering: .acquiringAndReleasing))
  }

  func begin() {
    _ = drain()
    for number in [SIGWINCH, SIGCONT] { install(number) }
  }

  func end() {
    previous.withLock { previous in
      for (number, var action) in previous { sigaction(number, &action, nil) }
      previous = [:]
    }
  }

  private func install(_ number: Int32) {
    var old = sigaction()
    guard sigaction(number, nil, &old) == 0 else { return }
    // Signals that nohup(1) or a shell ignores remain ignored, except for a change of the size.
    if old.isIgnoring, number != SIGWINCH { return }
    previous.withLock { $0[number] = old }
    var new = sigaction()
    new.__sigaction_handler.sa_handler = { TerminalSignals.wake($0) }
    new.sa_flags = SA_RESTART
    sigaction(number, &new, nil)
  }

  /// Async-signal-safe (signal-safety(7)).
  private static func wake(_ number: Int32) {
    let signal: Signals = number == SIGWINCH ? .resized : .continued
    let code = errno
    shared.signals.bitwiseOr(signal.rawValue, ordering: .acquiringAndReleasing)
    shared.event.wake()
    errno = code
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
}
