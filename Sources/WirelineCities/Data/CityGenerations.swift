internal import Glibc
internal import WirelineCore

/// The previous databases: `cities.sqlite.1` is the most recent one, `.2` the one before it.
struct CityGenerations: Sendable {
  /// The database in use.
  let path: String
  /// The number of previous databases to keep.
  var limit = 0

  private func name(_ number: Int) -> String { "\(path).\(number)" }

  /// Links the database in use to a second name before it is replaced, so that readers always find
  /// a database.
  func retainCurrent() throws(FileError) {
    guard limit > 0, access(path, F_OK) == 0 else { return }
    for number in stride(from: limit - 1, through: 1, by: -1) {
      if rename(name(number), name(number + 1)) != 0, errno != ENOENT {
        throw FileError(path: name(number), operation: "rename", code: errno)
      }
    }
    unlink(name(1))
    try check(link(path, name(1)), "link", name(1))
  }

  var paths: [String] {
    var found: [String] = []
    while access(name(found.count + 1), F_OK) == 0 { found.append(name(found.count + 1)) }
    return found
  }

  /// Exchanges the database in use and the most recent previous one.
  ///
  /// - Throws: `ENOENT` without a previous database.
  func rollBack() throws(FileError) {
    let previous = name(1)
    try check(access(previous, R_OK), "open", previous)
    // A temporary link, so that the path of the database refers to a whole database at any time.
    let held = TemporaryFiles.name(for: path)
    try check(link(path, held), "link", path)
    guard rename(previous, path) == 0 else {
      let code = errno
      unlink(held)
      throw FileError(path: path, operation: "rename", code: code)
    }
    try check(rename(held, previous), "rename", previous)
    try Directories.flush(containing: path)
  }

  private func check(_ status: Int32, _ operation: String, _ path: String) throws(FileError) {
    guard status == 0 else { throw FileError(path: path, operation: operation, code: errno) }
  }
}
