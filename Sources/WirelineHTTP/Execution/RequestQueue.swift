import DequeModule
import WirelineCore
internal import WirelineRequests

/// Limits of hosts that are kept outside a queue, such as those that processes share.
struct HostClaims {
  /// Called before a request to a host starts.
  ///
  /// - Returns: how long all requests to the host have to wait; zero if this one starts now.
  let claim: (_ host: String) -> Duration
  /// Called if a request that was claimed was not sent.
  let giveBack: (_ host: String) -> Void
}

/// Who may start: so many at once in all, so many to one host, so many in a
/// time; a host that asked for a pause has one. Higher priorities go first,
/// hosts take turns, and of one host's it is the order of asking.
///
/// With no clock and no thread: events and the time go in, decisions come out.
/// `Waiter` is whatever the caller needs to wake one who waits.
struct RequestQueue<Waiter> {
  fileprivate struct Waiting {
    let since: Duration
    let waiter: Waiter
  }

  /// Those of one host and one priority. An object, because it is in the line
  /// of turns and in the table of hosts.
  fileprivate final class HostLine {
    let host: String
    var waiting: Deque<Waiting> = []

    init(_ host: String) { self.host = host }
  }

  /// Those of one priority.
  fileprivate struct Lane {
    let priority: Int
    /// Those of `turns`, by their host.
    var lines: [String: HostLine] = [:]
    /// The next to be served first; none of them is empty.
    var turns: Deque<HostLine> = []
    /// The last one that was entered, which most often is the next one too.
    var recent: HostLine?
  }

  private let jobs: Int
  private let jobsPerHost: Int
  /// Whether hosts have a limit of their own that can be reached at all.
  private let countsHosts: Bool
  private var active = 0
  private var activeByHost: [String: Int] = [:]
  /// Highest priority first; never an empty lane.
  private var lanes: [Lane] = []
  private var rates: RatePolicy
  private var pauses: HostPause
  private var paces = HostPace()
  /// Hosts that were held back when one of theirs was about to start, until then.
  private var held: [String: Duration] = [:]
  private let hasRates: Bool
  private let claims: HostClaims?

  /// Who has waited this long counts as one priority higher, and so on: nobody
  /// waits for ever behind an endless stream of others.
  private static var aging: Duration { .seconds(10) }
  /// Beyond it no priority is higher or lower: what is asked for may be any number,
  /// and aging adds to it.
  private static var highest: Int { 1 << 32 }

  /// - Parameters:
  ///   - jobs: attempts at once, 1 or more.
  ///   - jobsPerHost: attempts at once to one host, 1 or more.
  ///   - claims: limits that are kept elsewhere.
  ///   - longestPause: what a host may ask for at most.
  init(
    jobs: Int, jobsPerHost: Int, rates: RatePolicy = RatePolicy(),
    claims: HostClaims? = nil, longestPause: Duration = .seconds(300)
  ) {
    self.claims = claims
    self.jobs = max(1, jobs)
    self.jobsPerHost = max(1, jobsPerHost)
    countsHosts = self.jobsPerHost < self.jobs
    self.rates = rates
    hasRates = !rates.isUnlimited
    pauses = HostPause(limit: longestPause)
  }

  /// Whether nobody waits.
  var isEmpty: Bool { lanes.isEmpty }

  /// Takes one in; `next` says when its time has come.
  mutating func enter(host: String, priority: Int, waiter: Waiter, now: Duration) {
    let priority = max(-Self.highest, min(Self.highest, priority))
    let index = lanes.firstIndex { $0.priority <= priority } ?? lanes.endIndex
    if index == lanes.endIndex || lanes[index].priority != priority {
      lanes.insert(Lane(priority: priority), at: index)
    }
    lanes[index].line(of: host).waiting.append(Waiting(since: now, waiter: waiter))
  }

  /// Says that one has ended.
  ///
  /// - Parameter isUnused: whether it has sent nothing, and does not count for any
  ///   rate.
  mutating func leave(host: String, isUnused: Bool = false) {
    if isUnused {
      if hasRates { rates.giveBack(host: host) }
      claims?.giveBack(host)
    }
    active -= 1
    if countsHosts, let count = activeByHost[host] {
      activeByHost[host] = count > 1 ? count - 1 : nil
    }
  }

  /// Takes out all that are not wanted any more.
  ///
  /// - Returns: those, highest priority first.
  mutating func remove(where isUnwanted: (Waiter) -> Bool) -> [Waiter] {
    var removed: [Waiter] = []
    for lane in lanes.indices.reversed() {
      for line in lanes[lane].turns {
        let unwanted = line.waiting.filter { isUnwanted($0.waiter) }
        line.waiting.removeAll { isUnwanted($0.waiter) }
        removed.insert(contentsOf: unwanted.map(\.waiter), at: 0)
      }
      lanes[lane].dropEmptyLines()
      if lanes[lane].turns.isEmpty { lanes.remove(at: lane) }
    }
    return removed
  }

  /// A host asks for a pause: all that wait for it do so, once.
  mutating func pause(host: String, for wait: Duration, now: Duration) {
    _ = pauses.pause(host, for: wait, now: now)
  }

  /// A host has refused a request for coming too soon after another.
  mutating func slow(host: String, now: Duration) { paces.slow(host, now: now) }

  /// The next that starts now; nil when there is none, or no room.
  mutating func next(now: Duration) -> Waiter? {
    while active < jobs, let choice = choice(now) {
      if isFree(lanes[choice.lane].turns[choice.turn].host, now) {
        return start(lane: choice.lane, turn: choice.turn, place: 0, now: now)
      }
    }
    return nil
  }

  /// Whether a host lets a request start; if not, it is left alone for as long as its claim says.
  private mutating func isFree(_ host: String, _ now: Duration) -> Bool {
    guard let claims else { return true }
    let wait = claims.claim(host)
    if wait <= .zero {
      if !held.isEmpty { held[host] = nil }
      return true
    }
    held[host] = now + wait
    return false
  }

  /// The one that is wanted, if it waits here and may start now.
  mutating func next(now: Duration, where isWanted: (Waiter) -> Bool) -> Waiter? {
    guard active < jobs else { return nil }
    for lane in lanes.indices {
      for turn in lanes[lane].turns.indices {
        let line = lanes[lane].turns[turn]
        guard let place = line.waiting.firstIndex(where: { isWanted($0.waiter) }) else { continue }
        guard hasRoom(line.host), !isTimed || delay(line.host, now) == .zero,
          isFree(line.host, now)
        else { return nil }
        return start(lane: lane, turn: turn, place: place, now: now)
      }
    }
    return nil
  }

  private mutating func start(lane: Int, turn: Int, place: Int, now: Duration) -> Waiter? {
    let line = lanes[lane].turns[turn]
    guard line.waiting.indices.contains(place) else { return nil }
    let next = line.waiting.remove(at: place)
    lanes[lane].serve(turn)
    if lanes[lane].turns.isEmpty { lanes.remove(at: lane) }
    active += 1
    if countsHosts { activeByHost[line.host, default: 0] += 1 }
    if hasRates { _ = rates.admit(host: line.host, now: now) }
    if !paces.isEmpty { paces.admit(line.host, now: now) }
    return next.waiter
  }

  /// How long until somebody who waits may start because time has passed; nil
  /// when only an end of another helps.
  mutating func wait(now: Duration) -> Duration? {
    guard isTimed, active < jobs else { return nil }
    var least: Duration?
    for lane in lanes {
      for line in lane.turns where hasRoom(line.host) {
        let wait = delay(line.host, now)
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
      if lanes.count == 1 { return (lane, turn) }
      let since = lanes[lane].turns[turn].waiting.first?.since ?? now
      let rank = lanes[lane].priority + Int((now - since) / Self.aging)
      if best.map({ rank > $0.rank }) ?? true { best = (lane, turn, rank) }
    }
    return best.map { ($0.lane, $0.turn) }
  }

  private mutating func firstStartable(in lane: Int, _ now: Duration) -> Int? {
    if !countsHosts, !isTimed { return lanes[lane].turns.startIndex }
    for turn in lanes[lane].turns.indices {
      let host = lanes[lane].turns[turn].host
      if hasRoom(host), !isTimed || delay(host, now) == .zero { return turn }
    }
    return nil
  }

  /// Whether time alone may hold somebody back.
  private var isTimed: Bool {
    hasRates || !pauses.isEmpty || !paces.isEmpty || !held.isEmpty
  }

  private func hasRoom(_ host: String) -> Bool {
    !countsHosts || activeByHost[host, default: 0] < jobsPerHost
  }

  private mutating func delay(_ host: String, _ now: Duration) -> Duration {
    max(
      rates.wait(host: host, now: now), pauses.wait(host, now: now), paces.wait(host, now: now),
      held.isEmpty ? .zero : (held[host] ?? now) - now)
  }
}

extension RequestQueue.Lane {
  /// The line of a host, at the end of the turns if it is a new one.
  fileprivate mutating func line(of host: String) -> RequestQueue.HostLine {
    if let recent, recent.host == host { return recent }
    if let line = lines[host] {
      recent = line
      return line
    }
    let line = RequestQueue.HostLine(host)
    lines[host] = line
    turns.append(line)
    recent = line
    return line
  }

  fileprivate mutating func dropEmptyLines() {
    turns.removeAll { $0.waiting.isEmpty }
    lines = lines.filter { !$0.value.waiting.isEmpty }
    recent = nil
  }

  /// After one of a line has started: the line goes to the end, or away.
  fileprivate mutating func serve(_ turn: Int) {
    let line = turns[turn]
    if line.waiting.isEmpty {
      turns.remove(at: turn)
      lines[line.host] = nil
      if recent === line { recent = nil }
    } else if turns.count > 1 {
      turns.remove(at: turn)
      turns.append(line)
    }
  }
}
