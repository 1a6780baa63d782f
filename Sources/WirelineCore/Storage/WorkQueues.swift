internal import Glibc
internal import Synchronization

/// Work that takes its time, done by as many threads as there are processors.
final class WorkQueues: Sendable {
  private let queues: [WorkQueue]
  private let count = Atomic(0)

  init() {
    let processors = max(1, min(64, sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    queues = (0..<processors).map { _ in WorkQueue(maximumBytes: .max) }
  }

  func add(_ run: @escaping @Sendable () -> Void) {
    let turn = count.wrappingAdd(1, ordering: .relaxed).newValue
    queues[Int(turn.magnitude % UInt(queues.count))].add(bytes: 0, run)
  }
}
