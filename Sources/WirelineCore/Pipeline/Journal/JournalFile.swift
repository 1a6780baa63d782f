internal import Glibc

/// The file of a journal: its header, its lock, and what is written to it and read from it.
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
  /// Bytes that were cut off its end, because they were not a whole line.
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
      let head = try bytes(descriptor, path, at: 0, count: JournalHeader.maximumBytes)
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
        // With it on the disk, what a power failure leaves is still known as a journal.
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

  /// Cuts off what a killed process or a full disk left of a line at the end.
  ///
  /// - Returns: the length of the file then.
  private static func cutTail(
    _ descriptor: Int32, _ path: String, _ length: Int
  ) throws(FileError) -> Int {
    var end = length
    while end > 0 {
      let start = max(0, end - 64 * 1024)
      let piece = try bytes(descriptor, path, at: start, count: end - start)
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
  /// - Returns: the length of the file then.
  /// - Throws: `.locked` if the lock was not free in time; after any other error the file is as it
  ///   was before.
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

  /// Runs `body` while no other process writes.
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

  /// The record of a line; nil if it is not, or no longer, that of the item.
  func record(at offset: Int, key: JournalKey) throws(FileError) -> (code: UInt8, [UInt8])? {
    var line: [UInt8] = []
    var count = 1024
    while true {
      let known = line.count
      let more = try Self.bytes(descriptor, path, at: offset + known, count: count)
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

  static func bytes(
    _ descriptor: Int32, _ path: String, at offset: Int, count: Int
  ) throws(FileError) -> [UInt8] {
    var failure: FileError?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { space, used in
      do throws(FileError) {
        used = try read(descriptor, path, at: offset, into: UnsafeMutableRawBufferPointer(space))
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Fills a buffer, as far as there are bytes.
  static func read(
    _ descriptor: Int32, _ path: String, at offset: Int, into space: UnsafeMutableRawBufferPointer
  ) throws(FileError) -> Int {
    var used = 0
    while used < space.count {
      let got = pread(
        descriptor, space.baseAddress.map { $0 + used }, space.count - used, off_t(offset + used))
      if got < 0, errno == EINTR { continue }
      if got < 0 { throw FileError(path: path, operation: "read", code: errno) }
      if got == 0 { break }
      used += got
    }
    return used
  }
}
