internal import Glibc
internal import WirelineCore

/// The files of large bodies: `ab/<SHA-256>` below the cache's folder, so that
/// the same bytes lie there once.
struct CacheBodyFiles: Sendable {
  let folder: String

  func path(_ digest: String) -> String { "\(folder)/\(digest.prefix(2))/\(digest)" }

  func create() throws(FileError) -> AtomicFile {
    try Directories.create(folder)
    return try AtomicFile(path: "\(folder)/body", mode: 0o600)
  }

  /// - Returns: whether the file stands at its place.
  func commit(_ file: AtomicFile, digest: String) -> Bool {
    let place = path(digest)
    do throws(FileError) {
      try Directories.create(containing: place)
      try file.commit(as: place)
      return true
    } catch {
      return false
    }
  }

  func open(_ digest: String) -> CachedBodyFile? {
    CachedBodyFile(path: path(digest), digest: digest)
  }

  func remove(_ digest: String) { AtomicFile.remove(path(digest)) }

  /// Removes every body, and what killed processes left half-written.
  func removeAll() {
    TemporaryFiles.sweep(folder)
    for byte in UInt8.min...UInt8.max {
      let part = "\(folder)/\(Hexadecimal.encode([byte]))"
      for name in Self.names(part) where name.utf8.count == 64 {
        AtomicFile.remove("\(part)/\(name)")
      }
      rmdir(part)
    }
  }

  private static func names(_ folder: String) -> [String] {
    guard let handle = opendir(folder) else { return [] }
    defer { closedir(handle) }
    var names: [String] = []
    while let entry = readdir(handle) {
      names.append(
        withUnsafeBytes(of: &entry.pointee.d_name) {
          String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        })
    }
    return names
  }
}
