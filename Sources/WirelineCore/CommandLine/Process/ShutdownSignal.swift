internal import Glibc
internal import Synchronization

/// The wish that a tool ends: it stops reading new input and finishes what is under way.
///
/// The first SIGINT, SIGTERM or SIGHUP requests it; a second SIGINT or SIGTERM exits immediately.
/// A second SIGHUP has no effect: a terminal that closes may send several. Files are renamed into
/// place when they are complete, so nothing has to be undone.
package final class ShutdownSignal: Sendable {
  /// The signal's number, 0 before it came.
  private let number = Atomic<Int32>(0)
  private let readEnd: Int32
  private let writeEnd: Int32
  private let actions = Mutex(Actions())

  private struct Actions: Sendable {
    var waiting: [@Sendable (Int32) -> Void] = []
    var isWatched = false
  }

  package init() {
    var ends: [Int32] = [-1, -1]
    // Without descriptors (EMFILE) the wish is still seen by who asks, only nobody is woken.
    if pipe(&ends) == 0 {
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    }
    (readEnd, writeEnd) = (ends[0], ends[1])
  }

  deinit {
    close(readEnd)
    close(writeEnd)
  }

  /// The signal that came; nil before one did.
  package var received: Int32? {
    let number = number.load(ordering: .acquiring)
    return number == 0 ? nil : number
  }

  package var isRequested: Bool { received != nil }

  /// The exit status after the signal; nil before one came.
  package var exitStatus: ExitStatus? { received.map { ExitStatus(signal: $0) } }

  /// Readable from the moment of the wish on, for good: nobody reads from it, any number may poll.
  package var descriptor: Int32 { readEnd }

  /// Utters the wish, as a signal does; only the first counts.
  ///
  /// - Returns: false if it was uttered before.
  @discardableResult
  package func request(signal: Int32 = SIGTERM) -> Bool {
    // Only what signal-safety(7) allows: an atomic and `write`.
    let (isFirst, _) = number.compareExchange(
      expected: 0, desired: signal, ordering: .acquiringAndReleasing)
    var byte: UInt8 = 1
    if isFirst { _ = Glibc.write(writeEnd, &byte, 1) }
    return isFirst
  }

  /// Calls `action` with the signal's number, once, on a thread of its own: at the wish, or now if
  /// that was before.
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

  /// Returns at the wish.
  package func wait() async {
    await withUnsafeContinuation { continuation in
      onRequest { _ in continuation.resume() }
    }
  }

  /// Waits until the input is readable or at its end, or until the reader of the output has exited.
  ///
  /// - Parameter output: a pipe; -1 for none.
  /// - Returns: false if the end of the run was requested, whatever else has happened.
  package func waitForInput(_ input: Int32, output: Int32 = -1) -> Bool {
    var entries = [
      pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0),
      pollfd(fd: input, events: Int16(POLLIN), revents: 0),
      pollfd(fd: output, events: 0, revents: 0),
    ]
    while !isRequested {
      if poll(&entries, 3, -1) < 0, errno != EINTR { return true }
      if entries[1].revents != 0 || entries[2].revents == Int16(POLLERR) { return !isRequested }
      if entries[2].revents != 0 { entries[2].fd = -1 }
    }
    return false
  }

  private func watch() {
    // Without a thread the first signal cannot ask for an end; the second ends.
    _ = BlockingThread.start { [self] in
      // A failed poll (ENOMEM) is not a signal.
      while !isRequested, DescriptorPoll.wait(readEnd, for: POLLIN) != 0 {
        var pause = timespec(tv_sec: 0, tv_nsec: 50_000_000)
        nanosleep(&pause, nil)
      }
      act()
    }
  }

  private func act() {
    let waiting = actions.withLock { actions in
      defer { actions.waiting = [] }
      return actions.waiting
    }
    for action in waiting { action(received ?? SIGTERM) }
  }
}
