internal import Glibc
package import WirelineCore

/// The databases of before: `cities.sqlite.1` is the last one, `.2` the one
/// before that.
package struct CityGenerations: Sendable {
  private let path: String
  private let limit: Int

  /// - Parameters:
  ///   - path: of the database in use.
  ///   - limit: how many are kept; 0 is none.
  package init(_ path: String, limit: Int) {
    self.path = path
    self.limit = limit
  }

  private func name(_ number: Int) -> String { "\(path).\(number)" }

  /// Gives the database in use a second name, before another one takes its
  /// place: at no time is there none.
  func keep() throws(FileError) {
    guard limit > 0, access(path, F_OK) == 0 else { return }
    for number in stride(from: limit - 1, through: 1, by: -1) {
      if rename(name(number), name(number + 1)) != 0, errno != ENOENT {
        throw FileError(path: name(number), operation: "rename", code: errno)
      }
    }
    unlink(name(1))
    guard link(path, name(1)) == 0 else {
      throw FileError(path: name(1), operation: "link", code: errno)
    }
  }

  /// The databases of before that are there, the last one first.
  package var paths: [String] {
    var found: [String] = []
    while access(name(found.count + 1), F_OK) == 0 { found.append(name(found.count + 1)) }
    return found
  }

  /// Exchanges the database in use for the last one of before.
  ///
  /// - Throws: `ENOENT` where there is none.
  package func rollBack() throws(FileError) {
    let last = name(1)
    guard access(last, R_OK) == 0 else {
      throw FileError(path: last, operation: "open", code: errno)
    }
    // The one in use keeps a name until it has its new one; of the names that
    // are read, each shows a whole database at every moment.
    let held = TemporaryFiles.name(for: path)
    guard link(path, held) == 0 else {
      throw FileError(path: path, operation: "link", code: errno)
    }
    guard rename(last, path) == 0 else {
      let code = errno
      unlink(held)
      throw FileError(path: path, operation: "rename", code: code)
    }
    guard rename(held, last) == 0 else {
      throw FileError(path: last, operation: "rename", code: errno)
    }
    try Directories.flush(containing: path)
  }
}
