internal import Synchronization

/// Tells what the run does without, the first time of each.
final class StoreFaults: Sendable {
  private let told = Mutex<Set<String>>([])
  private let tell: @Sendable (String) -> Void

  init(_ tell: @escaping @Sendable (String) -> Void) { self.tell = tell }

  func tell(_ fault: String) {
    let isNew = told.withLock { $0.count < 100 && $0.insert(fault).inserted }
    if isNew { tell(fault) }
  }
}
