import CStart
import Glibc
import Synchronization

/// Accesses files below a directory without following symbolic links. The directory itself may be a
/// symbolic link, because the user named it.
package final class DirectoryTree: Sendable {
  package let path: String
  private let root = Mutex<FolderDescriptor?>(nil)
  /// Folders known not to be symbolic links.
  private let verified = Mutex<Set<String>>([])

  package init(_ path: String) { self.path = path }

  /// Opens a file; the caller closes it.
  ///
  /// - Parameter name: below the directory.
  package func open(_ name: String, _ flags: Int32 = O_RDONLY) throws(FileError) -> Int32 {
    let opened = open(name, flags, 0)
    guard opened >= 0 else { throw error(name, "open", errno) }
    return opened
  }

  /// - Returns: a descriptor, or -1 and `errno`.
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

  /// Reads at most `count` bytes from the beginning of a file.
  package func head(_ name: String, count: Int) throws(FileError) -> [UInt8] {
    let descriptor = try open(name)
    defer { close(descriptor) }
    return try FileBytes.head(of: descriptor, "\(path)/\(name)", count: count)
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

  /// - Parameter name: empty for the directory itself.
  func folder(_ name: String, making mode: UInt32? = nil) throws(FileError) -> FolderDescriptor {
    let root = try descriptor(making: mode)
    if name.isEmpty { return root }
    let opened = root.use { open_beneath($0, name, FolderDescriptor.flags, 0) }
    if opened >= 0 { return FolderDescriptor(opened) }
    guard errno == ENOENT, let mode else { throw error(name, "open", errno) }
    return try make(name, in: root, mode)
  }

  /// The attributes of a file; nil if it is missing or reached through a symbolic link.
  ///
  /// Checks each folder on first use only, because a run may examine millions of files.
  package func facts(_ name: String) -> FileFacts? { try? look(name) }

  /// - Throws: if the file is missing or reached through a symbolic link.
  package func look(_ name: String) throws(FileError) -> FileFacts {
    let root = try descriptor()
    let folder = TemporaryFiles.split(name).folder
    if !folder.isEmpty, !verified.withLock({ $0.contains(folder) }) {
      _ = try self.folder(of: name)
      verified.withLock { _ = $0.insert(folder) }
    }
    guard let facts = FileFacts(name, in: root) else { throw error(name, "stat", errno) }
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

  private func make(
    _ name: String, in root: FolderDescriptor, _ mode: UInt32
  ) throws(FileError) -> FolderDescriptor {
    var folder = root
    for part in name.split(separator: "/") {
      let part = String(part)
      guard folder.use({ mkdirat($0, part, mode) }) == 0 || errno == EEXIST else {
        throw error(name, "create", errno)
      }
      let next = folder.use { open_beneath($0, part, FolderDescriptor.flags, 0) }
      guard next >= 0 else { throw error(name, "open", errno) }
      folder = FolderDescriptor(next)
    }
    return folder
  }

  /// Closes the directory, which may have been replaced. The next use opens it again.
  package func reopen() {
    root.withLock { $0 = nil }
    verified.withLock { $0 = [] }
  }

  /// The directory itself, opened once.
  private func descriptor(making mode: UInt32? = nil) throws(FileError) -> FolderDescriptor {
    try root.withLock { root throws(FileError) in
      if let root { return root }
      if let mode { try Directories.create(path, mode: mode) }
      let descriptor = try FolderDescriptor(path: path)
      root = descriptor
      return descriptor
    }
  }

  private func error(_ name: String, _ operation: String, _ code: Int32) -> FileError {
    FileError(path: "\(path)/\(name)", operation: operation, code: code)
  }
}

/// A directory that paths must not leave.
///
/// Resolves paths component by component with `openat` and `O_NOFOLLOW`, and follows symbolic links
/// itself, so that no link leads outside, even if it is swapped concurrently. `openat2` with
/// `RESOLVE_BENEATH` does the same but needs Linux 5.6. `DirectoryTree` does not follow links.
package struct FileBoundary: Sendable {
  package enum Fault: Error, Equatable, Sendable, CustomStringConvertible {
    case outside
    case hidden
    case notRegular
    case file(FileError)

    package var description: String {
      switch self {
      case .outside: "it is outside the permitted directories"
      case .hidden: "its name begins with a dot"
      case .notRegular: "it is not a regular file"
      case .file(let error): error.description
      }
    }
  }

  package let path: String
  /// Whether names that begin with a dot are accepted below the directory.
  private let allowsHidden: Bool
  private let canonical: String

  /// - Throws: if the directory does not exist.
  package init(_ path: String, allowsHidden: Bool) throws(FileError) {
    self.path = path
    self.allowsHidden = allowsHidden
    guard let canonical = Self.canonical(path) else {
      throw FileError(path: path, operation: "open", code: errno)
    }
    self.canonical = canonical
    _ = try FolderDescriptor(path: canonical)
  }

  package func open(_ path: String) throws(Fault) -> Int32 {
    var walk = try Walk(self, path)
    guard let mode = try walk.resolve() else {
      throw .file(FileError(path: path, operation: "open", code: ENOENT))
    }
    // Opening a device can have an effect, and a pipe without a writer would wait.
    guard mode & S_IFMT == S_IFREG else { throw .notRegular }
    let opened = walk.folder.use {
      openat($0, walk.name, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_NOCTTY | O_CLOEXEC)
    }
    guard opened >= 0 else { throw .file(FileError(path: path, operation: "open", code: errno)) }
    guard FileBytes.isRegular(opened) else {
      Glibc.close(opened)
      throw .notRegular
    }
    return opened
  }

  /// Checks a path where a file is to be created or replaced.
  package func checkOutput(_ path: String) throws(Fault) {
    var walk = try Walk(self, path)
    if let mode = try walk.resolve(), mode & S_IFMT != S_IFREG { throw .notRegular }
  }

  /// The path relative to the directory; nil if it is not below it. The result may still lead
  /// outside, which the walk rejects.
  fileprivate func relative(_ path: String) -> String? {
    let absolute = path.hasPrefix("/") ? path : "\(WorkingDirectory.path)/\(path)"
    for root in [canonical, WorkingDirectory.absolute(self.path)] {
      if let rest = Self.rest(of: absolute, below: root) { return rest }
    }
    let (folder, name) = TemporaryFiles.split(absolute)
    guard let parent = Self.canonical(folder) else { return nil }
    if parent == canonical { return String(name) }
    return Self.rest(of: parent, below: canonical).map { "\($0)/\(name)" }
  }

  private static func rest(of path: String, below root: String) -> String? {
    let prefix = root.hasSuffix("/") ? root : root + "/"
    return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : nil
  }

  private static func canonical(_ path: String) -> String? {
    guard let resolved = realpath(path.isEmpty ? "." : path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  private struct Walk {
    private let boundary: FileBoundary
    private let path: String
    private var folders: [FolderDescriptor]
    /// The remaining components in reverse order.
    private var ahead: [Substring]
    private var links = 0
    private(set) var name = ""

    private static let maximumLinks = 40

    init(_ boundary: FileBoundary, _ path: String) throws(Fault) {
      self.boundary = boundary
      self.path = path
      guard let rest = boundary.relative(path) else { throw .outside }
      ahead = Self.components(rest)
      do throws(FileError) {
        folders = [try FolderDescriptor(path: boundary.canonical)]
      } catch {
        throw .file(error)
      }
    }

    var folder: FolderDescriptor { folders[folders.count - 1] }

    /// - Returns: the type and permissions of the file; nil if it does not exist.
    mutating func resolve() throws(Fault) -> mode_t? {
      while let component = ahead.popLast() {
        if component == ".." {
          guard folders.count > 1 else { throw .outside }
          folders.removeLast()
          continue
        }
        if !boundary.allowsHidden, component.hasPrefix(".") { throw .hidden }
        name = String(component)
        var facts = stat()
        guard folder.use({ fstatat($0, name, &facts, AT_SYMLINK_NOFOLLOW) }) == 0 else {
          if errno == ENOENT, ahead.isEmpty { return nil }
          throw failure(errno)
        }
        switch facts.st_mode & S_IFMT {
        case S_IFLNK: try follow()
        case _ where ahead.isEmpty: return facts.st_mode
        default: try enter()
        }
      }
      // The path names the directory itself.
      return S_IFDIR
    }

    private mutating func enter() throws(Fault) {
      let opened = folder.use { openat($0, name, FolderDescriptor.flags | O_NOFOLLOW) }
      guard opened >= 0 else { throw failure(errno) }
      folders.append(FolderDescriptor(opened))
    }

    private mutating func follow() throws(Fault) {
      links += 1
      guard links <= Self.maximumLinks else { throw failure(ELOOP) }
      var target = [CChar](repeating: 0, count: Int(PATH_MAX))
      let count = folder.use { readlinkat($0, name, &target, target.count) }
      guard count > 0 else { throw failure(errno) }
      let text = String(decoding: target[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
      guard text.hasPrefix("/") else { return ahead += Self.components(text) }
      guard let rest = boundary.relative(text) else { throw .outside }
      folders.removeLast(folders.count - 1)
      ahead += Self.components(rest)
    }

    private static func components(_ path: String) -> [Substring] {
      path.split(separator: "/").reversed().filter { $0 != "." }
    }

    private func failure(_ code: Int32) -> Fault {
      .file(FileError(path: path, operation: "open", code: code))
    }
  }
}
