internal import CStart
package import Glibc

/// Reads and writes whole files and descriptors.
package enum FileBytes {
  /// Reads a whole file, which may be a pipe.
  ///
  /// - Throws: `EFBIG` if it has more than `limit` bytes.
  package static func read(_ path: String, limit: Int? = nil) throws(FileError) -> [UInt8] {
    try readAndClose(open(path), path: path, limit: limit)
  }

  /// Opens a file; the caller closes the descriptor.
  ///
  /// - Parameter mode: the permissions of a created file, before the umask.
  package static func open(
    _ path: String, _ flags: Int32 = O_RDONLY, mode: mode_t = 0
  ) throws(FileError) -> Int32 {
    let descriptor = DescriptorShortage.retrying { Glibc.open(path, flags | O_CLOEXEC, mode) }
    guard descriptor >= 0 else { throw FileError(path: path, operation: "open", code: errno) }
    return descriptor
  }

  /// Creates a file in memory for a child process; the caller closes the descriptor.
  package static func createInMemory() throws(FileError) -> Int32 {
    let descriptor = DescriptorShortage.retrying(create_memory_file)
    guard descriptor >= 0 else { throw FileError(path: "memory", operation: "open", code: errno) }
    return descriptor
  }

  /// Reads a file in memory as a whole, wherever a child process has left its offset.
  package static func inMemory(_ descriptor: Int32) throws(FileError) -> [UInt8] {
    try bytes(descriptor, "memory", at: 0, count: size(descriptor) ?? 0)
  }

  /// Reads an open file to its end and closes it.
  ///
  /// - Throws: `EFBIG` if it has more than `limit` bytes.
  package static func readAndClose(
    _ descriptor: Int32, path: String, limit: Int?
  ) throws(FileError) -> [UInt8] {
    defer { close(descriptor) }
    let limit = limit ?? .max
    let size = size(descriptor) ?? 0
    var bytes: [UInt8] = []
    bytes.reserveCapacity(min(size, limit))
    // A file may grow while it is read.
    try chunks(of: descriptor, path: path, while: { _ in max(size, bytes.count) <= limit }) {
      bytes.append(contentsOf: $0)
    }
    guard max(size, bytes.count) <= limit else {
      throw FileError(path: path, operation: "read", code: EFBIG)
    }
    return bytes
  }

  /// Whether an open file is a regular file, not a pipe, device or directory.
  package static func isRegular(_ descriptor: Int32) -> Bool { size(descriptor) != nil }

  /// The size of a regular file in bytes; nil for other files.
  package static func size(_ descriptor: Int32) -> Int? {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }

  /// Reads at most `count` bytes from the beginning of a file.
  package static func head(_ path: String, count: Int) throws(FileError) -> [UInt8] {
    let descriptor = try open(path)
    defer { close(descriptor) }
    return try head(of: descriptor, path, count: count)
  }

  /// Reads `count` bytes at the offset of an open file; fewer at its end. Does not move the offset.
  package static func head(
    of descriptor: Int32, _ path: String, count: Int
  ) throws(FileError) -> [UInt8] {
    let offset = max(0, Int(lseek(descriptor, 0, SEEK_CUR)))
    return try bytes(descriptor, path, at: offset, count: count)
  }

  /// Reads `count` bytes at an offset; fewer at the end of the file.
  static func bytes(
    _ descriptor: Int32, _ path: String, at offset: Int, count: Int
  ) throws(FileError) -> [UInt8] {
    // The initializer would erase the type of the error.
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

  /// Fills a buffer from an offset, or from the descriptor's own if it is nil; returns fewer bytes
  /// at the end of the file.
  package static func read(
    _ descriptor: Int32, _ path: String, at offset: Int?, into space: UnsafeMutableRawBufferPointer
  ) throws(FileError) -> Int {
    var used = 0
    while used < space.count {
      let (start, left) = (space.baseAddress.map { $0 + used }, space.count - used)
      let got =
        offset.map { pread(descriptor, start, left, off_t($0 + used)) }
        ?? Glibc.read(descriptor, start, left)
      if got < 0, errno == EINTR { continue }
      if got < 0 { throw FileError(path: path, operation: "read", code: errno) }
      if got == 0 { break }
      used += got
    }
    return used
  }

  /// Reads a descriptor to its end in chunks.
  ///
  /// - Parameters:
  ///   - path: the path in error messages.
  ///   - isWanted: called with the descriptor before each chunk; returns false to stop.
  ///   - body: called with each chunk, which is valid during the call only.
  package static func chunks(
    _ path: String, while isWanted: (Int32) -> Bool = { _ in true },
    _ body: (UnsafeRawBufferPointer) throws(FileError) -> Void
  ) throws(FileError) {
    let descriptor = try open(path)
    defer { close(descriptor) }
    try chunks(of: descriptor, path: path, while: isWanted, body)
  }

  /// Reads a descriptor to its end in chunks.
  ///
  /// - Parameters:
  ///   - path: the path in error messages.
  ///   - isWanted: called with the descriptor before each chunk; returns false to stop.
  ///   - body: called with each chunk, which is valid during the call only.
  package static func chunks(
    of descriptor: Int32, path: String, while isWanted: (Int32) -> Bool = { _ in true },
    _ body: (UnsafeRawBufferPointer) throws(FileError) -> Void
  ) throws(FileError) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 * 1024, alignment: 16)
    defer { buffer.deallocate() }
    while isWanted(descriptor) {
      let count = DescriptorPoll.read(descriptor, into: buffer)
      guard count >= 0 else { throw FileError(path: path, operation: "read", code: errno) }
      if count == 0 { return }
      try body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }
  }

  /// Writes all bytes. Retries after short writes and EINTR.
  package static func write(
    _ bytes: [UInt8], to descriptor: Int32, path: String
  ) throws(FileError) {
    try bytes.withUnsafeBufferPointer { bytes throws(FileError) in
      try write(UnsafeRawBufferPointer(bytes), to: descriptor, path: path)
    }
  }

  /// Writes all bytes. Retries after short writes and EINTR.
  package static func write(
    _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, path: String
  ) throws(FileError) {
    var rest = bytes
    while !rest.isEmpty {
      let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN {
        _ = DescriptorPoll.wait(descriptor, for: POLLOUT)
        continue
      }
      guard count > 0 else { throw FileError(path: path, operation: "write", code: errno) }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
  }
}
