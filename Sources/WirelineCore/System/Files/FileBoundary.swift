internal import Glibc

/// A directory that paths must not leave.
///
/// Resolves paths component by component with `openat` and `O_NOFOLLOW`, and follows symbolic links
/// itself, so that no link leads outside, even if it is swapped concurrently. `openat2` with
/// `RESOLVE_BENEATH` does the same but needs Linux 5.6. `DirectoryTree` does not follow links.
package struct FileBoundary: Sendable {
  package enum Violation: Error, Equatable, Sendable, CustomStringConvertible {
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

  package func open(_ path: String) throws(Violation) -> Int32 {
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
  package func checkOutput(_ path: String) throws(Violation) {
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
    private var ahead: [Substring]
    private var links = 0
    private(set) var name = ""

    private static let maximumLinks = 40

    init(_ boundary: FileBoundary, _ path: String) throws(Violation) {
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
    mutating func resolve() throws(Violation) -> mode_t? {
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

    private mutating func enter() throws(Violation) {
      let opened = folder.use { openat($0, name, FolderDescriptor.flags | O_NOFOLLOW) }
      guard opened >= 0 else { throw failure(errno) }
      folders.append(FolderDescriptor(opened))
    }

    private mutating func follow() throws(Violation) {
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

    private func failure(_ code: Int32) -> Violation {
      .file(FileError(path: path, operation: "open", code: code))
    }
  }
}
