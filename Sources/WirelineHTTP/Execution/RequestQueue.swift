import DequeModule
import WirelineCore

/// Who may start: so many at once in all, so many to one host, so many in a
/// time; a host that asked for a pause has one. Higher priorities go first,
/// hosts take turns, and of one host's it is the order of asking.
///
/// A value with no clock and no thread: events and the time go in, decisions
/// come out. `Waiter` is whatever the caller needs to wake one who waits.
struct RequestQueue<Waiter> {
  private struct Waiting {
    let since: Duration
    let waiter: Waiter
  }

  /// Those of one priority.
  private struct Lane {
    let priority: Int
    var waiting: [String: Deque<Waiting>] = [:]
    /// The hosts of `waiting`, the next to be served first.
    var turns: Deque<String> = []
  }

  private let jobs: Int
  private let jobsPerHost: Int
  private var active = 0
  private var activeByHost: [String: Int] = [:]
  /// Highest priority first; never an empty lane.
  private var lanes: [Lane] = []
  private var rates: RatePolicy
  private var pauses: HostPause

  /// Who has waited this long counts as one priority higher, and so on: nobody
  /// waits for ever behind an endless stream of others.
  private static var aging: Duration { .seconds(10) }

  /// - Parameters:
  ///   - jobs: attempts at once, 1 or more.
  ///   - jobsPerHost: attempts at once to one host, 1 or more.
  ///   - longestPause: what a host may ask for at most.
  init(
    jobs: Int, jobsPerHost: Int, rates: RatePolicy = RatePolicy(),
    longestPause: Duration = .seconds(300)
  ) {
    self.jobs = max(1, jobs)
    self.jobsPerHost = max(1, jobsPerHost)
    self.rates = rates
    pauses = HostPause(limit: longestPause)
  }

  /// Takes one in; `next` says when its time has come.
  mutating func enter(host: String, priority: Int, waiter: Waiter, now: Duration) {
    let index = lanes.firstIndex { $0.priority <= priority } ?? lanes.endIndex
    if index == lanes.endIndex || lanes[index].priority != priority {
      lanes.insert(Lane(priority: priority), at: index)
    }
    if lanes[index].waiting[host] == nil { lanes[index].turns.append(host) }
    lanes[index].waiting[host, default: []].append(Waiting(since: now, waiter: waiter))
  }

  /// Says that one has ended.
  mutating func leave(host: String) {
    active -= 1
    if let count = activeByHost[host] { activeByHost[host] = count > 1 ? count - 1 : nil }
  }

  /// A host asks for a pause: all that wait for it do so, once.
  mutating func pause(host: String, for wait: Duration, now: Duration) {
    _ = pauses.pause(host, for: wait, now: now)
  }

  /// The next that starts now; nil when there is none, or no room.
  mutating func next(now: Duration) -> Waiter? {
    guard active < jobs, let choice = choice(now) else { return nil }
    let host = lanes[choice.lane].turns.remove(at: choice.turn)
    guard var waiting = lanes[choice.lane].waiting.removeValue(forKey: host),
      let next = waiting.popFirst()
    else { return nil }
    if !waiting.isEmpty {
      lanes[choice.lane].waiting[host] = waiting
      lanes[choice.lane].turns.append(host)
    } else if lanes[choice.lane].turns.isEmpty {
      lanes.remove(at: choice.lane)
    }
    active += 1
    activeByHost[host, default: 0] += 1
    _ = rates.admit(host: host, now: now)
    return next.waiter
  }

  /// How long until somebody who waits may start because time has passed; nil
  /// when only an end of another helps.
  mutating func wait(now: Duration) -> Duration? {
    guard active < jobs, !(rates.isUnlimited && pauses.isEmpty) else { return nil }
    var least: Duration?
    for lane in lanes {
      for host in lane.turns where hasRoom(host) {
        let wait = delay(host, now)
        if wait > .zero { least = min(least ?? wait, wait) }
      }
    }
    return least
  }

  /// The lane, and the turn in it, of who is next.
  private mutating func choice(_ now: Duration) -> (lane: Int, turn: Int)? {
    var best: (lane: Int, turn: Int, rank: Int)?
    for lane in lanes.indices {
      guard let turn = firstStartable(in: lane, now) else { continue }
      let host = lanes[lane].turns[turn]
      let since = lanes[lane].waiting[host]?.first?.since ?? now
      let rank = lanes[lane].priority + Int((now - since) / Self.aging)
      if best.map({ rank > $0.rank }) ?? true { best = (lane, turn, rank) }
    }
    return best.map { ($0.lane, $0.turn) }
  }

  private mutating func firstStartable(in lane: Int, _ now: Duration) -> Int? {
    let isTimed = !(rates.isUnlimited && pauses.isEmpty)
    for turn in lanes[lane].turns.indices {
      let host = lanes[lane].turns[turn]
      if hasRoom(host), !isTimed || delay(host, now) == .zero { return turn }
    }
    return nil
  }

  private func hasRoom(_ host: String) -> Bool {
    jobsPerHost >= jobs || activeByHost[host, default: 0] < jobsPerHost
  }

  private mutating func delay(_ host: String, _ now: Duration) -> Duration {
    max(rates.wait(host: host, now: now), pauses.wait(host, now: now))
  }
}
