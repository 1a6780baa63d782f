import Glibc

/// The user's directories, XDG Base Directory Specification 0.8.
package struct Directories: Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    case config, data, cache, state

    var variable: String { "XDG_\(rawValue.uppercased())_HOME" }

    var fallback: String {
      switch self {
      case .config, .cache: ".\(rawValue)"
      case .data: ".local/share"
      case .state: ".local/state"
      }
    }
  }

  private let variable: @Sendable (String) -> String?
  private let account: @Sendable () -> String?

  /// - Parameters:
  ///   - variable: returns an environment variable.
  ///   - account: returns the home directory of the user's account, used without HOME: engines such
  ///     as PySpark start processes with an empty environment.
  package init(
    variable: @escaping @Sendable (String) -> String?,
    account: @escaping @Sendable () -> String? = { Directories.accountHome }
  ) {
    self.variable = variable
    self.account = account
  }

  /// The home directory of the user's account in passwd(5).
  ///
  /// Does not use getpwuid(3), which crashes a static executable if nsswitch.conf names a library.
  package static var accountHome: String? {
    guard let file = fopen("/etc/passwd", "re") else { return nil }
    defer { fclose(file) }
    let user = getuid()
    while let entry = fgetpwent(file) {
      if entry.pointee.pw_uid == user { return entry.pointee.pw_dir.map { String(cString: $0) } }
    }
    return nil
  }

  /// A path below one of the directories; creates nothing.
  ///
  /// - Throws: if neither the XDG variable, HOME nor the user's account determines it.
  package func path(_ kind: Kind, _ name: String) throws(DirectoryUnknown) -> String {
    // Relative paths in these variables are ignored (specification, §2).
    if let base = variable(kind.variable), base.hasPrefix("/") { return "\(base)/wireline/\(name)" }
    let given = variable("HOME").flatMap { $0.isEmpty ? nil : $0 }
    guard let home = given ?? account(), home.hasPrefix("/") else {
      throw DirectoryUnknown(kind: kind)
    }
    return "\(home)/\(kind.fallback)/wireline/\(name)"
  }

  /// Resolves a path that is written with a variable: `$XDG_CACHE_HOME/wireline/images`.
  func resolved(_ path: String) -> String {
    for kind in Kind.allCases {
      let start = "$\(kind.variable)/wireline/"
      guard path.hasPrefix(start) else { continue }
      return (try? self.path(kind, String(path.dropFirst(start.count)))) ?? path
    }
    return path
  }

  /// Creates a directory and its parents.
  ///
  /// - Parameter mode: the mode of created directories.
  package static func create(_ path: String, mode: UInt32 = 0o700) throws(FileError) {
    if path.isEmpty || path == "/" || mkdir(path, mode) == 0 || errno == EEXIST { return }
    guard errno == ENOENT else { throw FileError(path: path, operation: "create", code: errno) }
    let parent = TemporaryFiles.split(path.hasSuffix("/") ? String(path.dropLast()) : path).folder
    guard parent.count > 1, parent.count < path.count else {
      throw FileError(path: path, operation: "create", code: ENOENT)
    }
    try create(String(parent.dropLast()), mode: mode)
    if mkdir(path, mode) != 0, errno != EEXIST {
      throw FileError(path: path, operation: "create", code: errno)
    }
  }

  package static func create(containing file: String, mode: UInt32 = 0o700) throws(FileError) {
    let folder = TemporaryFiles.split(file).folder
    if folder.count > 1 { try create(String(folder.dropLast()), mode: mode) }
  }

  /// Flushes the directory of a file, so that a rename survives a power failure.
  package static func flush(containing file: String) throws(FileError) {
    let path = TemporaryFiles.folder(of: file)
    let descriptor = try FileBytes.open(path, O_RDONLY | O_DIRECTORY)
    defer { close(descriptor) }
    // Some file systems cannot flush a directory and return EINVAL.
    if fsync(descriptor) != 0, errno != EINVAL {
      throw FileError(path: path, operation: "flush", code: errno)
    }
  }
}

/// Neither the XDG variable nor HOME determines a directory.
package struct DirectoryUnknown: Error, Equatable, Sendable, CustomStringConvertible {
  package let kind: Directories.Kind

  package var description: String {
    "no \(kind.rawValue) directory: neither \(kind.variable) nor HOME is set to an absolute path"
  }

  package var hint: String { "set HOME or \(kind.variable)" }
}

package enum WorkingDirectory {
  /// Its absolute path; `/` if unavailable, as when it was removed.
  package static var path: String {
    guard let name = getcwd(nil, 0) else { return "/" }
    defer { free(name) }
    return String(cString: name)
  }

  /// Makes a path absolute; `-` and `fd:3` are not paths and stay unchanged.
  package static func absolute(_ path: String) -> String {
    if path.isEmpty || path == "-" || path.hasPrefix("/") || path.hasPrefix("fd:") { return path }
    return self.path == "/" ? "/\(path)" : "\(self.path)/\(path)"
  }
}
