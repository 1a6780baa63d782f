package import Glibc

/// Modification times of files, in seconds since 1970.
package enum FileTime {
  package static func modified(_ path: String) throws(FileError) -> Int {
    var facts = stat()
    guard stat(path, &facts) == 0 else {
      throw FileError(path: path, operation: "stat", code: errno)
    }
    return facts.st_mtim.tv_sec
  }

  /// Removes the nanoseconds from a file's modification time; does nothing if the file belongs to
  /// another user.
  package static func roundDown(_ descriptor: Int32, _ facts: stat) {
    if facts.st_mtim.tv_nsec == 0 { return }
    _ = futimens(
      descriptor, [facts.st_atim, timespec(tv_sec: facts.st_mtim.tv_sec, tv_nsec: 0)])
  }

  package static func set(_ path: String, modified seconds: Int) throws(FileError) {
    let time = timespec(tv_sec: seconds, tv_nsec: 0)
    guard utimensat(AT_FDCWD, path, [time, time], 0) == 0 else {
      throw FileError(path: path, operation: "set the time of", code: errno)
    }
  }
}
