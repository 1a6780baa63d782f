import Glibc

/// Reads and writes text files of the project.
package enum TextFile {
  /// - Returns: nil if the file cannot be read.
  package static func read(_ path: String) -> String? {
    (try? Descriptor.contents(of: path)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Writes a file and creates its folder.
  static func write(_ text: String, to path: String) throws {
    mkdir(String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]), 0o755)
    let file = try Descriptor.open(path, O_WRONLY | O_CREAT | O_TRUNC)
    defer { close(file) }
    fchmod(file, 0o644)
    guard Descriptor.write(file, Array(text.utf8)) else { throw SystemError("write \(path)") }
  }
}
