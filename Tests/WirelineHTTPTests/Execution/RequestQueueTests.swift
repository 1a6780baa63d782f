import TestSupport
import Testing

@testable import WirelineHTTP

@Suite struct RequestQueueTests {
  @Test func jobsAndHostsHaveLimits() {
    var queue = RequestQueue<Int>(jobs: 3, jobsPerHost: 2)

    let started = zip(1..., ["a", "a", "a", "b", "c"]).map { waiter, host in
      queue.enter(host: host, priority: 0, waiter: waiter)
    }
    // One slot is free again, but not for host a; then one of host a's.
    let next = ["b", "a", "a"].map { queue.leave(host: $0) }

    #expect(started == [true, true, false, true, false])
    #expect(next == [5, 3, nil])
  }

  @Test func higherPrioritiesGoFirstAndEqualOnesInOrder() {
    var queue = RequestQueue<Int>(jobs: 1, jobsPerHost: 1)

    let started = zip(0..., [0, 0, -1, 1, 0, 1]).map { waiter, priority in
      queue.enter(host: "a", priority: priority, waiter: waiter)
    }
    let order = (0..<5).map { _ in queue.leave(host: "a") }

    #expect(started == [true, false, false, false, false, false])
    #expect(order == [3, 5, 1, 4, 2])
  }

  @Test(arguments: 1...20)
  func noLimitIsPassedAndNobodyForgotten(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var queue = RequestQueue<Int>(jobs: 5, jobsPerHost: 2)
    var running: [Int: String] = [:]
    let hosts = (0..<400).map { _ in "h\(Int.random(in: 0..<4, using: &random))" }
    var next = 0
    var done = 0
    while done < hosts.count {
      let mayEnter = next < hosts.count && (running.isEmpty || Bool.random(using: &random))
      if mayEnter {
        if queue.enter(host: hosts[next], priority: next % 3, waiter: next) {
          running[next] = hosts[next]
        }
        next += 1
      } else if let (waiter, host) = running.randomElement(using: &random) {
        running[waiter] = nil
        done += 1
        if let started = queue.leave(host: host) { running[started] = hosts[started] }
      }
      #expect(running.count <= 5)
      #expect(Dictionary(grouping: running.values, by: { $0 }).values.allSatisfy { $0.count <= 2 })
    }
    #expect(running.isEmpty)
  }
}
