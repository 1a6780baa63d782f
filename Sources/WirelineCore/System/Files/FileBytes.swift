internal import Glibc

/// Whole files and descriptors.
package enum FileBytes {
  /// Reads a file to its end.
  package static func read(_ path: String) throws(FileError) -> [UInt8] {
    let descriptor = try open(path)
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    try chunks(of: descriptor, path: path) { bytes.append(contentsOf: $0) }
    return bytes
  }

  /// A descriptor to read a file with, for the caller to close.
  package static func open(_ path: String) throws(FileError) -> Int32 {
    let descriptor = DescriptorShortage.retrying { Glibc.open(path, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw FileError(path: path, operation: "open", code: errno) }
    return descriptor
  }

  /// Reads an open file to its end and closes it.
  ///
  /// - Returns: nil if it is longer than `limit` bytes.
  package static func readAndClose(
    _ descriptor: Int32, path: String, limit: Int?
  ) throws(FileError) -> [UInt8]? {
    defer { close(descriptor) }
    let limit = limit ?? .max
    var bytes: [UInt8] = []
    if let size = size(descriptor) {
      if size > limit { return nil }
      bytes.reserveCapacity(size)
    }
    // A file may grow while it is read.
    try chunks(of: descriptor, path: path, while: { _ in bytes.count <= limit }) {
      bytes.append(contentsOf: $0)
    }
    return bytes.count <= limit ? bytes : nil
  }

  /// Whether an open file is a regular one, rather than a pipe, a device or a directory.
  package static func isRegular(_ descriptor: Int32) -> Bool { size(descriptor) != nil }

  /// The size of an open regular file in bytes; nil for anything else.
  package static func size(_ descriptor: Int32) -> Int? {
    var facts = stat()
    guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(facts.st_size)
  }

  /// Reads a file's beginning, `count` bytes at most.
  package static func head(_ path: String, count: Int) throws(FileError) -> [UInt8] {
    let descriptor = try open(path)
    defer { close(descriptor) }
    return try head(of: descriptor, path, count: count)
  }

  /// Reads the next `count` bytes of a descriptor, fewer at the end of the file.
  package static func head(
    of descriptor: Int32, _ path: String, count: Int
  ) throws(FileError) -> [UInt8] {
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { space, used in
      while used < count {
        let got = Glibc.read(descriptor, space.baseAddress.map { $0 + used }, count - used)
        if got < 0, errno == EINTR { continue }
        if got < 0 { failure = errno }
        if got <= 0 { break }
        used += got
      }
    }
    if failure != 0 { throw FileError(path: path, operation: "read", code: failure) }
    return bytes
  }

  /// Reads a file to its end, piece by piece.
  package static func chunks(
    _ path: String, while isWanted: (Int32) -> Bool = { _ in true },
    _ body: (UnsafeRawBufferPointer) -> Void
  ) throws(FileError) {
    let descriptor = try open(path)
    defer { close(descriptor) }
    try chunks(of: descriptor, path: path, while: isWanted, body)
  }

  /// Reads a descriptor to its end, piece by piece.
  ///
  /// - Parameters:
  ///   - path: for messages.
  ///   - isWanted: asked before each piece, with the descriptor; false ends it.
  ///   - body: takes a piece that is valid during the call only.
  package static func chunks(
    of descriptor: Int32, path: String, while isWanted: (Int32) -> Bool = { _ in true },
    _ body: (UnsafeRawBufferPointer) -> Void
  ) throws(FileError) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 * 1024, alignment: 16)
    defer { buffer.deallocate() }
    while isWanted(descriptor) {
      let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw FileError(path: path, operation: "read", code: errno) }
      if count == 0 { return }
      body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }
  }

  package static func write(
    _ bytes: [UInt8], to descriptor: Int32, path: String
  ) throws(FileError) {
    try bytes.withUnsafeBufferPointer { bytes throws(FileError) in
      try write(UnsafeRawBufferPointer(bytes), to: descriptor, path: path)
    }
  }

  /// Writes everything; short writes and EINTR are gone on with.
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
