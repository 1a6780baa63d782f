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
  /// The directory below which no symbolic link is followed; nil to follow them.
  private let tree: DirectoryTree?
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
  ///   - tree: the directory below which no symbolic link is followed; nil to follow
  ///     them.
  ///   - sweeps: whether to remove temporary files that killed runs left of the same
  ///     file. For files named on the command line.
  package init(
    path: String, mode: UInt32 = 0o644, mayBeDevice: Bool = true,
    in tree: DirectoryTree? = nil, sweeps: Bool = false
  ) throws(FileError) {
    self.path = path
    self.tree = tree
    if mayBeDevice, Self.isWrittenInPlace(path) {
      temporary = nil
      descriptor = Mutex(try InPlaceFile.open(path))
      return
    }
    let temporary = TemporaryFiles.name(for: path)
    self.temporary = temporary
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let opened = DescriptorShortage.retrying {
      tree.map { $0.open($0.below(temporary), flags, mode) } ?? open(temporary, flags, mode)
    }
    guard opened >= 0 else { throw FileError(path: path, operation: "create", code: errno) }
    descriptor = Mutex(opened)
    if sweeps {
      // Marks the file as in use for processes in other containers, which see other numbers.
      _ = flock(opened, LOCK_EX | LOCK_NB)
      TemporaryFiles.sweep(besides: path)
    }
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
    let name = try Place(TemporaryFiles.name(for: path), tree)
    let old = try Place(twin, tree)
    // In the same folder as `name`.
    let new = Place(temporary, beside: name)
    let isLinked = old.use { from in
      name.use { linkat(from, old.name, $0, name.name, 0) }
    }
    guard isLinked == 0 else { throw FileError(path: twin, operation: "link", code: errno) }
    guard name.use({ renameat($0, name.name, $0, new.name) }) == 0 else {
      let code = errno
      _ = name.use { unlinkat($0, name.name, 0) }
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
    try appear(temporary, as: target)
    // Two names of one file: rename(2) does nothing then.
    if isLink { removeTemporary() }
    if durability == .full { try Directories.flush(containing: target) }
  }

  /// Takes the temporary file away; after `commit` it does nothing.
  package func discard() {
    let open = take()
    guard open >= 0 else { return }
    close(open)
    removeTemporary()
  }

  private func appear(_ temporary: String, as target: String) throws(FileError) {
    let code: Int32
    do throws(FileError) {
      // Both are in one folder.
      let old = try Place(temporary, tree)
      let new = Place(target, beside: old)
      if old.use({ renameat($0, old.name, $0, new.name) }) == 0 { return }
      code = errno
    } catch {
      code = error.code
    }
    throw fault("rename", code)
  }

  private func removeTemporary() {
    guard let temporary else { return }
    if let tree { _ = tree.remove(tree.below(temporary)) } else { unlink(temporary) }
  }

  private func take() -> Int32 {
    descriptor.withLock { descriptor in
      defer { descriptor = -1 }
      return descriptor
    }
  }

  private func fault(_ operation: String, _ code: Int32) -> FileError {
    removeTemporary()
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

  /// Links a file to a second name, replacing the file of that name.
  package static func duplicate(_ path: String, as other: String) throws(FileError) {
    unlink(other)
    guard Glibc.link(path, other) == 0 else {
      throw FileError(path: other, operation: "link", code: errno)
    }
  }

  /// Removes a file, if it is there.
  package static func remove(_ path: String) { unlink(path) }
}

/// The arguments of system calls that work in an open folder.
private struct Place {
  private let folder: FolderDescriptor?
  let name: String

  /// - Parameter tree: nil takes the path.
  init(_ path: String, _ tree: DirectoryTree?) throws(FileError) {
    folder = try tree?.folder(of: tree?.below(path) ?? "")
    name = tree == nil ? path : String(TemporaryFiles.split(path).name)
  }

  /// A file in the same folder.
  init(_ path: String, beside other: Place) {
    folder = other.folder
    name = other.folder == nil ? path : String(TemporaryFiles.split(path).name)
  }

  /// Calls `body` with the folder's descriptor, which is open until then.
  func use(_ body: (Int32) -> Int32) -> Int32 { folder?.use(body) ?? body(AT_FDCWD) }
}
