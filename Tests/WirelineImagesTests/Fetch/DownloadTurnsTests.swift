import Synchronization
import Testing

@testable import WirelineImages

@Suite struct DownloadTurnsTests {
  private final class Load: Sendable {
    let isBusy = Mutex(false)

    func set(_ value: Bool) { isBusy.withLock { $0 = value } }
  }

  private let load = Load()
  private let turns: DownloadTurns

  init() { turns = DownloadTurns { [load] in load.isBusy.withLock { $0 } } }

  @Test func beginsAtOnceWithoutBacklog() {
    var ticket: Int?

    #expect(turns.wait(&ticket) == nil && ticket == nil)
  }

  /// Those that asked first begin first, in whatever order they ask again.
  @Test func keepsOrder() {
    load.set(true)
    var tickets = [Int?](repeating: nil, count: 100)
    for index in tickets.indices { #expect(turns.wait(&tickets[index]) != nil) }
    load.set(false)

    var begun: [Int] = []
    while begun.count < tickets.count {
      let before = begun.count
      for index in tickets.indices.reversed() where !begun.contains(index) {
        if turns.wait(&tickets[index]) == nil { begun.append(index) }
      }
      #expect(begun[before...].allSatisfy { $0 < before + 16 })
      if begun.count == before { break }
    }
    #expect(begun.sorted() == Array(tickets.indices))
  }

  @Test func newDownloadWaitsBehindOthers() {
    load.set(true)
    var tickets = [Int?](repeating: nil, count: 16)
    for index in tickets.indices { _ = turns.wait(&tickets[index]) }
    load.set(false)
    var new: Int?

    #expect(turns.wait(&new) != nil)
    #expect(turns.wait(&tickets[0]) == nil && turns.wait(&new) == nil)
  }

  /// A request that has ended does not keep its place.
  @Test func leavesQueue() {
    load.set(true)
    var tickets = [Int?](repeating: nil, count: 17)
    for index in tickets.indices { _ = turns.wait(&tickets[index]) }
    load.set(false)
    #expect(turns.wait(&tickets[16]) != nil)

    if let first = tickets[0] {
      turns.leave(first)
      turns.leave(first)
    }

    #expect(turns.wait(&tickets[16]) == nil)
  }

  @Test func thoseFarBehindAskLessOften() {
    load.set(true)
    let waits = (0..<2000).map { _ in
      var ticket: Int?
      return turns.wait(&ticket) ?? .zero
    }

    #expect(waits.first == .milliseconds(50) && waits.last == .milliseconds(800))
    #expect(waits == waits.sorted())
  }
}
