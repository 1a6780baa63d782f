internal import DequeModule
internal import Glibc
internal import Synchronization

/// Work that blocks on files, done one after the other by a thread of its own,
/// so that the network does not wait for the disk. The thread starts with the
/// first work and goes when there has been none for a while.
package final class WorkQueue: Sendable {
  private struct Work: Sendable {
    let bytes: Int
    let run: @Sendable () -> Void
  }

  private enum Thread: Sendable { case none, working, idle }

  private struct State: Sendable {
    var waiting: Deque<Work> = []
    var bytes = 0
    var thread = Thread.none
  }

  private let state = Mutex(State())
  private let wake = ThreadSemaphore()
  private let maximumBytes: Int
  /// How long the thread lets more come when it comes fast: a wake-up for each
  /// piece costs more than some of the pieces. 0.2 ms: what waits is lost when the
  /// process is killed.
  private static let patience = timespec(tv_sec: 0, tv_nsec: 200_000)
  /// So many pieces at a time are fast.
  private static let fastCount = 4

  /// - Parameter maximumBytes: what may wait here; beyond that whoever brings
  ///   more does it himself, which slows down the network to the disk's pace.
  package init(maximumBytes: Int) { self.maximumBytes = maximumBytes }

  /// - Parameter bytes: how much memory the work holds until it is done.
  package func add(bytes: Int, _ run: @escaping @Sendable () -> Void) {
    let before: Thread? = state.withLock { state in
      guard state.bytes + bytes <= maximumBytes || state.waiting.isEmpty else { return nil }
      state.waiting.append(Work(bytes: bytes, run: run))
      state.bytes += bytes
      defer { state.thread = .working }
      return state.thread
    }
    switch before {
    case nil: run()
    case .working: break
    case .idle: wake.signal()
    case .some(.none):
      if !BlockingThread.start({ self.work() }) { workOff() }
    }
  }

  private func work() {
    repeat {
      repeat {
        var count = 0
        while let next = next(orElse: .working) {
          next.run()
          count += 1
        }
        if count >= Self.fastCount {
          var patience = Self.patience
          nanosleep(&patience, nil)
        }
      } while !isEmptyThenIdle()
    } while wake.wait(seconds: 2)
    workOff()
  }

  /// Whether there is nothing to do; whoever brings work then has to wake the
  /// thread.
  private func isEmptyThenIdle() -> Bool {
    state.withLock { state in
      guard state.waiting.isEmpty else { return false }
      state.thread = .idle
      return true
    }
  }

  /// Does what waits; then there is no thread.
  private func workOff() {
    while let next = next(orElse: .none) { next.run() }
  }

  private func next(orElse rest: Thread) -> Work? {
    state.withLock { state in
      guard let work = state.waiting.popFirst() else {
        state.thread = rest
        return nil
      }
      state.bytes -= work.bytes
      return work
    }
  }
}
