internal import CStart
internal import Glibc
internal import Synchronization

/// Access to the files below a directory that follows no symbolic link. The directory itself may be
/// a symbolic link, because the user named it.
package final class DirectoryTree: Sendable {
  package let path: String
  private let root = Mutex<FolderDescriptor?>(nil)
  /// Folders that were checked and are not symbolic links.
  private let verified = Mutex<Set<String>>([])

  package init(_ path: String) { self.path = path }

  /// Opens a file; the caller closes it.
  ///
  /// - Parameter name: below the directory.
  package func open(_ name: String, _ flags: Int32 = O_RDONLY) throws(FileError) -> Int32 {
    let opened = open(name, flags, 0)
    guard opened >= 0 else { throw fault(name, "open", errno) }
    return opened
  }

  /// - Returns: A descriptor, or -1 and `errno`.
  func open(_ name: String, _ flags: Int32, _ mode: UInt32) -> Int32 {
    do throws(FileError) {
      return try descriptor().use { open_beneath($0, name, flags | O_CLOEXEC, mode) }
    } catch {
      errno = error.code
      return -1
    }
  }

  /// The part of a path after the directory.
  package func below(_ path: String) -> String {
    String(path.utf8.dropFirst(self.path.utf8.count + 1)) ?? ""
  }

  /// A file's beginning, `count` bytes at most.
  package func head(_ name: String, count: Int) throws(FileError) -> [UInt8] {
    let descriptor = try open(name)
    defer { close(descriptor) }
    return try FileBytes.head(of: descriptor, "\(path)/\(name)", count: count)
  }

  /// The folder that a file is in.
  ///
  /// - Parameter mode: of folders that are made; nil makes none.
  package func folder(
    of name: String, making mode: UInt32? = nil
  ) throws(FileError) -> FolderDescriptor {
    let folder = TemporaryFiles.split(name).folder
    if folder.isEmpty { return try descriptor(making: mode) }
    return try self.folder(String(folder.dropLast()), making: mode)
  }

  /// - Parameter name: empty for the directory itself.
  func folder(_ name: String, making mode: UInt32? = nil) throws(FileError) -> FolderDescriptor {
    let root = try descriptor(making: mode)
    if name.isEmpty { return root }
    let opened = root.use { open_beneath($0, name, Self.folderFlags, 0) }
    if opened >= 0 { return FolderDescriptor(opened) }
    guard errno == ENOENT, let mode else { throw fault(name, "open", errno) }
    return try make(name, in: root, mode)
  }

  /// The attributes of a file; nil if it is missing or behind a symbolic link.
  ///
  /// Checks each folder on first use only, because a run may look at very many files.
  package func facts(_ name: String) -> FileFacts? { try? look(name) }

  /// - Throws: If the file is missing or behind a symbolic link.
  package func look(_ name: String) throws(FileError) -> FileFacts {
    let root = try descriptor()
    let folder = TemporaryFiles.split(name).folder
    if !folder.isEmpty, !verified.withLock({ $0.contains(folder) }) {
      _ = try self.folder(of: name)
      verified.withLock { _ = $0.insert(folder) }
    }
    guard let facts = FileFacts(name, in: root) else { throw fault(name, "stat", errno) }
    return facts
  }

  /// Removes a file if it exists.
  ///
  /// - Returns: 0 or an `errno`.
  package func remove(_ name: String) -> Int32 {
    do throws(FileError) {
      let folder = try folder(of: name)
      let last = String(TemporaryFiles.split(name).name)
      let isGone = folder.use { unlinkat($0, last, 0) } == 0
      return isGone || errno == ENOENT ? 0 : errno
    } catch {
      return error.code == ENOENT ? 0 : error.code
    }
  }

  /// With O_PATH of asm-generic/fcntl.h, which Glibc shows to programs in C alone.
  private static let folderFlags = 0o10_000_000 | O_DIRECTORY | O_CLOEXEC

  private func make(
    _ name: String, in root: FolderDescriptor, _ mode: UInt32
  ) throws(FileError) -> FolderDescriptor {
    var folder = root
    for part in name.split(separator: "/") {
      let part = String(part)
      guard folder.use({ mkdirat($0, part, mode) }) == 0 || errno == EEXIST else {
        throw fault(name, "create", errno)
      }
      let next = folder.use { open_beneath($0, part, Self.folderFlags, 0) }
      guard next >= 0 else { throw fault(name, "open", errno) }
      folder = FolderDescriptor(next)
    }
    return folder
  }

  /// Closes the directory, which may have been removed or replaced. The next use opens it again.
  package func reopen() {
    root.withLock { $0 = nil }
    verified.withLock { $0 = [] }
  }

  /// The directory itself, opened once.
  private func descriptor(making mode: UInt32? = nil) throws(FileError) -> FolderDescriptor {
    try root.withLock { root throws(FileError) in
      if let root { return root }
      if let mode { try Directories.create(path, mode: mode) }
      let opened = Glibc.open(path, Self.folderFlags)
      guard opened >= 0 else { throw FileError(path: path, operation: "open", code: errno) }
      let descriptor = FolderDescriptor(opened)
      root = descriptor
      return descriptor
    }
  }

  private func fault(_ name: String, _ operation: String, _ code: Int32) -> FileError {
    FileError(path: "\(path)/\(name)", operation: operation, code: code)
  }
}

/// An open folder, closed when the last reference to it goes away.
package final class FolderDescriptor: Sendable {
  private let value: Int32

  init(_ value: Int32) { self.value = value }

  deinit { close(value) }

  /// Calls `body` with the descriptor, which stays open for the call.
  func use<Value>(_ body: (Int32) -> Value) -> Value {
    withExtendedLifetime(self) { body(value) }
  }
}
