import Glibc

/// A directory for one test, removed with its content in `deinit`.
package final class TemporaryDirectory: Sendable {
  /// The absolute path without a trailing slash.
  package let path: String

  package init() throws {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(parent)/wireline-test-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw SystemError("mkdtemp in \(parent)") }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { Self.remove(path) }

  package func path(_ name: String) -> String { "\(path)/\(name)" }

  /// Creates a directory and its parents.
  @discardableResult
  package func makeDirectory(_ name: String) throws -> String {
    var made = path
    for part in name.split(separator: "/") {
      made += "/\(part)"
      guard mkdir(made, 0o700) == 0 || errno == EEXIST else { throw SystemError("mkdir \(made)") }
    }
    return made
  }

  /// Writes a file and creates its parent directories.
  ///
  /// - Returns: the absolute path.
  @discardableResult
  package func write(_ name: String, _ bytes: [UInt8]) throws -> String {
    if let slash = name.lastIndex(of: "/") { try makeDirectory(String(name[..<slash])) }
    let file = try Descriptor.open(path(name), O_WRONLY | O_CREAT | O_TRUNC)
    defer { close(file) }
    guard Descriptor.write(file, bytes) else { throw SystemError("write \(path(name))") }
    return path(name)
  }

  @discardableResult
  package func write(_ name: String, _ text: String) throws -> String {
    try write(name, Array(text.utf8))
  }

  /// Reads a file of the directory, or any file by its absolute path.
  package func read(_ name: String) throws -> [UInt8] {
    try Descriptor.contents(of: name.hasPrefix("/") ? name : path(name))
  }

  package func text(_ name: String) throws -> String {
    String(decoding: try read(name), as: UTF8.self)
  }

  package func exists(_ name: String) -> Bool { access(path(name), F_OK) == 0 }

  /// The permission bits of a file; nil if it does not exist.
  package func permissions(_ name: String) -> UInt32? {
    var information = stat()
    return lstat(path(name), &information) == 0 ? information.st_mode & 0o7777 : nil
  }

  /// The sorted relative paths of all files, including hidden ones; does not follow links.
  package func files(under name: String = "") -> [String] {
    let base = name.isEmpty ? path : path(name)
    return Self.files(base).map { String($0.dropFirst(path.count + 1)) }.sorted()
  }

  private static func files(_ path: String) -> [String] {
    children(path).flatMap { isDirectory($0) ? files($0) : [$0] }
  }

  static func children(_ path: String) -> [String] {
    entries(of: path).map { "\(path)/\($0)" }
  }

  /// The names in a directory; empty if it cannot be read.
  static func entries(of path: String) -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names
  }

  private static func isDirectory(_ path: String) -> Bool {
    var information = stat()
    return lstat(path, &information) == 0 && information.st_mode & S_IFMT == S_IFDIR
  }

  func removeContent() { Self.removeContent(of: path) }

  private static func remove(_ path: String) {
    removeContent(of: path)
    rmdir(path)
  }

  private static func removeContent(of path: String) {
    // The test may have removed permissions.
    chmod(path, 0o700)
    for child in children(path) {
      if isDirectory(child) { remove(child) } else { unlink(child) }
    }
  }
}
