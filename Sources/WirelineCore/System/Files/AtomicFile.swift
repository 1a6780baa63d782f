import Glibc
import Synchronization

/// A file written under a temporary name in the same directory and renamed when it is complete.
///
/// Discarding removes the temporary file, and so does an exit of the process. After a kill,
/// `TemporaryFiles.sweep` recognizes it by its name. Devices and pipes are written in place.
package final class AtomicFile: Sendable {
  package enum Durability: String, Sendable, CaseIterable {
    /// After a power failure the file may be empty or missing.
    case none
    case file
    /// Flushes the content, and the name before `commit` returns.
    case full
  }

  /// The path of the temporary file; nil if the file is written in place.
  private let temporary: String?
  private let unfinished: UnfinishedFile?
  private let path: String
  /// The directory below which no symbolic link is followed; nil to follow them.
  private let tree: DirectoryTree?
  /// The open folder of the file in `tree`.
  private let folder: FolderDescriptor
  /// -1 after closing.
  private let descriptor: Mutex<Int32>

  /// Opens the temporary file.
  ///
  /// - Parameters:
  ///   - path: the path of the file; a symbolic link there is replaced, not followed.
  ///   - mode: permissions, before the umask.
  ///   - mayBeDevice: false if the path is known not to be a device or pipe, which saves a stat.
  ///   - tree: the directory below which symbolic links are not followed; nil to follow them.
  ///   - sweeps: whether to remove temporary files that killed runs left for this path. For files
  ///     named on the command line.
  package init(
    path: String, mode: UInt32 = 0o644, mayBeDevice: Bool = true,
    in tree: DirectoryTree? = nil, sweeps: Bool = false
  ) throws(FileError) {
    self.path = path
    self.tree = tree
    folder = try Self.folder(of: path, in: tree)
    if mayBeDevice, Self.isWrittenInPlace(path) {
      temporary = nil
      unfinished = nil
      descriptor = Mutex(try InPlaceFile.open(path))
      return
    }
    let temporary = TemporaryFiles.name(for: path)
    self.temporary = temporary
    let unfinished = UnfinishedFile(temporary)
    self.unfinished = unfinished
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let name = Self.name(of: temporary, in: tree)
    let opened = DescriptorShortage.retrying { [folder] in
      folder.use { openat($0, name, flags, mode) }
    }
    guard opened >= 0 else {
      let code = errno
      unfinished.forget()
      // The folder may have been removed or replaced.
      if let tree { tree.forgetFolder(of: tree.below(path)) }
      throw FileError(path: path, operation: "create", code: code)
    }
    descriptor = Mutex(opened)
    if sweeps {
      // Marks the file as in use for processes in other containers, which do not see this PID.
      _ = flock(opened, LOCK_EX | LOCK_NB)
      TemporaryFiles.sweep(besides: path)
    }
  }

  deinit { discard() }

  /// The permissions of a file, before the umask.
  ///
  /// - Parameter isPrivate: whether it may contain a response to a request with credentials.
  package static func mode(isPrivate: Bool) -> UInt32 { isPrivate ? 0o600 : 0o644 }

  /// Whether a rename must not replace a path: a device, pipe or socket, or the name of an open
  /// descriptor such as `/dev/stdout`.
  package static func isWrittenInPlace(_ path: String) -> Bool {
    if InPlaceFile.descriptor(path) != nil { return true }
    var status = stat()
    // Follows links, so that a link to a device counts as one.
    guard stat(path, &status) == 0 else { return false }
    return [S_IFCHR, S_IFIFO, S_IFBLK, S_IFSOCK].contains(status.st_mode & S_IFMT)
  }

  package func write(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    try FileBytes.write(bytes, to: descriptor.withLock { $0 }, path: path)
  }

  package func write(_ bytes: [UInt8]) throws(FileError) {
    try FileBytes.write(bytes, to: descriptor.withLock { $0 }, path: path)
  }

  /// Lets only the owner access the file.
  package func makePrivate() throws(FileError) {
    guard temporary != nil, descriptor.withLock({ fchmod($0, 0o600) }) != 0 else { return }
    throw FileError(path: path, operation: "change the mode of", code: errno)
  }

  package var temporaryPath: String { temporary ?? path }

  /// Replaces the content by a hard link to another file.
  ///
  /// - Parameter original: a file on the same file system.
  package func link(to original: String) throws(FileError) {
    guard let temporary else { return }
    let name = name(of: TemporaryFiles.name(for: path))
    let isLinked = try Self.folder(of: original, in: tree).use { old in
      folder.use { linkat(old, self.name(of: original), $0, name, 0) }
    }
    guard isLinked == 0 else { throw FileError(path: original, operation: "link", code: errno) }
    guard rename(name, to: temporary) == 0 else {
      let code = errno
      _ = folder.use { unlinkat($0, name, 0) }
      throw FileError(path: original, operation: "link", code: code)
    }
  }

  /// Renames the file to its path, or to another one in the same directory.
  ///
  /// - Parameter isLink: whether the content is a link to another file.
  package func commit(
    as other: String? = nil, _ durability: Durability = .none, isLink: Bool = false
  ) throws(FileError) {
    let target = other ?? path
    let open = releaseDescriptor()
    let isFlushed = durability == .none || fsync(open) == 0
    let code = errno
    // Some file systems report a full disk only on close; devices cannot be flushed.
    guard close(open) == 0, isFlushed || temporary == nil else {
      throw failure("flush", isFlushed ? errno : code)
    }
    guard let temporary else { return }
    guard rename(name(of: temporary), to: target) == 0 else {
      throw failure("rename", errno)
    }
    // rename(2) does nothing if both names are links to the same file.
    if isLink { removeTemporary() } else { unfinished?.forget() }
    if durability == .full { try Directories.flush(containing: target) }
  }

  /// Removes the temporary file. Does nothing after `commit`.
  package func discard() {
    let open = releaseDescriptor()
    guard open >= 0 else { return }
    close(open)
    removeTemporary()
  }

  /// - Returns: 0, or -1 and `errno`.
  private func rename(_ name: String, to target: String) -> Int32 {
    folder.use { renameat($0, name, $0, self.name(of: target)) }
  }

  private func removeTemporary() {
    guard let temporary else { return }
    _ = folder.use { unlinkat($0, name(of: temporary), 0) }
    unfinished?.forget()
  }

  private static func folder(
    of path: String, in tree: DirectoryTree?
  ) throws(FileError) -> FolderDescriptor {
    guard let tree else { return .working }
    return try tree.folder(of: tree.below(path))
  }

  /// A path as system calls relative to its open folder expect it.
  private static func name(of path: String, in tree: DirectoryTree?) -> String {
    tree == nil ? path : String(TemporaryFiles.split(path).name)
  }

  private func name(of path: String) -> String { Self.name(of: path, in: tree) }

  private func releaseDescriptor() -> Int32 {
    descriptor.withLock { descriptor in
      defer { descriptor = -1 }
      return descriptor
    }
  }

  private func failure(_ operation: String, _ code: Int32) -> FileError {
    removeTemporary()
    return FileError(path: path, operation: operation, code: code)
  }

  /// Replaces the content of a file.
  package static func write(
    _ bytes: [UInt8], to path: String, mode: UInt32 = 0o644, mayBeDevice: Bool = true,
    sweeps: Bool = false, _ durability: Durability = .none
  ) throws(FileError) {
    let file = try AtomicFile(path: path, mode: mode, mayBeDevice: mayBeDevice, sweeps: sweeps)
    try file.write(bytes)
    try file.commit(durability)
  }

  /// Renames a finished file to a path in the same directory, and flushes content and name.
  package static func replace(_ path: String, with finished: String) throws(FileError) {
    let descriptor = try FileBytes.open(finished)
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else {
      throw FileError(path: finished, operation: "flush", code: errno)
    }
    guard Glibc.rename(finished, path) == 0 else {
      throw FileError(path: path, operation: "rename", code: errno)
    }
    try Directories.flush(containing: path)
  }

  /// Links a file to a second name and replaces the file of that name.
  package static func duplicate(_ path: String, as other: String) throws(FileError) {
    unlink(other)
    guard Glibc.link(path, other) == 0 else {
      throw FileError(path: other, operation: "link", code: errno)
    }
  }

  package static func remove(_ path: String) { unlink(path) }
}

/// Opens files that are written in place: devices, pipes, and descriptors named by path.
enum InPlaceFile {
  static func open(_ path: String) throws(FileError) -> Int32 {
    let opened = descriptor(path).map(duplicate) ?? openWithoutBlocking(path)
    guard opened >= 0 else { throw FileError(path: path, operation: "write", code: errno) }
    return opened
  }

  static func descriptor(_ path: String) -> Int32? {
    switch path {
    case "/dev/stdin": return 0
    case "/dev/stdout": return 1
    case "/dev/stderr": return 2
    default:
      let folder = ["/dev/fd/", "/proc/self/fd/"].first { path.hasPrefix($0) }
      guard let digits = folder.map({ path.dropFirst($0.count) }),
        digits.allSatisfy({ ("0"..."9").contains($0) })
      else { return nil }
      return Int32(digits)
    }
  }

  /// Duplicates a descriptor: opening its path would overwrite the file from the beginning.
  private static func duplicate(_ descriptor: Int32) -> Int32 {
    guard descriptor <= 2 || isInherited(descriptor) else {
      errno = EBADF
      return -1
    }
    return fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
  }

  /// Whether a descriptor was inherited: a record must not name one of our connections, databases
  /// or pipes. Ours have `FD_CLOEXEC`, except for connections, which are sockets.
  private static func isInherited(_ descriptor: Int32) -> Bool {
    let flags = fcntl(descriptor, F_GETFD)
    var status = stat()
    guard flags >= 0, flags & FD_CLOEXEC == 0, fstat(descriptor, &status) == 0 else { return false }
    return [S_IFREG, S_IFIFO, S_IFCHR].contains(status.st_mode & S_IFMT)
  }

  /// Opens a path; fails with ENXIO for a pipe without a reader instead of blocking the thread.
  private static func openWithoutBlocking(_ path: String) -> Int32 {
    let opened = Glibc.open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
    if opened >= 0 { _ = fcntl(opened, F_SETFL, fcntl(opened, F_GETFL) & ~O_NONBLOCK) }
    return opened
  }
}
