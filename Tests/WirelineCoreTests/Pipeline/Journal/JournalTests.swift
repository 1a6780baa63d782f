import Glibc
import TestSupport
import Testing

@testable import WirelineCore

@Suite struct JournalTests {
  private let directory: TemporaryDirectory
  private var path: String { directory.path("journal") }

  init() throws { directory = try TemporaryDirectory() }

  private static let header = JournalHeader.line(JournalOwner(tool: "req"))

  private func open(_ path: String? = nil, wait: Duration = .zero) throws -> Journal {
    try Journal(path: path ?? self.path, owner: JournalOwner(tool: "req"), wait: wait)
  }

  private func fill(_ numbers: Range<Int>) throws { try open().fill(numbers) }

  /// Computed with Python's hashlib and zlib.
  @Test func writesDocumentedFormat() throws {
    let journal = try open()
    let key = JournalKey(ref: Array("7".utf8), url: "http://h/a")
    try journal.append(key: key, code: nil, line: Array(#"{"ref":7}"#.utf8))
    try journal.append(key: key, code: .timeout, line: Array(#"{"error":{}}"#.utf8))
    try journal.flush()

    #expect(key.text == "a948c29e67fd41a6484f845cd54d6b7e")
    let nameless = JournalKey(ref: Array(#""x""#.utf8), url: "")
    #expect(nameless.text == "79143be1c39888914af45faefd878a0c")
    #expect(
      try directory.text("journal") == """
        wireline-journal 1 req
        34c256e1 a948c29e67fd41a6484f845cd54d6b7e - {"ref":7}
        b0152614 a948c29e67fd41a6484f845cd54d6b7e timeout {"error":{}}

        """)
    #expect(directory.permissions("journal") == 0o600)
  }

  @Test func finishedItemsAreKnownNextTime() throws {
    try fill(0..<50)
    try fill(50..<100)

    let journal = try open()

    #expect(try journal.known(of: 0..<120) == Array(0..<100))
    #expect(journal.count == 100)
    #expect(journal.skippedLines == 0)
    #expect(journal.failureCount == 44)
  }

  @Test func usesLaterRecordOfAnItem() throws {
    do {
      let journal = try open()
      try journal.append(key: JournalFixture.key(1), code: .timeout, line: Array("{}".utf8))
      try journal.append(key: JournalFixture.key(1), code: nil, line: Array("[]".utf8))
    }

    let entry = try open().entry(for: JournalFixture.key(1))

    #expect(entry?.code == nil)
    #expect(entry?.line == Array("[]".utf8))
    #expect(try open().count == 1)
    #expect(try open().failureCount == 0)
  }

  @Test func keepsCompleteLinesOfTruncatedJournal() throws {
    try fill(0..<6)
    let whole = try directory.read("journal")
    let ends = whole.indices.filter { whole[$0] == 0x0A }.map { $0 + 1 }

    for length in 0..<whole.count {
      try directory.write("journal", Array(whole[..<length]))

      let journal = try open()

      let lines = max(0, ends.count { $0 <= length } - 1)
      // The last complete line and the next one.
      let around = max(0, lines - 1)..<min(6, lines + 1)
      #expect(journal.count == lines, "cut to \(length) bytes")
      #expect(try journal.known(of: around) == around.filter { $0 < lines })
      let end = ends.last { $0 <= length }
      #expect(journal.skippedLines == 0)
      #expect(try directory.read("journal").count == end ?? Self.header.count)
    }
  }

  @Test func skipsOnlyTheDamagedLine() throws {
    try fill(0..<50)
    let whole = try directory.read("journal")
    let ends = whole.indices.filter { whole[$0] == 0x0A }.map { $0 + 1 }

    for index in ends[9]..<(ends[10] - 1) {
      var damaged = whole
      damaged[index] ^= 1
      try directory.write("journal", damaged)

      let journal = try open()

      #expect(try journal.known(of: 0..<50) == Array(0..<9) + Array(10..<50), "byte \(index)")
      #expect(journal.skippedLines == 1)
    }
  }

  @Test func removesDamagedEndAndContinues() throws {
    try fill(0..<20)
    let whole = try directory.read("journal")
    let junk = Array("rubbish\n\n0123456789abcdef 00 - {}\nhalf".utf8)
    try directory.write("journal", whole + junk)

    try fill(20..<30)

    let journal = try open()
    #expect(try journal.known(of: 0..<30) == Array(0..<30))
    #expect(journal.skippedLines == 3)
  }

  @Test(arguments: [
    "wireline-journal 1\n", "wireline-journal 2 req\n", "{\"ref\":1}\n",
    "GIF89a", "\n",
    "wireline-journal1",
  ])
  func rejectsOtherFilesWithoutChangingThem(text: String) throws {
    try directory.write("journal", text)

    #expect(throws: JournalError.notAJournal(path: path)) { _ = try open() }
    #expect(try directory.text("journal") == text)
  }

  /// Each process knows the lines that existed when it opened the journal.
  @Test func processesShareAJournal() throws {
    let journals = try (0..<4).map { _ in try open(wait: .limit) }
    for number in 0..<200 {
      try journals[number % 4].append(number)
      if number % 7 == 0 { try journals[number % 4].flush() }
    }
    for journal in journals { try journal.sync() }

    #expect(journals.allSatisfy { $0.count == 0 })
    let journal = try open()
    #expect(try journal.known(of: 0..<210) == Array(0..<200))
    #expect(journal.skippedLines == 0)
  }

  @Test func waitsForLockedJournal() throws {
    try fill(0..<3)
    let lock = try #require(try FileLock(path: path))
    #expect(throws: JournalError.locked(path: path)) { _ = try open() }
    #expect(throws: JournalError.locked(path: path)) { _ = try open(wait: .milliseconds(30)) }
    let inherited = dup(lock.descriptor)
    defer { close(inherited) }
    _ = consume lock
    #expect(try open().known(of: 0..<3) == [0, 1, 2])
  }

  @Test func buffersLinesUntilLockIsReleased() throws {
    let journal = try open()
    let start = ContinuousClock.now
    do {
      let lock = try #require(try FileLock(path: path))
      try journal.append(0, now: start)
      try journal.flushIfDue(now: start + .seconds(1))
      #expect(try directory.read("journal") == Self.header)
      withExtendedLifetime(lock) {}
    }
    try journal.flushIfDue(now: start + .seconds(1))
    #expect(try open().known(of: 0..<1) == [0])
  }

  @Test(arguments: [
    (JournalOwner(tool: "req"), JournalOwner(tool: "req", shard: "1/2 host")),
    (JournalOwner(tool: "req", shard: "1/2 host"), JournalOwner(tool: "req")),
    (JournalOwner(tool: "req", shard: "1/2 host"), JournalOwner(tool: "req", shard: "2/2 host")),
    (JournalOwner(tool: "req", shard: "1/2 host"), JournalOwner(tool: "req", shard: "1/2 url")),
    (JournalOwner(tool: "req"), JournalOwner(tool: "imgfetch")),
  ])
  func rejectsJournalOfAnotherRun(first: JournalOwner, second: JournalOwner) throws {
    _ = try Journal(path: path, owner: first)
    let error = JournalError.foreign(path: path, owner: first, run: second)
    #expect(throws: error) { _ = try Journal(path: path, owner: second) }
    #expect(error.hint != nil)
    _ = try Journal(path: path, owner: first)
  }

  @Test func buffersLinesForLimitedTime() throws {
    let journal = try open()
    let start = ContinuousClock.now
    let empty = try directory.read("journal").count
    let add = { (number: Int, milliseconds: Int) in
      try journal.append(number, now: start + .milliseconds(milliseconds))
      return try directory.read("journal").count > empty
    }

    #expect(try !add(0, 0))
    #expect(try !add(1, 99))
    #expect(try add(2, 100))
    let written = try directory.read("journal").count
    try journal.append(3, now: start + .milliseconds(101))
    try journal.flushIfDue(now: start + .milliseconds(200))
    #expect(try directory.read("journal").count == written)
    try journal.flushIfDue(now: start + .milliseconds(201))
    #expect(try directory.read("journal").count > written)
  }

  @Test func writesFullBufferImmediately() throws {
    let journal = try open()
    let start = ContinuousClock.now
    let large = [UInt8](repeating: 0x78, count: JournalBuffer.maximumBytes / 2)

    try journal.append(key: JournalFixture.key(0), code: nil, line: large, now: start)
    #expect(try directory.read("journal").count == Self.header.count)
    try journal.append(key: JournalFixture.key(1), code: nil, line: large, now: start)
    #expect(try directory.read("journal").count > JournalBuffer.maximumBytes)
  }

  @Test func ignoresRecordThatChangedSinceOpening() throws {
    try fill(0..<3)
    let journal = try open()
    let text = try directory.text("journal")
    try directory.write("journal", String(text.reversed()))

    #expect(try journal.known(of: 0..<3) == [])
  }

  @Test func skipsUnknownErrorCodes() throws {
    let rest = JournalFixture.key(1).text + " gone_fishing {}"
    let check = Array(rest.utf8).withUnsafeBytes { JournalLine.check($0) }
    let line = "\(check.text(digits: 8, radix: 16)) \(rest)\n"
    try directory.write("journal", Self.header + Array(line.utf8))

    let journal = try open()

    #expect(journal.count == 0)
    #expect(journal.skippedLines == 1)
  }
}
