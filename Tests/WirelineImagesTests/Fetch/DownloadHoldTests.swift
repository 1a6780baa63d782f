import Synchronization
import Testing

@testable import WirelineImages

@Suite struct DownloadHoldTests {
  private final class Load: Sendable {
    let isBusy = Mutex(false)

    func set(_ value: Bool) { isBusy.withLock { $0 = value } }
  }

  private let load = Load()
  private let hold: DownloadHold

  init() { hold = DownloadHold { [load] in load.isBusy.withLock { $0 } } }

  @Test func beginsAtOnceWithoutBacklog() {
    var ticket: Int?

    #expect(hold.wait(&ticket) == nil && ticket == nil)
  }

  /// The first held download begins first, whatever the order of the checks.
  @Test func keepsOrder() {
    load.set(true)
    var tickets = [Int?](repeating: nil, count: 100)
    for index in tickets.indices { #expect(hold.wait(&tickets[index]) != nil) }
    load.set(false)

    var begun: [Int] = []
    while begun.count < tickets.count {
      let before = begun.count
      for index in tickets.indices.reversed() where !begun.contains(index) {
        if hold.wait(&tickets[index]) == nil { begun.append(index) }
      }
      #expect(begun[before...].allSatisfy { $0 < before + 16 })
      if begun.count == before { break }
    }
    #expect(begun.sorted() == Array(tickets.indices))
  }

  @Test func newDownloadWaitsForHeldOnes() {
    load.set(true)
    var tickets = [Int?](repeating: nil, count: 16)
    for index in tickets.indices { _ = hold.wait(&tickets[index]) }
    load.set(false)
    var new: Int?

    #expect(hold.wait(&new) != nil)
    #expect(hold.wait(&tickets[0]) == nil && hold.wait(&new) == nil)
  }

  /// A download that has ended does not hold others back.
  @Test func leavesQueue() {
    load.set(true)
    var tickets = [Int?](repeating: nil, count: 17)
    for index in tickets.indices { _ = hold.wait(&tickets[index]) }
    load.set(false)
    #expect(hold.wait(&tickets[16]) != nil)

    if let first = tickets[0] {
      hold.leave(first)
      hold.leave(first)
    }

    #expect(hold.wait(&tickets[16]) == nil)
  }

  @Test func laterDownloadsCheckLessOften() {
    load.set(true)
    let waits = (0..<2000).map { _ in
      var ticket: Int?
      return hold.wait(&ticket) ?? .zero
    }

    #expect(waits.first == .milliseconds(50) && waits.last == .milliseconds(800))
    #expect(waits == waits.sorted())
  }
}
