/// What the server saw.
struct ServerLog: Sendable {
  var requests: [ServedRequest] = []
  var hits: [String: Int] = [:]
  var connections = 0
  var peakOpen = 0
  /// The descriptors of the connections that are open, by their number.
  var open: [Int: Int32] = [:]
  var underWay = 0
  var peakUnderWay = 0
  var answered = 0
  var isStopped = false

  mutating func opened(_ descriptor: Int32) -> Int {
    connections += 1
    open[connections] = descriptor
    peakOpen = max(peakOpen, open.count)
    return connections
  }

  mutating func began(_ request: ServedRequest) {
    requests.append(request)
    underWay += 1
    peakUnderWay = max(peakUnderWay, underWay)
  }

  mutating func ended() {
    underWay -= 1
    answered += 1
  }
}
