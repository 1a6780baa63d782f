internal import Glibc
internal import Synchronization

/// Work that takes its time, done by as many threads as there are processors.
package final class WorkQueues: Sendable {
  private let queues: [WorkQueue]
  /// Pieces that each has not done yet.
  private let open: Mutex<[Int]>

  package init() {
    let processors = max(1, min(64, sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    queues = (0..<processors).map { _ in WorkQueue(maximumBytes: .max) }
    open = Mutex([Int](repeating: 0, count: processors))
  }

  /// Gives it to the one that has the least to do.
  package func add(_ run: @escaping @Sendable () -> Void) {
    let place = open.withLock { open in
      let place = open.indices.min { open[$0] < open[$1] } ?? 0
      open[place] += 1
      return place
    }
    queues[place].add(bytes: 0) { [self] in
      run()
      open.withLock { $0[place] -= 1 }
    }
  }
}
