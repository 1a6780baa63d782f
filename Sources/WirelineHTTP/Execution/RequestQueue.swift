import DequeModule

/// Who may start: so many at once in all, so many to one host, higher
/// priorities first, then in the order of asking.
///
/// A value with no clock and no thread: events in, decisions out. `Waiter` is
/// whatever the caller needs to wake one who waits.
struct RequestQueue<Waiter> {
  private struct Waiting {
    let host: String
    let waiter: Waiter
  }

  /// Those of one priority, in the order of asking.
  private struct Lane {
    let priority: Int
    var waiting: Deque<Waiting> = []
  }

  private let jobs: Int
  private let jobsPerHost: Int
  /// Whether hosts have a limit of their own that can be reached at all.
  private let countsHosts: Bool
  private var active = 0
  private var activeByHost: [String: Int] = [:]
  /// Highest priority first; never an empty lane.
  private var lanes: [Lane] = []

  /// - Parameters:
  ///   - jobs: attempts at once, 1 or more.
  ///   - jobsPerHost: attempts at once to one host, 1 or more.
  init(jobs: Int, jobsPerHost: Int) {
    self.jobs = max(1, jobs)
    self.jobsPerHost = max(1, jobsPerHost)
    countsHosts = self.jobsPerHost < self.jobs
  }

  /// Asks to start: true means at once; false means that `leave` will give
  /// the waiter back when its time has come.
  mutating func enter(host: String, priority: Int, waiter: Waiter) -> Bool {
    if hasRoom(host) {
      // Whoever waits now waits for a host that is full: no one is overtaken.
      start(host)
      return true
    }
    let index = lanes.firstIndex { $0.priority <= priority } ?? lanes.endIndex
    if index == lanes.endIndex || lanes[index].priority != priority {
      lanes.insert(Lane(priority: priority), at: index)
    }
    lanes[index].waiting.append(Waiting(host: host, waiter: waiter))
    return false
  }

  /// Says that one has ended; returns who starts in its place, if anyone.
  mutating func leave(host: String) -> Waiter? {
    active -= 1
    if countsHosts, let count = activeByHost[host] {
      activeByHost[host] = count > 1 ? count - 1 : nil
    }
    guard active < jobs else { return nil }
    for lane in lanes.indices {
      guard let index = firstStartable(in: lane) else { continue }
      let next = remove(lane, index)
      start(next.host)
      return next.waiter
    }
    return nil
  }

  private mutating func remove(_ lane: Int, _ index: Int) -> Waiting {
    let next = lanes[lane].waiting.remove(at: index)
    if lanes[lane].waiting.isEmpty { lanes.remove(at: lane) }
    return next
  }

  private func firstStartable(in lane: Int) -> Int? {
    guard countsHosts else { return lanes[lane].waiting.startIndex }
    for index in lanes[lane].waiting.indices where hasRoom(lanes[lane].waiting[index].host) {
      return index
    }
    return nil
  }

  private func hasRoom(_ host: String) -> Bool {
    active < jobs && (!countsHosts || activeByHost[host, default: 0] < jobsPerHost)
  }

  private mutating func start(_ host: String) {
    active += 1
    if countsHosts { activeByHost[host, default: 0] += 1 }
  }
}
