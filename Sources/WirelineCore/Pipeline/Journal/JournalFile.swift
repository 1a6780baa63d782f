import Glibc

/// The file of a journal: header, lock, reading and writing.
///
/// Several processes may append to it. Each takes the lock for the moment of a write, so lines are
/// always whole. flock(2) is used because it also works over NFS, and because an earlier version
/// holds the same lock for its whole run.
struct JournalFile {
  let path: String
  let header: JournalHeader
  /// For appending and reading; the owner closes it.
  let descriptor: Int32
  /// The length of the file when it was opened.
  let length: Int
  /// Bytes that were cut off its end because they were an incomplete line.
  let droppedBytes: Int

  /// Opens a journal, or creates it with mode 0600.
  ///
  /// - Parameter wait: how long to wait for the lock.
  init(
    path: String, owner: JournalOwner, wait: Duration, isStopping: () -> Bool
  ) throws(JournalError) {
    self.path = path
    descriptor = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else {
      throw .file(FileError(path: path, operation: "open", code: errno))
    }
    do throws(JournalError) {
      let descriptor = descriptor
      (header, length, droppedBytes) = try Self.locked(
        descriptor, path, wait: wait, isStopping: isStopping
      ) { () throws(JournalError) in try Self.begin(descriptor, path, owner) }
    } catch {
      close(descriptor)
      throw error
    }
  }

  // MARK: The beginning and the end

  private static func begin(
    _ descriptor: Int32, _ path: String, _ owner: JournalOwner
  ) throws(JournalError) -> (JournalHeader, length: Int, droppedBytes: Int) {
    var facts = stat()
    guard fstat(descriptor, &facts) == 0 else { throw fault("stat", path) }
    guard facts.st_mode & S_IFMT == S_IFREG else { throw .notAJournal(path: path) }
    do throws(FileError) {
      let head = try FileBytes.bytes(descriptor, path, at: 0, count: JournalHeader.maximumBytes)
      if let header = JournalHeader(head) {
        let length = try cutTail(descriptor, path, Int(facts.st_size))
        return (header, length, Int(facts.st_size) - length)
      }
      if JournalHeader.isCutOff(head) {
        let header = JournalHeader(owner)
        guard ftruncate(descriptor, 0) == 0 else {
          throw FileError(path: path, operation: "truncate", code: errno)
        }
        try FileBytes.write(JournalHeader.line(owner), to: descriptor, path: path)
        // Flushed, so that the file is recognized as a journal after a power failure.
        guard fdatasync(descriptor) == 0 else {
          throw FileError(path: path, operation: "flush", code: errno)
        }
        return (header, header.length, 0)
      }
    } catch {
      throw .file(error)
    }
    throw .notAJournal(path: path)
  }

  /// Removes a partial line that a killed process or a full disk left at the end.
  ///
  /// - Returns: the new length of the file.
  private static func cutTail(
    _ descriptor: Int32, _ path: String, _ length: Int
  ) throws(FileError) -> Int {
    var end = length
    while end > 0 {
      let start = max(0, end - 64 * 1024)
      let piece = try FileBytes.bytes(descriptor, path, at: start, count: end - start)
      if let last = piece.lastIndex(of: 0x0A) {
        end = start + last + 1
        break
      }
      end = start
    }
    if end < length, ftruncate(descriptor, off_t(end)) != 0 {
      throw FileError(path: path, operation: "truncate", code: errno)
    }
    return end
  }

  // MARK: Writing

  /// Appends whole lines.
  ///
  /// - Returns: the new length of the file.
  /// - Throws: `.locked` if the lock was not free in time; the file is unchanged after any error.
  func append(_ lines: [UInt8], wait: Duration) throws(JournalError) -> Int {
    try Self.locked(descriptor, path, wait: wait) { () throws(JournalError) in
      do throws(FileError) {
        var facts = stat()
        guard fstat(descriptor, &facts) == 0 else {
          throw FileError(path: path, operation: "stat", code: errno)
        }
        let end = try Self.cutTail(descriptor, path, Int(facts.st_size))
        do throws(FileError) {
          try FileBytes.write(lines, to: descriptor, path: path)
        } catch {
          ftruncate(descriptor, off_t(end))
          throw error
        }
        return end + lines.count
      } catch {
        throw .file(error)
      }
    }
  }

  /// The length of the file between two writes.
  func currentLength(wait: Duration) throws(JournalError) -> Int {
    try Self.locked(descriptor, path, wait: wait) { () throws(JournalError) in
      var facts = stat()
      guard fstat(descriptor, &facts) == 0 else { throw Self.fault("stat", path) }
      return Int(facts.st_size)
    }
  }

  private static func locked<Result>(
    _ descriptor: Int32, _ path: String, wait: Duration, isStopping: () -> Bool = { false },
    _ body: () throws(JournalError) -> Result
  ) throws(JournalError) -> Result {
    let end = ContinuousClock.now + wait
    var pause: Int32 = 1
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      if errno == EINTR { continue }
      guard errno == EWOULDBLOCK else { throw fault("lock", path) }
      if ContinuousClock.now >= end || isStopping() { throw .locked(path: path) }
      _ = poll(nil, 0, pause)
      pause = min(2 * pause, 20)
    }
    defer { flock(descriptor, LOCK_UN) }
    return try body()
  }

  private static func fault(_ operation: String, _ path: String) -> JournalError {
    .file(FileError(path: path, operation: operation, code: errno))
  }

  // MARK: Reading

  /// The record of a line; nil if it is not the item's line (any more).
  func record(at offset: Int, key: JournalKey) throws(FileError) -> (code: UInt8, [UInt8])? {
    var line: [UInt8] = []
    var count = 1024
    while true {
      let known = line.count
      let more = try FileBytes.bytes(descriptor, path, at: offset + known, count: count)
      line += more
      if let end = line[known...].firstIndex(of: 0x0A) {
        let parsed = line.withUnsafeBytes {
          JournalLine(UnsafeRawBufferPointer(rebasing: $0[..<end]), header.version)
        }
        guard let parsed, parsed.key == key, let code = parsed.code else { return nil }
        return (code, Array(line[parsed.recordStart..<end]))
      }
      guard more.count == count else { return nil }
      count = line.count
    }
  }
}

/// Reads the lines of a journal from one offset to another, in pieces.
struct JournalScanner {
  /// The end of the last line that was read.
  private(set) var end: Int
  /// Damaged lines, and lines with an unknown code.
  private(set) var damagedLines = 0

  private let descriptor: Int32
  private let path: String
  private let version: JournalHeader.Version

  private static let pieceBytes = 1 << 20
  private static let maximumLineBytes = 256 << 20

  /// - Parameter offset: the beginning of a line.
  init(_ descriptor: Int32, path: String, version: JournalHeader.Version, from offset: Int) {
    self.descriptor = descriptor
    self.path = path
    self.version = version
    end = offset
  }

  /// Reads whole lines.
  ///
  /// - Parameters:
  ///   - limit: the length of the file.
  ///   - isWanted: called before each piece; false ends the scan.
  ///   - body: called with each intact line and its offset.
  mutating func scan(
    to limit: Int, while isWanted: () -> Bool = { true },
    _ body: (JournalLine, _ offset: Int) -> Void
  ) throws(FileError) {
    var buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.pieceBytes, alignment: 16)
    defer { buffer.deallocate() }
    var filled = 0
    var isOverlong = false
    while end + filled < limit, isWanted() {
      if filled == buffer.count {
        if buffer.count >= Self.maximumLineBytes {
          // The rest is dropped up to the next line break.
          isOverlong = true
          end += filled
          filled = 0
        } else {
          buffer = Self.grown(buffer)
        }
      }
      let room = min(buffer.count - filled, limit - end - filled)
      let count = try FileBytes.read(
        descriptor, path, at: end + filled,
        into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled..<(filled + room)]))
      if count == 0 { return }
      let used = take(
        UnsafeRawBufferPointer(rebasing: buffer[..<(filled + count)]), &isOverlong, body)
      filled += count - used
      if used > 0, filled > 0, let base = buffer.baseAddress { memmove(base, base + used, filled) }
    }
  }

  /// - Returns: the number of bytes of whole lines.
  private mutating func take(
    _ piece: UnsafeRawBufferPointer, _ isOverlong: inout Bool,
    _ body: (JournalLine, _ offset: Int) -> Void
  ) -> Int {
    guard let base = piece.baseAddress else { return 0 }
    var start = 0
    while let found = memchr(base + start, 0x0A, piece.count - start) {
      let next = UnsafeRawPointer(found) - base
      let line = UnsafeRawBufferPointer(rebasing: piece[start..<next])
      if !isOverlong, let line = JournalLine(line, version), line.code != nil {
        body(line, end)
      } else {
        damagedLines += 1
      }
      isOverlong = false
      end += next + 1 - start
      start = next + 1
    }
    return start
  }

  private static func grown(
    _ buffer: UnsafeMutableRawBufferPointer
  ) -> UnsafeMutableRawBufferPointer {
    let larger = UnsafeMutableRawBufferPointer.allocate(
      byteCount: 2 * buffer.count, alignment: 16)
    larger.copyMemory(from: UnsafeRawBufferPointer(buffer))
    buffer.deallocate()
    return larger
  }
}
