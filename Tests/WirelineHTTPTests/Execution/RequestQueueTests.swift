import TestSupport
import Testing
import WirelineCore
import WirelineRequests

@testable import WirelineHTTP

@Suite struct RequestQueueTests {
  /// The requests that may start now, in order.
  private func started(_ queue: inout RequestQueue<String>, at now: Duration = .zero) -> [String] {
    var names: [String] = []
    while let name = queue.next(now: now) { names.append(name) }
    return names
  }

  private func enter(
    _ queue: inout RequestQueue<String>, _ names: [String], priority: Int = 0,
    at now: Duration = .zero
  ) {
    for name in names {
      queue.enter(host: String(name.prefix(1)), priority: priority, waiter: name, now: now)
    }
  }

  @Test func limitsRequestsInTotalAndPerHost() {
    var queue = RequestQueue<String>(jobs: 3, jobsPerHost: 2)
    enter(&queue, ["a1", "a2", "a3", "b1", "b2"])

    #expect(started(&queue) == ["a1", "b1", "a2"])
    queue.leave(host: "b")
    #expect(started(&queue) == ["b2"])
    queue.leave(host: "a")
    #expect(started(&queue) == ["a3"])
    #expect(started(&queue).isEmpty)
  }

  /// They do not wait again for those that entered after them.
  @Test func returningRequestsKeepTheirPlace() {
    var queue = RequestQueue<Int>(jobs: 1, jobsPerHost: 1)
    for last in [8, 9] { queue.enter(host: "a", priority: 0, waiter: last, now: .zero) }
    for order in [3, 1, 2] {
      queue.enter(host: "a", priority: 0, order: order, waiter: order, now: .zero)
    }

    for waiter in [1, 2, 3, 8, 9] {
      #expect(queue.next(now: .zero) == waiter)
      queue.leave(host: "a")
    }
  }

  @Test func startsSelectedRequestFirst() {
    var queue = RequestQueue<String>(jobs: 3, jobsPerHost: 2)
    enter(&queue, ["a1", "a2", "a3", "a4", "b1", "b2"])

    #expect(queue.next(now: .zero) { $0 == "a3" } == "a3")
    #expect(queue.next(now: .zero) { $0 == "c" } == nil)
    #expect(queue.next(now: .zero) { $0 == "b1" } == "b1")
    #expect(started(&queue) == ["a1"])
    // All jobs are busy.
    #expect(queue.next(now: .zero) { $0 == "a2" } == nil)
    queue.leave(host: "b")
    #expect(started(&queue) == ["b2"])
    queue.leave(host: "b")
    // Its host has reached its limit.
    #expect(queue.next(now: .zero) { $0 == "a2" } == nil)
  }

  @Test func tracksOldestRequestInFlight() {
    var window = InFlightWindow()

    let oldest = [2, 0, 3, 1, 5].map { order in
      window.end(order)
      return window.oldest
    }

    #expect(oldest == [0, 1, 1, 4, 4])
  }

  @Test func alternatesHosts() {
    var queue = RequestQueue<String>(jobs: 1, jobsPerHost: 1)
    enter(&queue, ["a1", "a2", "a3", "b1", "b2", "c1"])

    var order: [String] = []
    while let name = queue.next(now: .zero) {
      order.append(name)
      queue.leave(host: String(name.prefix(1)))
    }

    #expect(order == ["a1", "b1", "c1", "a2", "b2", "a3"])
  }

  @Test func agesPriorities() {
    var queue = RequestQueue<String>(jobs: 1, jobsPerHost: 1)
    enter(&queue, ["l"], priority: -1, at: .zero)
    enter(&queue, ["n"], at: .seconds(1))
    enter(&queue, ["h"], priority: 1, at: .seconds(1))

    #expect(queue.next(now: .seconds(2)) == "h")
    queue.leave(host: "h")
    enter(&queue, ["i"], priority: 1, at: .seconds(25))
    // After 25 s a request has gained two levels; among equals the older starts first.
    #expect(queue.next(now: .seconds(25)) == "n")
    queue.leave(host: "n")
    enter(&queue, ["j"], at: .seconds(26))
    #expect(queue.next(now: .seconds(31)) == "l")
  }

  @Test(arguments: [Int.max, Int.min])
  func acceptsExtremePriorities(priority: Int) {
    var queue = RequestQueue<String>(jobs: 1, jobsPerHost: 1)
    enter(&queue, ["a1"], priority: priority)
    enter(&queue, ["b1"])
    let isHigh = priority > 0

    #expect(queue.next(now: .seconds(3600)) == (isHigh ? "a1" : "b1"))
    queue.leave(host: isHigh ? "a" : "b")
    #expect(queue.next(now: .seconds(7200)) == (isHigh ? "b1" : "a1"))
  }

  @Test func removesUnwantedRequests() {
    var queue = RequestQueue<String>(jobs: 9, jobsPerHost: 9)
    enter(&queue, ["a1", "a2", "b1"])
    enter(&queue, ["c1", "a3"], priority: 1)

    #expect(Set(queue.remove { $0 != "a2" }) == ["a1", "b1", "c1", "a3"])
    enter(&queue, ["a4"])
    #expect(started(&queue) == ["a2", "a4"])
  }

  @Test func appliesRate() throws {
    var queue = RequestQueue<String>(
      jobs: 9, jobsPerHost: 9, rates: RatePolicy(total: try Rate(parsing: "10/s")))
    enter(&queue, ["a1", "a2", "b1"])

    #expect(started(&queue) == ["a1"])
    #expect(queue.wait(now: .zero) == .milliseconds(100))
    #expect(started(&queue, at: .milliseconds(99)).isEmpty)
    #expect(started(&queue, at: .milliseconds(100)) == ["b1"])
    #expect(started(&queue, at: .milliseconds(200)) == ["a2"])
    #expect(queue.wait(now: .milliseconds(200)) == nil)
  }

  @Test func unsentRequestDoesNotCountTowardRate() throws {
    let rate = try Rate(parsing: "1/s")
    var queue = RequestQueue<String>(
      jobs: 9, jobsPerHost: 9, rates: RatePolicy(total: rate, perHost: rate))
    enter(&queue, ["a1", "a2", "a3"])

    #expect(started(&queue) == ["a1"])
    queue.leave(host: "a", isUnused: true)
    #expect(started(&queue) == ["a2"])
    queue.leave(host: "a")
    #expect(started(&queue).isEmpty)
    #expect(started(&queue, at: .seconds(1)) == ["a3"])
  }

  @Test func fullQueueNeedsNoTimer() throws {
    var queue = RequestQueue<String>(
      jobs: 1, jobsPerHost: 1, rates: RatePolicy(total: try Rate(parsing: "1/s")))
    enter(&queue, ["a1", "a2"])

    #expect(started(&queue) == ["a1"])
    #expect(queue.wait(now: .zero) == nil)
    queue.leave(host: "a")
    #expect(queue.wait(now: .zero) == .seconds(1))
  }

  @Test(arguments: 1...20)
  func respectsLimitsAndServesAll(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var queue = RequestQueue<Int>(jobs: 5, jobsPerHost: 2)
    var running: [Int: String] = [:]
    let hosts = (0..<400).map { _ in "h\(Int.random(in: 0..<4, using: &random))" }
    var entered = 0
    var done = 0
    while done < hosts.count {
      let mayEnter = entered < hosts.count && (running.isEmpty || Bool.random(using: &random))
      if mayEnter {
        queue.enter(host: hosts[entered], priority: entered % 3, waiter: entered, now: .zero)
        entered += 1
      } else if let (waiter, host) = running.randomElement(using: &random) {
        running[waiter] = nil
        done += 1
        queue.leave(host: host)
      }
      while let started = queue.next(now: .zero) { running[started] = hosts[started] }
      #expect(running.count <= 5)
      #expect(Dictionary(grouping: running.values, by: { $0 }).values.allSatisfy { $0.count <= 2 })
    }
    #expect(running.isEmpty)
  }

  @Test func soleHostUsesAllJobsUntilAnotherArrives() {
    var queue = RequestQueue<Int>(jobs: 10, jobsPerHost: 2, raisesJobsPerHost: true)
    for index in 0..<20 { queue.enter(host: "a", priority: 0, waiter: index, now: .zero) }
    for index in 0..<5 { #expect(queue.next(now: .zero) == index) }

    queue.enter(host: "b", priority: 0, waiter: 100, now: .zero)

    #expect(queue.next(now: .zero) == 100)
    #expect(queue.next(now: .zero) == nil, "the first host exceeds its limit")
    for _ in 0..<4 { queue.leave(host: "a") }
    #expect(queue.next(now: .zero) == 5)
    #expect(queue.next(now: .zero) == nil)
  }
}
