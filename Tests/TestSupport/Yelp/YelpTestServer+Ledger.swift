extension YelpTestServer {
  /// The counted calls and the pending faults.
  struct Ledger: Sendable {
    private struct Scheduled: Sendable {
      let fault: Fault
      let endpoint: String?
      var times: Int
    }

    let dailyLimit: Int?
    private let perSecond: Int?
    /// The admitted calls of the day.
    private var used = 0
    /// The times of the calls within the last second.
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
    /// - Parameter time: Since the start of the server.
    /// - Returns: The reason for a rejection, which is not counted; nil for an admitted call.
    mutating func admit(at time: Duration) -> Fault? {
      if remaining == 0 { return .accessLimitReached }
      recent.removeAll { time - $0 >= .seconds(1) }
      if let perSecond, recent.count >= perSecond { return .tooManyPerSecond(retryAfter: nil) }
      recent.append(time)
      used += 1
      return nil
    }

    /// Removes and returns the next fault for an endpoint.
    mutating func takeFault(for endpoint: String?) -> Fault? {
      let index = scheduled.firstIndex {
        $0.times > 0 && ($0.endpoint == nil || $0.endpoint == endpoint)
      }
      guard let index else { return nil }
      scheduled[index].times -= 1
      return scheduled[index].fault
    }
  }
}
