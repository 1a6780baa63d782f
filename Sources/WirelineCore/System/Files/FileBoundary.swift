internal import Glibc

/// A directory that paths must not leave.
///
/// Symbolic links are followed by realpath(3) before the path is compared with the directory. The
/// result is opened without following links, so that a link that is swapped in meanwhile does not
/// lead outside.
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
  private let tree: DirectoryTree

  /// - Throws: if the directory does not exist.
  package init(_ path: String, allowsHidden: Bool) throws(FileError) {
    self.path = path
    self.allowsHidden = allowsHidden
    guard let canonical = Self.canonical(path) else {
      throw FileError(path: path, operation: "open", code: errno)
    }
    _ = try FolderDescriptor(path: canonical)
    tree = DirectoryTree(canonical)
  }

  package func open(_ path: String) throws(Violation) -> Int32 {
    let name = try name(of: path)
    let opened: Int32
    do throws(FileError) {
      // Opening a device can have an effect.
      guard try tree.look(name).isFile else { throw Self.failure(path, FileError.notRegular) }
      opened = try tree.open(name, O_RDONLY | O_NOCTTY)
    } catch {
      throw error.code == FileError.notRegular ? .notRegular : .file(Self.failure(path, error.code))
    }
    guard FileBytes.isRegular(opened) else {
      Glibc.close(opened)
      throw .notRegular
    }
    return opened
  }

  /// Checks a path where a file is to be created or replaced.
  package func checkOutput(_ path: String) throws(Violation) {
    _ = try name(of: path)
    // A link to a file, or to none, is replaced, so its own folder has to be inside too.
    let folder = Self.canonical(TemporaryFiles.split(path).folder)
    guard folder == tree.path || folder.flatMap({ Self.rest(of: $0, below: tree.path) }) != nil
    else { throw .outside }
    if FileAttributes(path)?.isFile == false { throw .notRegular }
  }

  /// The path below the directory of a file, or of a missing file in an existing folder.
  private func name(of path: String) throws(Violation) -> String {
    var resolved = Self.canonical(path)
    if resolved == nil, errno == ENOENT {
      let (folder, name) = TemporaryFiles.split(path)
      resolved = Self.canonical(folder).map { "\($0)/\(name)" }
    }
    guard let resolved else {
      let failure = Self.failure(path, errno)
      // Does not reveal whether files outside exist.
      throw written(path)?.split(separator: "/").contains("..") == false ? .file(failure) : .outside
    }
    if resolved == tree.path { throw .notRegular }
    guard let name = Self.rest(of: resolved, below: tree.path) else { throw .outside }
    // As typed and as resolved: links have names too.
    let parts = [written(path) ?? path, name].flatMap { $0.split(separator: "/") }
    let isHidden = parts.contains { $0.hasPrefix(".") && $0 != "." && $0 != ".." }
    if !allowsHidden, isHidden { throw .hidden }
    return name
  }

  /// The path below the directory as far as its text shows; nil if it does not.
  private func written(_ path: String) -> String? {
    let absolute = path.hasPrefix("/") ? path : "\(WorkingDirectory.path)/\(path)"
    return [tree.path, WorkingDirectory.absolute(self.path)].lazy.compactMap {
      Self.rest(of: absolute, below: $0)
    }.first
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

  private static func failure(_ path: String, _ code: Int32) -> FileError {
    FileError(path: path, operation: "open", code: code)
  }
}
