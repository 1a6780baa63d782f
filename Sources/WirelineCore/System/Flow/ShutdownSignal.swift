internal import CStart
internal import Glibc
internal import Synchronization

/// Asks a tool to stop reading input, finish the work in progress and exit.
///
/// The first SIGINT, SIGTERM or SIGHUP requests shutdown. A second SIGINT or SIGTERM removes
/// unfinished temporary files and exits immediately: timeout(1) sends its signal twice, to the
/// process and to its group. A second SIGHUP has no effect: a closing terminal may send several.
/// As long as no part of the tool has looked for a request, the first signal exits immediately too:
/// the tool may be opening a named pipe without a writer.
package final class ShutdownSignal: Sendable {
  /// The shutdown of this process, requested by its signals after `listen` was called.
  package static let process = ShutdownSignal()

  /// The signal, or 0. Written once: acquiring it shows what the requester did before.
  private let number = Atomic<Int32>(0)
  private let isObserved = Atomic(false)
  private let event = WakeEvent()
  private let actions = Mutex(Actions())

  private struct Actions: Sendable {
    var waiting: [@Sendable (Int32) -> Void] = []
    var isWatched = false
  }

  package var received: Int32? {
    isObserved.store(true, ordering: .relaxed)
    let number = number.load(ordering: .acquiring)
    return number == 0 ? nil : number
  }

  package var isRequested: Bool { received != nil }

  /// A descriptor for any number of pollers that stays readable after the request.
  ///
  /// Without a descriptor (EMFILE), `isRequested` still works but waiting threads are not woken.
  package var descriptor: Int32 {
    isObserved.store(true, ordering: .relaxed)
    return event.descriptor
  }

  /// Requests shutdown, like a signal. Later calls have no effect.
  ///
  /// - Returns: whether this call was the first.
  @discardableResult
  package func request(signal: Int32 = SIGTERM) -> Bool {
    // Called by a signal handler: uses only an atomic and `write`, see signal-safety(7).
    let (isFirst, _) = number.compareExchange(
      expected: 0, desired: signal, ordering: .acquiringAndReleasing)
    if isFirst { event.wake() }
    return isFirst
  }

  /// Calls `action` once with the signal's number: on another thread when shutdown is requested, or
  /// now if it already was.
  package func onRequest(_ action: @escaping @Sendable (Int32) -> Void) {
    let (isFirst, isLate) = actions.withLock { actions in
      if isRequested { return (false, true) }
      actions.waiting.append(action)
      defer { actions.isWatched = true }
      return (!actions.isWatched, false)
    }
    if isLate { return action(received ?? SIGTERM) }
    if isFirst { watch() }
  }

  /// Waits until the input is readable or at its end, or until the reader of the output has exited.
  ///
  /// - Parameter output: a pipe, or -1.
  /// - Returns: false if shutdown was requested.
  package func waitForInput(_ input: Int32, output: Int32 = -1) -> Bool {
    _ = DescriptorPoll.waitForInput(input, orEndOf: output, orOn: descriptor) { isRequested }
    return !isRequested
  }

  /// Calls the actions on a thread, because a signal handler may not take their lock.
  private func watch() {
    // If the thread cannot be created, only a second signal ends the process.
    _ = DetachedThread.start { [self] in
      // A failed poll (ENOMEM) is not a signal: try again after a moment.
      while !isRequested, DescriptorPoll.wait(descriptor, for: POLLIN) != 0 { usleep(50_000) }
      let waiting = actions.withLock { actions in
        defer { actions.waiting = [] }
        return actions.waiting
      }
      for action in waiting { action(received ?? SIGTERM) }
    }
  }

  static func listen() {
    // Create `process` here: its lazy initializer takes a lock, which a signal handler must not.
    _ = process
    for number in [SIGINT, SIGTERM, SIGHUP] { listen(to: number) }
  }

  private static func listen(to number: Int32) {
    var old = sigaction()
    // Respect signals that nohup(1) or a shell's `&` ignores.
    if sigaction(number, nil, &old) == 0, old.isIgnoring { return }
    var new = sigaction()
    new.__sigaction_handler.sa_handler = { number in
      let shutdown = ShutdownSignal.process
      let isHandled =
        shutdown.request(signal: number)
        ? shutdown.isObserved.load(ordering: .relaxed) : number == SIGHUP
      if !isHandled, remove_unfinished_files() != 0 { _exit(128 + number) }
    }
    // Restarts other system calls; `poll`, in which the tools wait, returns EINTR regardless.
    new.sa_flags = SA_RESTART
    sigaction(number, &new, nil)
  }
}
