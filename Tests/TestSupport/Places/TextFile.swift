import Glibc

/// Whole text files of the project.
package enum TextFile {
  /// nil if the file is not there.
  package static func read(_ path: String) -> String? {
    guard let file = try? Descriptor.open(path, O_RDONLY) else { return nil }
    defer { close(file) }
    var bytes: [UInt8] = []
    while true {
      let chunk = Descriptor.read(file)
      if chunk.isEmpty { return String(decoding: bytes, as: UTF8.self) }
      bytes += chunk
    }
  }

  /// Writes the file, and makes the folder it lies in.
  static func write(_ text: String, to path: String) throws {
    mkdir(String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]), 0o755)
    let file = try Descriptor.open(path, O_WRONLY | O_CREAT | O_TRUNC)
    defer { close(file) }
    fchmod(file, 0o644)
    guard Descriptor.write(file, Array(text.utf8)) else { throw SystemError("write \(path)") }
  }
}
