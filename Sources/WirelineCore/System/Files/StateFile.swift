package import Glibc

/// Opens the files that the tools write and read again: databases, indexes, journals, cassettes,
/// cookie jars, sessions, quotas, locks.
///
/// Their paths are known or shared, so anything may be there. Only a regular file is opened: a pipe
/// would block the run, and a device may not end. Input that the user names, such as the file of
/// `--replay` or `--bearer-file`, may be a pipe (`<(command)`) and is opened by `FileBytes`.
package enum StateFile {
  /// Opens a regular file; the caller closes the descriptor.
  ///
  /// - Parameter mode: the permissions of a created file, before the umask.
  package static func open(
    _ path: String, _ flags: Int32 = O_RDONLY, mode: mode_t = 0o600
  ) throws(FileError) -> Int32 {
    let descriptor = DescriptorShortage.retrying {
      openRegular(path, flags: flags | O_CLOEXEC, mode: mode)
    }
    guard descriptor >= 0 else { throw FileError(path: path, operation: "open", code: errno) }
    return descriptor
  }

  /// Reads a whole file.
  ///
  /// - Throws: `EFBIG` if it has more than `limit` bytes.
  package static func read(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
    try FileBytes.readAndClose(open(path), path: path, limit: limit)
  }

  /// Reads at most `count` bytes from the beginning of a file.
  package static func head(_ path: String, count: Int) throws(FileError) -> [UInt8] {
    let descriptor = try open(path)
    defer { close(descriptor) }
    return try FileBytes.head(of: descriptor, path, count: count)
  }

  /// Whether a path is only written, like the standard output: the name of an open descriptor, such
  /// as `/dev/stdout` or `>(command)`, or a character device, such as `/dev/null`.
  package static func isOutput(_ path: String) -> Bool {
    if InPlaceFile.descriptor(path) != nil { return true }
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFCHR
  }

  /// Like open(2), but sets `errno` to `FileError.notRegular` or `EISDIR` for other files.
  ///
  /// - Parameter isAccepted: receives `st_mode`.
  static func openRegular(
    _ path: UnsafePointer<CChar>, flags: Int32, mode: mode_t,
    or isAccepted: (mode_t) -> Bool = { _ in false }
  ) -> Int32 {
    // O_NONBLOCK does not wait for the other end of a pipe. It has no effect on regular files.
    let descriptor = Glibc.open(path, flags | O_NONBLOCK | O_NOCTTY, mode)
    guard descriptor >= 0 else {
      // A pipe without a reader, or a socket.
      if errno == ENXIO { errno = FileError.notRegular }
      return descriptor
    }
    var status = stat()
    let isExamined = fstat(descriptor, &status) == 0
    let type = status.st_mode & S_IFMT
    if isExamined, type == S_IFREG || isAccepted(type) { return descriptor }
    let code = !isExamined ? errno : type == S_IFDIR ? EISDIR : FileError.notRegular
    close(descriptor)
    errno = code
    return -1
  }
}
