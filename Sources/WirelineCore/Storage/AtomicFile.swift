internal import Glibc
internal import Synchronization

/// A file that nobody sees before it is whole: written under another name in
/// the same directory, then renamed into place.
///
/// Given up, or dropped, it leaves nothing behind; killed, it leaves a file
/// that `TemporaryFiles.sweep` knows by its name.
///
/// A device or a pipe in that place is written to as it is: nobody wants
/// `/dev/null` replaced by a file.
package final class AtomicFile: Sendable {
  /// How sure the content must be before the name shows it.
  package enum Durability: Sendable {
    /// After a power failure the file may be empty or missing.
    case none
    /// The content is on the disk before the name is.
    case file
    /// The name is on the disk, too, when `commit` returns.
    case full
  }

  /// Nil where the path itself is written to.
  private let temporary: String?
  private let path: String
  /// -1 once it is closed.
  private let descriptor: Mutex<Int32>

  /// Opens the temporary file.
  ///
  /// - Parameters:
  ///   - path: where the file will appear; a symbolic link there is replaced,
  ///     not followed.
  ///   - mode: permissions, before the umask.
  ///   - mayBeDevice: false where the caller knows that no device or pipe is
  ///     there, which saves a look.
  package init(
    path: String, mode: UInt32 = 0o644, mayBeDevice: Bool = true
  ) throws(FileError) {
    self.path = path
    if mayBeDevice, Self.isWrittenInPlace(path) {
      temporary = nil
      descriptor = Mutex(try InPlaceFile.open(path))
      return
    }
    let temporary = TemporaryFiles.name(for: path)
    self.temporary = temporary
    let opened = DescriptorShortage.retrying {
      open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
    }
    guard opened >= 0 else { throw FileError(path: path, operation: "create", code: errno) }
    descriptor = Mutex(opened)
  }

  deinit { discard() }

  /// The permissions of a file, before the umask.
  ///
  /// - Parameter isPrivate: whether it may hold a response to a request with credentials.
  package static func mode(isPrivate: Bool) -> UInt32 { isPrivate ? 0o600 : 0o644 }

  /// Where nothing can be renamed into place, or must not be: a device, a pipe,
  /// a socket, and the names of open descriptors, such as `/dev/stdout`.
  package static func isWrittenInPlace(_ path: String) -> Bool {
    if InPlaceFile.descriptor(path) != nil { return true }
    var facts = stat()
    // A link is followed here, and only here: a name that leads to a device is
    // one for it.
    guard stat(path, &facts) == 0 else { return false }
    return [S_IFCHR, S_IFIFO, S_IFBLK, S_IFSOCK].contains(facts.st_mode & S_IFMT)
  }

  package func write(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    try FileBytes.write(bytes, to: descriptor.withLock { $0 }, path: path)
  }

  package func write(_ bytes: [UInt8]) throws(FileError) {
    try FileBytes.write(bytes, to: descriptor.withLock { $0 }, path: path)
  }

  /// Where the content is until `commit`.
  package var temporaryPath: String { temporary ?? path }

  /// Takes another file's content in the place of what was written: then both
  /// names are of one file.
  ///
  /// - Parameter twin: on the same file system.
  package func link(to twin: String) throws(FileError) {
    guard let temporary else { return }
    let name = TemporaryFiles.name(for: path)
    guard Glibc.link(twin, name) == 0 else {
      throw FileError(path: twin, operation: "link", code: errno)
    }
    guard rename(name, temporary) == 0 else {
      let code = errno
      unlink(name)
      throw FileError(path: twin, operation: "link", code: code)
    }
  }

  /// Makes the file appear, at its path or at another one in the same
  /// directory.
  ///
  /// - Parameter isLink: whether it is another file's content.
  package func commit(
    as other: String? = nil, _ durability: Durability = .none, isLink: Bool = false
  ) throws(FileError) {
    let target = other ?? path
    let open = take()
    let isFlushed = durability == .none || fsync(open) == 0
    let code = errno
    // Some file systems report a full disk only here; and what is no file has
    // no disk to flush to.
    guard close(open) == 0, isFlushed || temporary == nil else {
      throw fault("flush", isFlushed ? errno : code)
    }
    guard let temporary else { return }
    if rename(temporary, target) != 0 { throw fault("rename", errno) }
    // Two names of one file: rename(2) does nothing then.
    if isLink { unlink(temporary) }
    if durability == .full { try Directories.flush(containing: target) }
  }

  /// Takes the temporary file away; after `commit` it does nothing.
  package func discard() {
    let open = take()
    guard open >= 0 else { return }
    close(open)
    if let temporary { unlink(temporary) }
  }

  private func take() -> Int32 {
    descriptor.withLock { descriptor in
      defer { descriptor = -1 }
      return descriptor
    }
  }

  private func fault(_ operation: String, _ code: Int32) -> FileError {
    if let temporary { unlink(temporary) }
    return FileError(path: path, operation: operation, code: code)
  }

  /// Puts a finished file, made by someone else beside it, in a path's place:
  /// on the disk before the name shows it, and the name too.
  package static func replace(_ path: String, with finished: String) throws(FileError) {
    let descriptor = DescriptorShortage.retrying { open(finished, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw FileError(path: finished, operation: "open", code: errno) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else {
      throw FileError(path: finished, operation: "flush", code: errno)
    }
    guard rename(finished, path) == 0 else {
      throw FileError(path: path, operation: "rename", code: errno)
    }
    try Directories.flush(containing: path)
  }

  /// Removes a file, if it is there.
  package static func remove(_ path: String) { unlink(path) }
}
