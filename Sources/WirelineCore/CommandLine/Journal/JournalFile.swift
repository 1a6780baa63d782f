internal import Crypto
internal import Glibc

/// A journal's file: locked, known to be one, and read.
struct JournalFile {
  /// What was in it.
  struct Content {
    /// Its length now.
    var end: Int
    var droppedBytes: Int
    var skippedLines: Int
  }

  static let firstLine = Array("wireline-journal 1\n".utf8)
  /// Longer than any record that was ever printed.
  private static let maximumLineBytes = 256 << 20

  let path: String
  let lock: FileLock
  /// For adding and reading; the owner closes it.
  let descriptor: Int32

  init(path: String) throws(JournalError) {
    self.path = path
    guard let lock = try Self.lock(path) else { throw .locked(path: path) }
    self.lock = lock
    descriptor = open(path, O_RDWR | O_APPEND | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else {
      throw .file(FileError(path: path, operation: "open", code: errno))
    }
    let isOurs: Bool
    do throws(FileError) {
      isOurs = try begin()
    } catch {
      close(descriptor)
      throw .file(error)
    }
    if !isOurs {
      close(descriptor)
      throw .notAJournal(path: path)
    }
  }

  private static func lock(_ path: String) throws(JournalError) -> FileLock? {
    do throws(FileError) {
      // On the file itself: a lock file beside it would be left behind. A moment is
      // waited: a run that has just ended may have it still.
      return try FileLock(path: path, wait: .milliseconds(300))
    } catch {
      throw .file(error)
    }
  }

  /// Makes sure that the first line is there.
  ///
  /// - Returns: false for a file that is something else, which is not touched.
  private func begin() throws(FileError) -> Bool {
    var facts = stat()
    guard fstat(descriptor, &facts) == 0 else { throw fault("stat") }
    guard facts.st_mode & S_IFMT == S_IFREG else { return false }
    var head: [UInt8] = []
    try Self.read(descriptor, path, at: 0, count: Self.firstLine.count, into: &head)
    if head == Self.firstLine { return true }
    // A process that was killed at the very beginning leaves a part of it.
    guard Self.firstLine.starts(with: head) else { return false }
    guard ftruncate(descriptor, 0) == 0 else { throw fault("truncate") }
    try FileBytes.write(Self.firstLine, to: descriptor, path: path)
    // With it on the disk, what a power failure leaves is still known as ours.
    guard fdatasync(descriptor) == 0 else { throw fault("flush") }
    return true
  }

  /// Reads all lines, and cuts off what comes after the last sound one.
  ///
  /// - Parameter body: takes a line and its offset, and says whether it means
  ///   anything.
  func read(_ body: (JournalLine, _ offset: Int) -> Bool) throws(FileError) -> Content {
    var scanner = JournalScanner(offset: Self.firstLine.count)
    guard lseek(descriptor, off_t(Self.firstLine.count), SEEK_SET) >= 0 else { throw fault("seek") }
    try FileBytes.chunks(of: descriptor, path: path) { scanner.feed($0, body) }
    let length = lseek(descriptor, 0, SEEK_END)
    guard length >= 0 else { throw fault("seek") }
    let dropped = max(0, Int(length) - scanner.soundEnd)
    if dropped > 0, ftruncate(descriptor, off_t(scanner.soundEnd)) != 0 { throw fault("truncate") }
    return Content(
      end: scanner.soundEnd, droppedBytes: dropped, skippedLines: scanner.skippedLines)
  }

  /// The record of a line that was read before; nil when it is no longer there
  /// as it was.
  static func record(
    _ descriptor: Int32, _ path: String, at offset: Int, key: JournalKey
  ) throws(FileError) -> [UInt8]? {
    var line: [UInt8] = []
    var count = 1024
    while true {
      let known = line.count
      try read(descriptor, path, at: offset + known, count: count, into: &line)
      if let end = line[known...].firstIndex(of: 0x0A) {
        return record(line[..<end], key)
      }
      guard line.count == known + count, line.count < maximumLineBytes else { return nil }
      count = line.count
    }
  }

  private static func record(_ line: ArraySlice<UInt8>, _ key: JournalKey) -> [UInt8]? {
    guard line.count > JournalLine.checkBytes,
      let read = JournalLine(
        head: line.prefix(JournalLine.headBytes),
        digest: SHA256.hash(data: line[JournalLine.checkBytes...])),
      read.key == key
    else { return nil }
    return Array(line[read.recordStart...])
  }

  /// Adds `count` bytes, or as many as there are, to what was read.
  private static func read(
    _ descriptor: Int32, _ path: String, at offset: Int, count: Int, into bytes: inout [UInt8]
  ) throws(FileError) {
    var failure: Int32 = 0
    let more = [UInt8](unsafeUninitializedCapacity: count) { space, used in
      while used < count {
        let got = pread(
          descriptor, space.baseAddress.map { $0 + used }, count - used, off_t(offset + used))
        if got < 0, errno == EINTR { continue }
        if got < 0 { failure = errno }
        if got <= 0 { break }
        used += got
      }
    }
    if failure != 0 { throw FileError(path: path, operation: "read", code: failure) }
    bytes.append(contentsOf: more)
  }

  private func fault(_ operation: String) -> FileError {
    FileError(path: path, operation: operation, code: errno)
  }
}
