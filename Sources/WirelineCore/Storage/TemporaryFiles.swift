internal import Glibc
internal import Synchronization

/// The names under which files wait to become whole.
package enum TemporaryFiles {
  /// `.NAME.wireline-PID-RANDOM.tmp` beside the file.
  package static func name(for path: String) -> String {
    let (folder, name) = split(path)
    // A name has at most 255 bytes, NAME_MAX, and a character up to four here.
    let start = name.utf8.count <= 100 ? name : name.prefix(25)
    let number = count.wrappingAdd(1, ordering: .relaxed).newValue
    // Pieces put together by hand: it is done for each file of a batch.
    var result = folder
    result.reserveCapacity(path.utf8.count + 64)
    result += "."
    result += start
    result += mark
    result += String(number, radix: 36)
    result += ".tmp"
    return result
  }

  /// What makes a name this process's own: its number, and a random one for
  /// processes that have the same in another container.
  private static let mark = ".wireline-\(getpid())-"
  private static let count = Atomic(UInt64.random(in: 0 ... .max))

  /// Removes what killed processes left in a directory; files of living ones
  /// stay.
  package static func sweep(_ directory: String) {
    guard let handle = opendir(directory) else { return }
    defer { closedir(handle) }
    while let entry = readdir(handle) { removeIfAbandoned(entry, in: directory) }
  }

  /// Removes a file that a killed process left.
  static func removeIfAbandoned(_ entry: UnsafeMutablePointer<dirent>, in directory: String) {
    let name = withUnsafePointer(to: &entry.pointee.d_name) {
      $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
    }
    guard let owner = owner(of: name), kill(owner, 0) != 0, errno == ESRCH else { return }
    unlink("\(directory)/\(name)")
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
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return ("", path[...]) }
    return (String(path[...slash]), path[path.utf8.index(after: slash)...])
  }
}
