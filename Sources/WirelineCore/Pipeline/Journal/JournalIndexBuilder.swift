internal import Glibc

/// When a journal's index is written.
package struct JournalIndexLimits: Sendable {
  /// The maximum number of entries sorted at a time: 64 MB by default.
  var sorted: Int
  /// The maximum number of entries in memory without an index.
  var indexed: Int

  package init(sorted: Int = 4 << 20, indexed: Int = 1 << 16) {
    self.sorted = sorted
    self.indexed = indexed
  }
}

/// Collects and sorts the entries of a journal's lines, in memory if they are few, otherwise in a
/// new index.
struct JournalIndexBuilder {
  private let file: JournalFile
  private let old: JournalIndex?
  private var entries: [JournalEntry] = []
  private var spool: Spool?
  private let limits: JournalIndexLimits

  init(_ file: JournalFile, extending old: JournalIndex?, limits: JournalIndexLimits) {
    self.file = file
    self.old = old
    self.limits = limits
  }

  mutating func add(_ entry: JournalEntry) {
    entries.append(entry)
    if entries.count >= limits.sorted, spool?.isBroken != true { moveToSpool() }
  }

  private mutating func moveToSpool() {
    entries.sort(by: <)
    var spool = self.spool ?? Spool(beside: file.path)
    // If the disk is full, the entries stay in memory.
    if spool.add(entries) { entries.removeAll(keepingCapacity: true) }
    self.spool = spool
  }

  private var isWorthAnIndex: Bool {
    spool?.runs.isEmpty == false
      || entries.count > max(limits.indexed, (old?.facts.count ?? 0) / 16)
  }

  /// Sorts the added entries.
  ///
  /// - Parameters:
  ///   - facts: the text that was read; the counts are ignored.
  ///   - isNeeded: writes an index even for few entries.
  ///   - isWanted: checked periodically; false cancels.
  /// - Returns: the new index, or the old one and the entries that it lacks.
  mutating func finish(
    _ facts: JournalIndex.Facts, isNeeded: Bool = false, while isWanted: () -> Bool = { true }
  ) throws(FileError) -> (index: JournalIndex?, rest: [JournalEntry]) {
    entries.sort(by: <)
    if isNeeded || isWorthAnIndex {
      do throws(FileError) {
        if try write(facts, while: isWanted),
          let index = JournalIndex(of: file, length: facts.covered)
        {
          return (index, [])
        }
      } catch {
        // The journal works without an index, such as in a read-only folder or on a full disk.
        if spool?.runs.isEmpty == false { throw error }
      }
    }
    return (old, Self.unique(entries))
  }

  private static func unique(_ sorted: [JournalEntry]) -> [JournalEntry] {
    var unique: [JournalEntry] = []
    unique.reserveCapacity(sorted.count)
    for entry in sorted {
      if let last = unique.last, last.isSameItem(as: entry) { unique.removeLast() }
      unique.append(entry)
    }
    return unique
  }

  /// - Returns: false if it is no longer wanted.
  private func write(
    _ facts: JournalIndex.Facts, while isWanted: () -> Bool
  ) throws(FileError) -> Bool {
    var facts = facts
    facts.counts = JournalIndex.Facts().counts
    let output = try AtomicFile(
      path: JournalIndex.path(of: file.path), mode: 0o600, mayBeDevice: false)
    var sources: [Source] = []
    if let old { sources.append(Source(cursor: old.cursor())) }
    if let spool { sources += spool.runs.map { Source(cursor: spool.cursor($0)) } }
    sources.append(Source(entries: entries))
    for index in 0..<sources.count { try sources[index].advance() }
    var writer = IndexWriter()
    var pending: JournalEntry?
    while let least = Self.least(of: sources), let entry = sources[least].head {
      try sources[least].advance()
      if let last = pending, !last.isSameItem(as: entry) {
        try writer.add(last, to: output, &facts)
        if writer.count & 0xFFFF == 0, !isWanted() { return false }
      }
      pending = entry
    }
    if let pending { try writer.add(pending, to: output, &facts) }
    try writer.finish(output)
    try output.write(try JournalIndex.trailer(facts, file))
    guard isWanted() else { return false }
    try output.commit(.file)
    return true
  }

  private static func least(of sources: [Source]) -> Int? {
    var least: (index: Int, entry: JournalEntry)?
    for index in sources.indices {
      guard let entry = sources[index].head else { continue }
      if let known = least, !(entry < known.entry) { continue }
      least = (index, entry)
    }
    return least?.index
  }
}

/// One of the sorted sequences that are merged into an index.
private struct Source {
  private var cursor: JournalEntryCursor?
  private var entries: ArraySlice<JournalEntry> = []
  private(set) var head: JournalEntry?

  init(cursor: JournalEntryCursor) { self.cursor = cursor }

  init(entries: [JournalEntry]) { self.entries = entries[...] }

  mutating func advance() throws(FileError) {
    if cursor != nil { head = try cursor?.next() } else { head = entries.popFirst() }
  }
}

/// Writes entries to a file, and collects the prefix of the first one in each block.
private struct IndexWriter {
  private var bytes: [UInt8] = []
  private var fences: [UInt64] = []
  private(set) var count = 0

  mutating func add(
    _ entry: JournalEntry, to output: AtomicFile, _ facts: inout JournalIndex.Facts
  ) throws(FileError) {
    if count % JournalIndex.blockEntries == 0 { fences.append(entry.prefix) }
    count += 1
    if Int(entry.code) < facts.counts.count { facts.counts[Int(entry.code)] += 1 }
    withUnsafeBytes(of: entry) { bytes.append(contentsOf: $0) }
    guard bytes.count >= 1 << 20 else { return }
    try output.write(bytes)
    bytes.removeAll(keepingCapacity: true)
  }

  mutating func finish(_ output: AtomicFile) throws(FileError) {
    try output.write(bytes)
    bytes = []
    try output.write(fences.withUnsafeBytes { Array($0) })
  }
}

private struct Spool {
  struct Run {
    let offset: Int
    let count: Int
  }

  private(set) var runs: [Run] = []
  private(set) var isBroken = false
  private let file: SpoolFile?
  private var end = 0

  init(beside path: String) {
    file = SpoolFile(TemporaryFiles.name(for: path))
    isBroken = file == nil
  }

  /// - Returns: false if the disk is full.
  mutating func add(_ entries: [JournalEntry]) -> Bool {
    guard let file, !isBroken else { return false }
    let isWritten = entries.withUnsafeBytes {
      (try? FileBytes.write($0, to: file.descriptor, path: file.path)) != nil
    }
    guard isWritten else {
      isBroken = true
      return false
    }
    runs.append(Run(offset: end, count: entries.count))
    end += entries.count * JournalEntry.size
    return true
  }

  func cursor(_ run: Run) -> JournalEntryCursor {
    JournalEntryCursor(
      file?.descriptor ?? -1, path: file?.path ?? "", at: run.offset, count: run.count)
  }
}

private final class SpoolFile: Sendable {
  let path: String
  let descriptor: Int32

  init?(_ path: String) {
    let opened = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard opened >= 0 else { return nil }
    unlink(path)
    self.path = path
    descriptor = opened
  }

  deinit { close(descriptor) }
}
