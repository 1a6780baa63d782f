extension YelpStandIn {
  /// What the stand-in counts, and the faults that are still to come.
  struct Ledger: Sendable {
    private struct Scheduled: Sendable {
      let fault: Fault
      let endpoint: String?
      var times: Int
    }

    let dailyLimit: Int?
    private let perSecond: Int?
    /// The calls that were let in today, whatever became of them.
    private var used = 0
    /// When calls were let in, as far as it is less than a second ago.
    private var recent: [Duration] = []
    private var scheduled: [Scheduled] = []

    init(dailyLimit: Int?, perSecond: Int?) {
      self.dailyLimit = dailyLimit
      self.perSecond = perSecond
    }

    var remaining: Int? { dailyLimit.map { max(0, $0 - used) } }

    mutating func schedule(_ fault: Fault, times: Int, endpoint: String?) {
      scheduled.append(Scheduled(fault: fault, endpoint: endpoint, times: times))
    }

    /// Counts a call.
    ///
    /// - Parameter time: when it came, since the server started.
    /// - Returns: why it is refused, or nil; a refused one is not counted.
    mutating func admit(at time: Duration) -> Fault? {
      if remaining == 0 { return .accessLimitReached }
      recent.removeAll { time - $0 >= .seconds(1) }
      if let perSecond, recent.count >= perSecond { return .tooManyPerSecond(retryAfter: nil) }
      recent.append(time)
      used += 1
      return nil
    }

    /// The fault that a call of this endpoint gets, which is then used up.
    mutating func takeFault(for endpoint: String?) -> Fault? {
      let place = scheduled.firstIndex {
        $0.times > 0 && ($0.endpoint == nil || $0.endpoint == endpoint)
      }
      guard let place else { return nil }
      scheduled[place].times -= 1
      return scheduled[place].fault
    }
  }
}
