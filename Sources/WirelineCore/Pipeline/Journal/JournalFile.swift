import Glibc

/// The file of a journal: header, lock, reading and writing.
///
/// Several processes may append to it. Each holds the lock during a write, so lines are never
/// interleaved. flock(2) also works over NFS.
struct JournalFile {
  let path: String
  let header: JournalHeader
  let descriptor: Int32
  let length: Int

  init(
    path: String, owner: JournalOwner, wait: Duration, isStopping: () -> Bool
  ) throws(JournalError) {
    self.path = path
    do throws(FileError) {
      descriptor = try StateFile.open(path, O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW)
    } catch {
      throw error.code == FileError.notRegular ? .notAJournal(path: path) : .file(error)
    }
    do throws(JournalError) {
      let descriptor = descriptor
      (header, length) = try Self.locked(
        descriptor, path: path, wait: wait, isStopping: isStopping
      ) { () throws(JournalError) in try Self.begin(descriptor, path: path, owner: owner) }
    } catch {
      close(descriptor)
      throw error
    }
  }

  private static func begin(
    _ descriptor: Int32, path: String, owner: JournalOwner
  ) throws(JournalError) -> (JournalHeader, length: Int) {
    do throws(FileError) {
      let size = try size(descriptor, path)
      let head = try FileBytes.bytes(descriptor, path, at: 0, count: JournalHeader.maximumBytes)
      if let header = JournalHeader(head) {
        return (header, try cutTail(descriptor, path: path, length: size))
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
        return (header, header.length)
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
    _ descriptor: Int32, path: String, length: Int
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

  /// Appends whole lines.
  ///
  /// - Throws: `.locked` if the lock is not released in time. An error leaves the file unchanged.
  func append(_ lines: [UInt8], wait: Duration) throws(JournalError) {
    try Self.locked(descriptor, path: path, wait: wait) { () throws(JournalError) in
      do throws(FileError) {
        let end = try Self.cutTail(
          descriptor, path: path, length: Self.size(descriptor, path))
        do throws(FileError) {
          try FileBytes.write(lines, to: descriptor, path: path)
        } catch {
          ftruncate(descriptor, off_t(end))
          throw error
        }
      } catch {
        throw .file(error)
      }
    }
  }

  private static func size(_ descriptor: Int32, _ path: String) throws(FileError) -> Int {
    guard let size = FileBytes.size(descriptor) else {
      throw FileError(path: path, operation: "stat", code: errno)
    }
    return size
  }

  private static func locked<Result>(
    _ descriptor: Int32, path: String, wait: Duration, isStopping: () -> Bool = { false },
    _ body: () throws(JournalError) -> Result
  ) throws(JournalError) -> Result {
    let end = ContinuousClock.now + wait
    var pause: Int32 = 1
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      if errno == EINTR { continue }
      guard errno == EWOULDBLOCK else {
        throw .file(FileError(path: path, operation: "lock", code: errno))
      }
      if ContinuousClock.now >= end || isStopping() { throw .locked(path: path) }
      _ = poll(nil, 0, pause)
      pause = min(2 * pause, 20)
    }
    defer { flock(descriptor, LOCK_UN) }
    return try body()
  }

  /// Reads the lines that the file had when it was opened.
  ///
  /// - Parameter body: called with each intact line and its offset.
  /// - Returns: the number of other lines: damaged ones, and those with an unknown code.
  func scan(_ body: (JournalLine, _ offset: Int) -> Void) throws(FileError) -> Int {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0, let stream = fdopen(copy, "r") else {
      throw FileError(path: path, operation: "read", code: errno)
    }
    defer { fclose(stream) }
    setvbuf(stream, nil, _IOFBF, 1 << 20)
    fseek(stream, header.length, SEEK_SET)
    var offset = header.length
    var skipped = 0
    var line: UnsafeMutablePointer<CChar>?
    defer { free(line) }
    var capacity = 0
    while offset < length {
      let count = getline(&line, &capacity, stream)
      guard count > 0 else {
        if feof(stream) != 0 { break }
        throw FileError(path: path, operation: "read", code: errno)
      }
      if let line = JournalLine(UnsafeRawBufferPointer(start: line, count: count - 1)) {
        body(line, offset)
      } else {
        skipped += 1
      }
      offset += count
    }
    return skipped
  }

  typealias Record = (code: ErrorCode?, line: [UInt8])

  /// Reads a record; nil if the line at the offset does not belong to the item.
  func record(at offset: Int, key: JournalKey) throws(FileError) -> Record? {
    var line: [UInt8] = []
    var count = 1024
    while true {
      let known = line.count
      let more = try FileBytes.bytes(descriptor, path, at: offset + known, count: count)
      line += more
      if let end = line[known...].firstIndex(of: 0x0A) {
        let parsed = line.withUnsafeBytes {
          JournalLine(UnsafeRawBufferPointer(rebasing: $0[..<end]))
        }
        guard let parsed, parsed.key == key else { return nil }
        return (parsed.code, Array(line[parsed.recordStart..<end]))
      }
      guard more.count == count else { return nil }
      count = line.count
    }
  }
}

/// Buffered lines of a journal.
struct JournalBuffer {
  /// The lines are written above this size.
  static let maximumBytes = 64 * 1024
  /// The lines are dropped above this size, if another process never releases the lock.
  static let maximumHeldBytes = 64 << 20
  /// Milliseconds that a line may wait for more.
  static let maximumWait = 100

  private(set) var bytes: [UInt8] = []
  private var since: ContinuousClock.Instant?

  var isEmpty: Bool { bytes.isEmpty }

  mutating func add(_ line: [UInt8], at now: ContinuousClock.Instant) {
    bytes.append(contentsOf: line)
    if since == nil { since = now }
  }

  func isDue(at now: ContinuousClock.Instant) -> Bool {
    guard let since else { return false }
    return bytes.count >= Self.maximumBytes || now - since >= .milliseconds(Self.maximumWait)
  }

  mutating func removeAll() {
    bytes = []
    since = nil
  }
}
