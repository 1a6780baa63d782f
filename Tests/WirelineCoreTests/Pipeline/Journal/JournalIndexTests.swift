import Glibc
import TestSupport
import Testing

@testable import WirelineCore

/// The index beside a journal, made of few entries by small limits.
@Suite struct JournalIndexTests {
  private let directory: TemporaryDirectory
  private var path: String { directory.path("journal") }
  private static let owner = JournalOwner(tool: "req")

  init() throws { directory = try TemporaryDirectory() }

  private func open(sorted: Int = 100, indexed: Int = 50) throws -> Journal {
    try Journal(
      path: path, owner: Self.owner, wait: .seconds(5),
      limits: JournalIndexBuilder.Limits(sorted: sorted, indexed: indexed))
  }

  private static func key(_ number: Int) -> JournalKey {
    JournalKey(ref: Array("\(number)".utf8), url: "http://h/\(number)")
  }

  private static func record(_ number: Int, _ round: Int = 0) -> [UInt8] {
    Array(#"{"ref":\#(number),"round":\#(round)}"#.utf8)
  }

  private static func code(_ number: Int) -> ErrorCode? {
    number.isMultiple(of: 3) ? .timeout : number.isMultiple(of: 7) ? .notAnImage : nil
  }

  private func fill(_ numbers: Range<Int>, round: Int = 0) throws {
    let journal = try open(indexed: .max)
    for number in numbers {
      try journal.append(
        key: Self.key(number), code: Self.code(number), line: Self.record(number, round))
    }
    try journal.sync()
  }

  /// The numbers of the items that a journal knows; each has to be as it was written.
  private func known(_ journal: Journal, of numbers: Range<Int>, round: Int = 0) throws -> [Int] {
    try numbers.filter { number in
      guard let entry = try journal.entry(for: Self.key(number)) else { return false }
      #expect(entry.code == Self.code(number) && entry.line == Self.record(number, round))
      return true
    }
  }

  @Test(arguments: [10, 256, 257, 1000, 5000]) func indexHasEveryItem(count: Int) throws {
    try fill(0..<count)
    #expect(!directory.exists("journal.idx"))
    // The first opening makes the index, the second one uses it.
    for sorted in [100, 100_000] {
      let journal = try open(sorted: sorted, indexed: 5)
      #expect(try known(journal, of: 0..<(count + 20)) == Array(0..<count))
      #expect(journal.count == count && journal.skippedLines == 0)
      #expect(journal.outcomes.successes == (0..<count).count { Self.code($0) == nil })
    }
    #expect(directory.permissions("journal.idx") == 0o600)
    #expect(try directory.read("journal.idx").count < 4096 + 17 * count)
  }

  @Test func fewItemsNeedNoIndex() throws {
    try fill(0..<50)
    #expect(try known(try open(), of: 0..<60) == Array(0..<50))
    #expect(!directory.exists("journal.idx"))
  }

  @Test func laterLinesAreAddedToTheIndex() throws {
    try fill(0..<300)
    _ = try open()
    // Few lines are read each time, many are merged into the index; the later one counts.
    try fill(290..<310, round: 1)
    let first = try directory.read("journal.idx")
    let journal = try open()
    #expect(try known(journal, of: 0..<290) == Array(0..<290))
    #expect(try known(journal, of: 290..<310, round: 1) == Array(290..<310))
    #expect(try directory.read("journal.idx") == first)

    try fill(310..<700)
    let second = try open()
    #expect(try directory.read("journal.idx") != first)
    #expect(second.count == 700)
    #expect(try known(second, of: 0..<290) == Array(0..<290))
    #expect(try known(second, of: 290..<310, round: 1) == Array(290..<310))
    #expect(try known(second, of: 310..<720) == Array(310..<700))
  }

  /// A running process extends the index for the next one.
  @Test func indexIsExtendedDuringARun() throws {
    try fill(0..<40)
    let journal = try open(indexed: .max)
    #expect(!journal.isIndexDue)
    for number in 40..<200 {
      try journal.append(
        key: Self.key(number), code: Self.code(number), line: Self.record(number))
    }
    try journal.flush()
    try journal.extendIndex { false }
    #expect(!directory.exists("journal.idx"))
    try journal.extendIndex()
    #expect(directory.exists("journal.idx"))
    #expect(try known(journal, of: 0..<200) == Array(0..<40))
    #expect(try known(try open(indexed: .max), of: 0..<210) == Array(0..<200))
  }

  /// A line that the index covers is not read at the start; it is checked when it is used.
  @Test func onlyTheRestOfTheTextIsRead() throws {
    try fill(0..<1000)
    _ = try open()
    var text = try directory.read("journal")
    let line = try #require(text.firstRange(of: Self.record(500)))
    text[line.lowerBound + 3] ^= 1
    try directory.write("journal", text)

    let journal = try open()

    #expect(journal.skippedLines == 0)
    #expect(try known(journal, of: 0..<1000) == Array(0..<500) + Array(501..<1000))
  }

  @Test func damagedLinesAreCountedOnce() throws {
    try fill(0..<300)
    var text = try directory.read("journal")
    let line = try #require(text.firstRange(of: Self.record(100)))
    text[line.lowerBound + 3] ^= 1
    try directory.write("journal", text)
    for _ in 1...2 { #expect(try open().skippedLines == 1) }
  }

  /// Nothing depends on the index.
  @Test func unusableIndexIsMadeAgain() throws {
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
      #expect(try known(try open(), of: 0..<610) == Array(0..<600))
      #expect(try directory.read("journal.idx") == index)
    }
    unlink(directory.path("journal.idx"))
    #expect(mkfifo(directory.path("journal.idx"), 0o600) == 0)
    #expect(try known(try open(), of: 0..<610) == Array(0..<600))
  }

  /// An index that cannot be written costs time, and nothing else.
  @Test func journalWorksWithoutAnIndex() throws {
    try fill(0..<600)
    try directory.makeDirectory("journal.idx")
    try directory.makeDirectory("journal.idx/x")
    #expect(try known(try open(sorted: 1000), of: 0..<610) == Array(0..<600))
    let journal = try open(sorted: 1000)
    try journal.extendIndex()
    #expect(try known(journal, of: 0..<610) == Array(0..<600))
  }

  /// An index of another text does not count: a shorter one, another one, one of another tool.
  @Test func indexOfAnotherTextIsNotUsed() throws {
    try fill(0..<600)
    _ = try open()
    let text = try directory.read("journal")
    let half = try #require(text[..<(text.count / 2)].lastIndex(of: 0x0A)) + 1
    try directory.write("journal", Array(text[..<half]))
    let items = text[..<half].count { $0 == 0x0A } - 1
    #expect(try known(try open(), of: 0..<600) == Array(0..<items))

    unlink(path)
    try fill(2000..<2700)
    #expect(try known(try open(), of: 1990..<2710) == Array(2000..<2700))
  }

  @Test(arguments: [1, 2, 3] as [UInt64]) func damagedIndexNeverGivesAWrongRecord(
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
      // `known` compares each record. One that is not found is done again.
      _ = try known(try open(), of: 0..<600)
    }
  }
}
