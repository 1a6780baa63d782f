import Glibc
import TestSupport
import Testing

@testable import WirelineCore

/// The index of a journal. Small limits create it for few entries.
@Suite struct JournalIndexTests {
  private let directory: TemporaryDirectory
  private var path: String { directory.path("journal") }
  private static let owner = JournalOwner(tool: "req")

  init() throws { directory = try TemporaryDirectory() }

  private func open(sorted: Int = 100, indexed: Int = 50) throws -> Journal {
    try Journal(
      path: path, owner: Self.owner, wait: .seconds(5),
      limits: JournalIndexLimits(sorted: sorted, indexed: indexed))
  }

  private func fill(_ numbers: Range<Int>, round: Int = 0) throws {
    try open(indexed: .max).fill(numbers, round: round)
  }

  @Test(arguments: [10, 256, 257, 1000, 5000]) func indexContainsEveryItem(count: Int) throws {
    try fill(0..<count)
    #expect(!directory.exists("journal.idx"))
    // The first open creates the index, and the second one uses it.
    for sorted in [100, 100_000] {
      let journal = try open(sorted: sorted, indexed: 5)
      #expect(try journal.known(of: 0..<(count + 20)) == Array(0..<count))
      #expect(journal.count == count && journal.skippedLines == 0)
      #expect(journal.outcomes.successes == (0..<count).count { JournalFixture.code($0) == nil })
    }
    #expect(directory.permissions("journal.idx") == 0o600)
    #expect(try directory.read("journal.idx").count < 4096 + 17 * count)
  }

  @Test func doesNotIndexFewItems() throws {
    try fill(0..<50)
    #expect(try open().known(of: 0..<60) == Array(0..<50))
    #expect(!directory.exists("journal.idx"))
  }

  @Test func mergesLaterLinesIntoIndex() throws {
    try fill(0..<300)
    _ = try open()
    // Few later lines are read each time; many are merged into the index.
    try fill(290..<310, round: 1)
    let first = try directory.read("journal.idx")
    let journal = try open()
    #expect(try journal.known(of: 0..<290) == Array(0..<290))
    #expect(try journal.known(of: 290..<310, round: 1) == Array(290..<310))
    #expect(try directory.read("journal.idx") == first)

    try fill(310..<700)
    let second = try open()
    #expect(try directory.read("journal.idx") != first)
    #expect(second.count == 700)
    #expect(try second.known(of: 0..<290) == Array(0..<290))
    #expect(try second.known(of: 290..<310, round: 1) == Array(290..<310))
    #expect(try second.known(of: 310..<720) == Array(310..<700))
  }

  /// A running process extends the index for the next one.
  @Test func extendsIndexDuringRun() throws {
    try fill(0..<40)
    let journal = try open(indexed: .max)
    #expect(!journal.isIndexDue)
    for number in 40..<200 { try journal.append(number) }
    try journal.flush()
    try journal.extendIndex { false }
    #expect(!directory.exists("journal.idx"))
    try journal.extendIndex()
    #expect(directory.exists("journal.idx"))
    #expect(try journal.known(of: 0..<200) == Array(0..<40))
    #expect(try open(indexed: .max).known(of: 0..<210) == Array(0..<200))
  }

  /// A line that the index covers is validated on lookup, not on open.
  @Test func readsOnlyLinesAfterTheIndex() throws {
    try fill(0..<1000)
    _ = try open()
    var text = try directory.read("journal")
    let line = try #require(text.firstRange(of: JournalFixture.record(500)))
    text[line.lowerBound + 3] ^= 1
    try directory.write("journal", text)

    let journal = try open()

    #expect(journal.skippedLines == 0)
    #expect(try journal.known(of: 0..<1000) == Array(0..<500) + Array(501..<1000))
  }

  @Test func countsDamagedLinesOnce() throws {
    try fill(0..<300)
    var text = try directory.read("journal")
    let line = try #require(text.firstRange(of: JournalFixture.record(100)))
    text[line.lowerBound + 3] ^= 1
    try directory.write("journal", text)
    for _ in 1...2 { #expect(try open().skippedLines == 1) }
  }

  @Test func rebuildsUnusableIndex() throws {
    try fill(0..<600)
    _ = try open()
    let index = try directory.read("journal.idx")
    let other = Array("wireline".utf8)
    let versions: [[UInt8]] = [
      [], other, Array(index.dropLast()), Array(index.dropFirst()), index + [0],
      [UInt8](repeating: 0, count: index.count), Array(index.suffix(4096)),
    ]
    for bytes in versions {
      try directory.write("journal.idx", bytes)
      #expect(try open().known(of: 0..<610) == Array(0..<600))
      #expect(try directory.read("journal.idx") == index)
    }
    unlink(directory.path("journal.idx"))
    #expect(mkfifo(directory.path("journal.idx"), 0o600) == 0)
    #expect(try open().known(of: 0..<610) == Array(0..<600))
  }

  @Test func worksWithoutIndex() throws {
    try fill(0..<600)
    try directory.makeDirectory("journal.idx")
    try directory.makeDirectory("journal.idx/x")
    #expect(try open(sorted: 1000).known(of: 0..<610) == Array(0..<600))
    let journal = try open(sorted: 1000)
    try journal.extendIndex()
    #expect(try journal.known(of: 0..<610) == Array(0..<600))
  }

  @Test func ignoresIndexOfAnotherText() throws {
    try fill(0..<600)
    _ = try open()
    let text = try directory.read("journal")
    let half = try #require(text[..<(text.count / 2)].lastIndex(of: 0x0A)) + 1
    try directory.write("journal", Array(text[..<half]))
    let items = text[..<half].count { $0 == 0x0A } - 1
    #expect(try open().known(of: 0..<600) == Array(0..<items))

    unlink(path)
    try fill(2000..<2700)
    #expect(try open().known(of: 1990..<2710) == Array(2000..<2700))
  }

  @Test(arguments: [1, 2, 3] as [UInt64]) func damagedIndexNeverReturnsWrongRecord(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    try fill(0..<600)
    _ = try open()
    let index = try directory.read("journal.idx")
    for _ in 0..<40 {
      var damaged = index
      for _ in 0..<4 { damaged[Int.random(in: 0..<(600 * 16), using: &random)] = 0 }
      try directory.write("journal.idx", damaged)
      // `known` compares each record. An item that is not found is processed again.
      _ = try open().known(of: 0..<600)
    }
  }
}
