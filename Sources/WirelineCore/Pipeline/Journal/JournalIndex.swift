import Glibc

/// The index of a journal: a file beside it with an entry for each item, sorted by key.
///
/// | part | bytes |
/// |---|---|
/// | entries | 16 each |
/// | the prefix of the first entry of each block of 256 | 8 each |
/// | trailer | 4096 |
///
/// A lookup reads one block. An index that is missing, damaged or of another text is rebuilt, and
/// each entry found is checked against the journal's line.
final class JournalIndex: Sendable {
  /// The content of the trailer.
  struct Facts: Equatable, Sendable {
    /// The length of the text that the index covers.
    var covered = 0
    var damagedLines = 0
    /// Items by the number of their code, 0 for a success.
    var counts = [Int](repeating: 0, count: JournalLine.codes.count + 1)

    var count: Int { counts.reduce(0, +) }
  }

  static let blockEntries = 256
  private static let trailerBytes = 4096
  private static let digestBytes = 32
  /// Identifies the layout and, because it is stored in native byte order, that order.
  private static let magic = UInt64(0x7769_7265_6A69_6401)

  let facts: Facts
  private let path: String
  private let descriptor: Int32
  private let fences: [UInt64]

  static func path(of journal: String) -> String { journal + ".idx" }

  /// Opens the index of a journal; fails if it cannot be used.
  ///
  /// - Parameter length: the length of the journal.
  init?(of file: JournalFile, length: Int) {
    path = Self.path(of: file.path)
    guard let descriptor = try? StateFile.open(path, O_RDONLY | O_NOFOLLOW) else { return nil }
    self.descriptor = descriptor
    guard let (facts, fences) = Self.read(descriptor, path, file, length) else {
      // The properties have values before the initializer fails, for `deinit`.
      self.facts = Facts()
      self.fences = []
      return nil
    }
    self.facts = facts
    self.fences = fences
  }

  deinit { close(descriptor) }

  private static func read(
    _ descriptor: Int32, _ path: String, _ file: JournalFile, _ length: Int
  ) -> (Facts, [UInt64])? {
    guard let size = FileBytes.size(descriptor), size >= trailerBytes else { return nil }
    let bodyBytes = size - trailerBytes
    guard
      let trailer = try? FileBytes.bytes(
        descriptor, path, at: bodyBytes, count: trailerBytes),
      let facts = facts(in: trailer, file, length)
    else { return nil }
    let blocks = (facts.count + blockEntries - 1) / blockEntries
    let fenceStart = facts.count * JournalEntry.size
    guard bodyBytes == fenceStart + 8 * blocks else { return nil }
    let fences: [UInt64]? = try? FileBytes.values(descriptor, path, at: fenceStart, count: blocks)
    guard let fences, fences.count == blocks else { return nil }
    return (facts, fences)
  }

  func entry(of key: JournalKey) throws(FileError) -> JournalEntry? {
    // Finds the last block that begins before the prefix; entries with the prefix may continue in
    // the next blocks.
    var (low, high) = (0, fences.count)
    while low < high {
      let middle = (low + high) / 2
      if fences[middle] < key.high { low = middle + 1 } else { high = middle }
    }
    var block = max(0, low - 1)
    while block < fences.count, block == 0 || fences[block] <= key.high {
      if let entry = try entry(of: key, inBlock: block) { return entry }
      block += 1
    }
    return nil
  }

  private func entry(of key: JournalKey, inBlock block: Int) throws(FileError) -> JournalEntry? {
    let start = block * Self.blockEntries
    let count = min(Self.blockEntries, facts.count - start)
    let entries: [JournalEntry] = try FileBytes.values(
      descriptor, path, at: start * JournalEntry.size, count: count)
    return entries.entry(of: key)
  }

  func cursor() -> JournalEntryCursor {
    JournalEntryCursor(descriptor, path: path, at: 0, count: facts.count)
  }

  static func trailer(_ facts: Facts, _ file: JournalFile) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    func add(_ number: UInt64) { withUnsafeBytes(of: number) { bytes.append(contentsOf: $0) } }
    add(magic)
    add(UInt64(facts.covered))
    add(UInt64(facts.damagedLines))
    facts.counts.forEach { add(UInt64($0)) }
    bytes += codeDigest
    bytes += try textDigest(facts.covered, file)
    bytes += [UInt8](repeating: 0, count: trailerBytes - digestBytes - bytes.count)
    return bytes + Array(SHA256.hash(data: bytes))
  }

  private static func facts(
    in trailer: [UInt8], _ file: JournalFile, _ length: Int
  ) -> Facts? {
    guard trailer.count == trailerBytes else { return nil }
    let numbers = trailer.withUnsafeBytes { bytes in
      (0..<(4 + JournalLine.codes.count)).map {
        Int(clamping: bytes.loadUnaligned(fromByteOffset: 8 * $0, as: UInt64.self))
      }
    }
    let facts = Facts(
      covered: numbers[1], damagedLines: numbers[2], counts: Array(numbers[3...]))
    // The file may be damaged, and sums of its numbers must not overflow.
    guard facts.covered <= length, numbers[3...].allSatisfy({ $0 <= length }),
      let expected = try? Self.trailer(facts, file), expected == trailer
    else { return nil }
    return facts
  }

  /// Identifies the list of codes, which gives the numbers their meaning.
  private static let codeDigest = Array(
    SHA256.hash(data: Array(JournalLine.codes.map(\.rawValue).joined(separator: " ").utf8)))

  /// Identifies the indexed text by its first and its last 4096 bytes.
  private static func textDigest(_ covered: Int, _ file: JournalFile) throws(FileError) -> [UInt8] {
    let count = min(covered, 4096)
    var hash = SHA256()
    hash.update(data: try FileBytes.bytes(file.descriptor, file.path, at: 0, count: count))
    hash.update(
      data: try FileBytes.bytes(file.descriptor, file.path, at: covered - count, count: count))
    return Array(hash.finalize())
  }
}
