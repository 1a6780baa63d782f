internal import CStart
package import Glibc
internal import Synchronization

package enum TemporaryFiles {
  /// `.NAME.wireline-PID-RANDOM.tmp` in the directory of the file.
  package static func name(for path: String) -> String {
    // The numbers must differ; their order does not matter.
    let number = count.wrappingAdd(1, ordering: .relaxed).newValue
    let (folder, name) = split(path)
    return folder + mark(of: name) + process + String(number, radix: 36) + ".tmp"
  }

  /// The part of the temporary names of a file before the process.
  private static func mark(of name: Substring) -> String {
    // NAME_MAX is 255 bytes. Truncates the name at a character boundary.
    let bytes = name.utf8
    let limit = bytes.index(bytes.startIndex, offsetBy: longestName, limitedBy: bytes.endIndex)
    var end = limit ?? bytes.endIndex
    while end < bytes.endIndex, bytes[end] & 0xC0 == 0x80 { end = bytes.index(after: end) }
    // Not interpolated, which takes 1,000 instructions more.
    return "." + name[..<end] + ".wireline-"
  }

  /// The number of bytes of a name that its temporary names contain.
  private static let longestName = 100

  private static let process = "\(getpid())-"
  /// Starts at a random number, because a process in another container may have the same PID.
  private static let count = Atomic(UInt64.random(in: 1 ... .max))

  /// Removes the files of dead processes from a directory.
  package static func sweep(_ directory: String) {
    guard let handle = opendir(directory) else { return }
    defer { closedir(handle) }
    while let entry = readdir(handle) {
      let name = name(of: entry)
      if isAbandoned(name) { unlinkat(dirfd(handle), name, 0) }
    }
  }

  /// Removes the temporary files of one output that dead processes left. Reads at most 10,000
  /// names, so that a huge folder costs little.
  static func sweep(besides path: String) {
    let (folder, name) = split(path)
    let directory = folder.isEmpty ? "." : folder
    guard let handle = opendir(directory) else { return }
    defer { closedir(handle) }
    let prefix = mark(of: name)
    var rest = 10_000
    while rest > 0, let entry = readdir(handle) {
      rest -= 1
      guard entry.pointee.d_name.0 == CChar(UInt8(ascii: ".")) else { continue }
      let found = self.name(of: entry)
      guard found.hasPrefix(prefix), isAbandoned(found) else { continue }
      let file = openat(dirfd(handle), found, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
      guard file >= 0 else { continue }
      defer { close(file) }
      if flock(file, LOCK_EX | LOCK_NB) == 0 { unlinkat(dirfd(handle), found, 0) }
    }
  }

  static func name(of entry: UnsafeMutablePointer<dirent>) -> String {
    withUnsafePointer(to: &entry.pointee.d_name) {
      $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
    }
  }

  package static func isAbandoned(_ name: String) -> Bool {
    guard let owner = owner(of: name) else { return false }
    return kill(owner, 0) != 0 && errno == ESRCH
  }

  package static func owner(of name: String) -> pid_t? {
    guard name.hasPrefix("."), name.hasSuffix(".tmp"),
      let mark = name.split(separator: ".").dropLast().last, mark.hasPrefix("wireline-")
    else { return nil }
    let parts = mark.split(separator: "-")
    return parts.count == 3 ? pid_t(parts[1]) : nil
  }

  package static func folder(of path: String) -> String {
    let folder = split(path).folder
    return folder.isEmpty ? "." : folder
  }

  static func split(_ path: String) -> (folder: String, name: Substring) {
    // Searching the view instead takes 25 instructions a byte.
    let slash = path.withCString { text in
      strrchr(text, Int32(UInt8(ascii: "/"))).map { UnsafePointer($0) - text }
    }
    guard let slash else { return ("", path[...]) }
    let end = path.utf8.index(path.startIndex, offsetBy: slash + 1)
    return (String(path[..<end]), path[end...])
  }
}

/// A temporary file, which is removed if the process exits before `forget`.
///
/// Create the value before the file.
package struct UnfinishedFile: Sendable {
  private let number: Int32

  package init(_ path: String) { number = note_unfinished_file(path) }

  /// Keeps the file: it was renamed or removed. Call this once.
  package func forget() { forget_unfinished_file(number) }
}
