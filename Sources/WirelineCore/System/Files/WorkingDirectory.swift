internal import Glibc

/// Where the process runs.
package enum WorkingDirectory {
  /// Its absolute path; `/` where it cannot be told, as when it was removed.
  package static var path: String {
    guard let name = getcwd(nil, 0) else { return "/" }
    defer { free(name) }
    return String(cString: name)
  }

  /// A path that means the same from everywhere; `-` and `fd:3` are none, and stay.
  package static func absolute(_ path: String) -> String {
    if path.isEmpty || path == "-" || path.hasPrefix("/") || path.hasPrefix("fd:") { return path }
    return self.path == "/" ? "/\(path)" : "\(self.path)/\(path)"
  }
}
