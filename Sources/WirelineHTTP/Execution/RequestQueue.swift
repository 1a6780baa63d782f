import DequeModule
import WirelineCore
import WirelineRequests

/// The queue of requests: limits concurrency in total and per host, rates, and pauses requested
/// by hosts. Higher priorities go first, hosts alternate, and requests to one host keep their
/// order.
///
/// A value without clock or thread: events and the time go in, decisions come out. `Waiter` is what
/// the caller needs to wake a request.
struct RequestQueue<Waiter> {
  fileprivate struct Waiting {
    let since: Duration
    let order: Int
    let waiter: Waiter
  }

  /// The requests of one host and one priority. A class, because `rotation` and `lines` share it.
  fileprivate final class HostLine {
    let host: String
    var waiting: Deque<Waiting> = []

    init(_ host: String) { self.host = host }

    func add(_ new: Waiting) {
      if waiting.last.map({ $0.order <= new.order }) ?? true { return waiting.append(new) }
      waiting.insert(new, at: waiting.firstIndex { $0.order > new.order } ?? waiting.endIndex)
    }
  }

  fileprivate struct Lane {
    let priority: Int
    var lines: [String: HostLine] = [:]
    /// The lines in the order of service; none is empty.
    var rotation: Deque<HostLine> = []
  }

  private let jobs: Int
  private let jobsPerHost: Int
  private let countsHosts: Bool
  /// Whether the limit per host is that of all jobs as long as there is one host.
  private var isSoleHostUnlimited: Bool
  private var soleHost: String?
  private var active = 0
  private var activeByHost: [String: Int] = [:]
  /// Highest priority first; lanes are never empty.
  private var lanes: [Lane] = []
  var rates: RatePolicy
  /// Sums up the waits for announced limits; nil if nothing reports them.
  private let hostWaits: HostWaits?
  /// Requests admitted by hosts that have refused one.
  private var admittedByHost: [String: Int] = [:]

  /// A request gains one level of priority for each such period, so that none waits forever.
  private static var aging: Duration { .seconds(10) }
  /// Clamps priorities, which may be any number and which aging adds to.
  private static var highest: Int { 1 << 32 }

  /// - Parameters:
  ///   - jobs: concurrent attempts, 1 or more.
  ///   - jobsPerHost: concurrent attempts per host, 1 or more.
  ///   - longestPause: the longest pause that a host may request.
  init(
    jobs: Int, jobsPerHost: Int, raisesJobsPerHost: Bool = false, rates: RatePolicy = RatePolicy(),
    longestPause: Duration = .seconds(300), hostWaits: HostWaits? = nil
  ) {
    self.hostWaits = hostWaits
    self.jobs = max(1, jobs)
    self.jobsPerHost = max(1, jobsPerHost)
    countsHosts = self.jobsPerHost < self.jobs
    isSoleHostUnlimited = raisesJobsPerHost && countsHosts
    self.rates = rates
    self.rates.longestPause = longestPause
  }

  var isEmpty: Bool { lanes.isEmpty }

  /// - Parameter order: requests with a lower one are next of their host and priority. By default
  ///   it is the last. Retries are too, so that a host that refuses one can admit others.
  mutating func enter(
    host: String, priority: Int, order: Int = .max, waiter: Waiter, now: Duration
  ) {
    if isSoleHostUnlimited {
      soleHost = soleHost ?? host
      isSoleHostUnlimited = soleHost == host
    }
    let priority = max(-Self.highest, min(Self.highest, priority))
    let index = lanes.firstIndex { $0.priority <= priority } ?? lanes.endIndex
    if index == lanes.endIndex || lanes[index].priority != priority {
      lanes.insert(Lane(priority: priority), at: index)
    }
    lanes[index].line(of: host).add(Waiting(since: now, order: order, waiter: waiter))
  }

  /// - Parameters:
  ///   - isUnused: true if nothing was sent, so that it does not count toward rates.
  ///   - isAdmitted: true if the host has processed the request.
  mutating func leave(host: String, isUnused: Bool = false, isAdmitted: Bool = false) {
    // Counted only after a refusal, which most runs never see.
    if isAdmitted, !admittedByHost.isEmpty { admittedByHost[host]? += 1 }
    if isUnused { rates.releaseAdmission(host: host) }
    active -= 1
    if countsHosts, let count = activeByHost[host] {
      activeByHost[host] = count > 1 ? count - 1 : nil
    }
  }

  mutating func remove(where isUnwanted: (Waiter) -> Bool) -> [Waiter] {
    var removed: [Waiter] = []
    // Backwards, because empty lanes are removed.
    for lane in lanes.indices.reversed() {
      for line in lanes[lane].rotation {
        let unwanted = line.waiting.filter { isUnwanted($0.waiter) }
        line.waiting.removeAll { isUnwanted($0.waiter) }
        removed.insert(contentsOf: unwanted.map(\.waiter), at: 0)
      }
      lanes[lane].dropEmptyLines()
      if lanes[lane].rotation.isEmpty { lanes.remove(at: lane) }
    }
    return removed
  }

  /// - Parameter isAnnounced: whether the host has announced a pause, which suffices.
  mutating func slow(host: String, isAnnounced: Bool = false, now: Duration) {
    if !isAnnounced { rates.slow(host: host, now: now) }
    if admittedByHost[host] == nil { admittedByHost[host] = 0 }
  }

  /// The number of requests that a host has admitted since the first `slow`.
  func admittedRequests(of host: String) -> Int { admittedByHost[host] ?? 0 }

  /// Returns the next request to start; nil if none may start.
  mutating func next(now: Duration) -> Waiter? {
    guard active < jobs, let choice = choice(now) else { return nil }
    return start(lane: choice.lane, slot: choice.slot, position: 0, now: now)
  }

  mutating func next(now: Duration, where isWanted: (Waiter) -> Bool) -> Waiter? {
    guard active < jobs else { return nil }
    for lane in lanes.indices {
      for slot in lanes[lane].rotation.indices {
        let line = lanes[lane].rotation[slot]
        guard let position = line.waiting.firstIndex(where: { isWanted($0.waiter) }) else {
          continue
        }
        guard hasRoom(line.host), !isTimed || rates.wait(host: line.host, now: now) == .zero else {
          return nil
        }
        return start(lane: lane, slot: slot, position: position, now: now)
      }
    }
    return nil
  }

  private mutating func start(lane: Int, slot: Int, position: Int, now: Duration) -> Waiter? {
    let line = lanes[lane].rotation[slot]
    guard line.waiting.indices.contains(position) else { return nil }
    let next = line.waiting.remove(at: position)
    lanes[lane].serve(slot)
    if lanes[lane].rotation.isEmpty { lanes.remove(at: lane) }
    active += 1
    if countsHosts { activeByHost[line.host, default: 0] += 1 }
    if isTimed {
      let waited = rates.admit(host: line.host, since: next.since, now: now)
      if waited > .zero { hostWaits?.add(waited, for: line.host) }
    }
    return next.waiter
  }

  /// The time until a request may start; nil if it depends on the end of another.
  func wait(now: Duration) -> Duration? {
    guard isTimed, active < jobs else { return nil }
    var least: Duration?
    for lane in lanes {
      for line in lane.rotation where hasRoom(line.host) {
        let wait = rates.wait(host: line.host, now: now)
        if wait > .zero { least = min(least ?? wait, wait) }
      }
    }
    return least
  }

  private func choice(_ now: Duration) -> (lane: Int, slot: Int)? {
    var best: (lane: Int, slot: Int, rank: Int)?
    for lane in lanes.indices {
      guard let slot = firstStartable(in: lane, now) else { continue }
      // Almost every run has one priority, and needs no aging.
      if lanes.count == 1 { return (lane, slot) }
      let since = lanes[lane].rotation[slot].waiting.first?.since ?? now
      let rank = lanes[lane].priority + Int((now - since) / Self.aging)
      if best.map({ rank > $0.rank }) ?? true { best = (lane, slot, rank) }
    }
    return best.map { ($0.lane, $0.slot) }
  }

  private func firstStartable(in lane: Int, _ now: Duration) -> Int? {
    // Nothing distinguishes the hosts, so the first one is next.
    if !countsHosts || isSoleHostUnlimited, !isTimed { return lanes[lane].rotation.startIndex }
    for slot in lanes[lane].rotation.indices {
      let host = lanes[lane].rotation[slot].host
      if hasRoom(host), !isTimed || rates.wait(host: host, now: now) == .zero { return slot }
    }
    return nil
  }

  private var isTimed: Bool { !rates.isUnlimited }

  private func hasRoom(_ host: String) -> Bool {
    !countsHosts || isSoleHostUnlimited || activeByHost[host, default: 0] < jobsPerHost
  }
}

extension RequestQueue.Lane {
  fileprivate mutating func line(of host: String) -> RequestQueue.HostLine {
    if let line = lines[host] { return line }
    let line = RequestQueue.HostLine(host)
    lines[host] = line
    rotation.append(line)
    return line
  }

  fileprivate mutating func dropEmptyLines() {
    rotation.removeAll { $0.waiting.isEmpty }
    lines = lines.filter { !$0.value.waiting.isEmpty }
  }

  /// Moves a line to the end after one of its requests has started; removes it if empty.
  fileprivate mutating func serve(_ slot: Int) {
    let line = rotation[slot]
    if line.waiting.isEmpty {
      rotation.remove(at: slot)
      lines[line.host] = nil
    } else if rotation.count > 1 {
      rotation.remove(at: slot)
      rotation.append(line)
    }
  }
}
