internal import Glibc

/// The names under which files wait to become whole.
package enum TemporaryFiles {
  /// `.NAME.wireline-PID-RANDOM.tmp` beside the file.
  package static func name(for path: String) -> String {
    let (folder, name) = split(path)
    let random = String(UInt64.random(in: 0 ... .max), radix: 36)
    // A name has at most 255 bytes, NAME_MAX.
    return "\(folder).\(name.prefix(100)).wireline-\(getpid())-\(random).tmp"
  }

  /// Removes what killed processes left in a directory; files of living ones
  /// stay.
  package static func sweep(_ directory: String) {
    guard let handle = opendir(directory) else { return }
    defer { closedir(handle) }
    while let entry = readdir(handle) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard let owner = owner(of: name), kill(owner, 0) != 0, errno == ESRCH else { continue }
      unlink("\(directory)/\(name)")
    }
  }

  /// The process that a temporary file belongs to; nil for any other name.
  static func owner(of name: String) -> pid_t? {
    guard name.hasPrefix("."), name.hasSuffix(".tmp"),
      let mark = name.split(separator: ".").dropLast().last, mark.hasPrefix("wireline-")
    else { return nil }
    let parts = mark.split(separator: "-")
    return parts.count == 3 ? pid_t(parts[1]) : nil
  }

  /// The directory that a file is in.
  package static func folder(of path: String) -> String {
    let folder = split(path).folder
    return folder.isEmpty ? "." : folder
  }

  static func split(_ path: String) -> (folder: String, name: Substring) {
    guard let slash = path.lastIndex(of: "/") else { return ("", path[...]) }
    return (String(path[...slash]), path[path.index(after: slash)...])
  }
}
