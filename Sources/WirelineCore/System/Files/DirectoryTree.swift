import Glibc
import Synchronization

/// Accesses files below a directory without following symbolic links. The directory itself may be a
/// symbolic link, because the user named it.
package final class DirectoryTree: Sendable {
  package let path: String
  private let root = Mutex<FolderDescriptor?>(nil)
  /// Open folders by name, because a run may store thousands of files in each.
  private let folders = Mutex<[String: FolderDescriptor]>([:])
  /// Folders known not to be symbolic links.
  private let verified = Mutex<Set<String>>([])

  package init(_ path: String) { self.path = path }

  /// Opens a file; the caller closes it.
  ///
  /// - Parameter name: below the directory.
  package func open(_ name: String, _ flags: Int32 = O_RDONLY) throws(FileError) -> Int32 {
    // A pipe must not block.
    let opened = try descriptor().open(beneath: name[...], flags | O_NONBLOCK)
    guard opened >= 0 else { throw error(name, operation: "open", code: errno) }
    return opened
  }

  /// The part of a path after the directory.
  package func below(_ path: String) -> String {
    String(path.utf8.dropFirst(self.path.utf8.count + 1)) ?? ""
  }

  /// The folder of a file.
  ///
  /// - Parameter mode: the mode of created folders; nil to create none.
  package func folder(
    of name: String, making mode: UInt32? = nil
  ) throws(FileError) -> FolderDescriptor {
    let folder = TemporaryFiles.split(name).folder
    if folder.isEmpty { return try descriptor(making: mode) }
    return try self.folder(String(folder.dropLast()), making: mode)
  }

  func folder(_ name: String, making mode: UInt32? = nil) throws(FileError) -> FolderDescriptor {
    let root = try descriptor(making: mode)
    if name.isEmpty { return root }
    if let known = folders.withLock({ $0[name] }) { return known }
    let folder = try opened(name, in: root, making: mode)
    folders.withLock {
      if $0.count >= DescriptorLimit.folders { $0.remove(at: $0.startIndex) }
      $0[name] = folder
    }
    return folder
  }

  private func opened(
    _ name: String, in root: FolderDescriptor, making mode: UInt32? = nil
  ) throws(FileError) -> FolderDescriptor {
    let opened = DescriptorShortage.retrying {
      root.open(beneath: name[...], FolderDescriptor.flags)
    }
    if opened >= 0 { return FolderDescriptor(opened) }
    guard errno == ENOENT, let mode else { throw error(name, operation: "open", code: errno) }
    return try make(name, in: root, mode)
  }

  /// The attributes of a file; nil if it is missing or reached through a symbolic link.
  ///
  /// Checks each folder on first use only, because a run may examine millions of files.
  package func attributes(_ name: String) -> FileAttributes? { try? look(name) }

  /// - Throws: if the file is missing or reached through a symbolic link.
  package func look(_ name: String) throws(FileError) -> FileAttributes {
    let root = try descriptor()
    let folder = TemporaryFiles.split(name).folder
    if !folder.isEmpty, !verified.withLock({ $0.contains(folder) }) {
      _ = try opened(String(folder.dropLast()), in: root)
      verified.withLock { _ = $0.insert(folder) }
    }
    guard let attributes = FileAttributes(name, in: root) else {
      throw error(name, operation: "stat", code: errno)
    }
    return attributes
  }

  /// Removes a file if it exists.
  ///
  /// - Returns: 0 or an `errno`.
  package func remove(_ name: String) -> Int32 {
    let first = unlink(name)
    guard first == ENOENT else { return first }
    // The open folder may have been removed, and another one may have its name.
    forgetFolder(of: name)
    let code = unlink(name)
    return code == ENOENT ? 0 : code
  }

  private func unlink(_ name: String) -> Int32 {
    do throws(FileError) {
      let last = String(TemporaryFiles.split(name).name)
      return try folder(of: name).use { unlinkat($0, last, 0) } == 0 ? 0 : errno
    } catch {
      return error.code
    }
  }

  private func make(
    _ name: String, in root: FolderDescriptor, _ mode: UInt32
  ) throws(FileError) -> FolderDescriptor {
    var folder = root
    for part in name.split(separator: "/") {
      let part = String(part)
      guard folder.use({ mkdirat($0, part, mode) }) == 0 || errno == EEXIST else {
        throw error(name, operation: "create", code: errno)
      }
      let next = DescriptorShortage.retrying { [folder] in
        folder.open(beneath: part[...], FolderDescriptor.flags)
      }
      guard next >= 0 else { throw error(name, operation: "open", code: errno) }
      folder = FolderDescriptor(next)
    }
    return folder
  }

  /// Opens the folder of a file again at its next use.
  func forgetFolder(of name: String) {
    let folder = String(TemporaryFiles.split(name).folder.dropLast())
    folders.withLock { $0[folder] = nil }
  }

  /// Closes the directory, which may have been replaced. The next use opens it again.
  package func reopen() {
    root.withLock { $0 = nil }
    folders.withLock { $0 = [:] }
    verified.withLock { $0 = [] }
  }

  private func descriptor(making mode: UInt32? = nil) throws(FileError) -> FolderDescriptor {
    try root.withLock { root throws(FileError) in
      if let root { return root }
      if let mode { try Directories.create(path, mode: mode) }
      let descriptor = try FolderDescriptor(path: path)
      root = descriptor
      return descriptor
    }
  }

  private func error(_ name: String, operation: String, code: Int32) -> FileError {
    FileError(path: "\(path)/\(name)", operation: operation, code: code)
  }
}
