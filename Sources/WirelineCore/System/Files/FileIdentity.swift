internal import Glibc

/// Which file a path means: two spellings of one path, and two names of one file, are
/// the same.
package struct FileIdentity: Equatable, Sendable {
  private enum Place: Equatable, Sendable {
    case file(device: UInt, node: UInt)
    /// What is not there yet, by the folder where it would be.
    case name(String, device: UInt, folder: UInt)
    case path(String)
  }

  private let place: Place

  /// Nil for what is there and no regular file: a device can be named twice.
  package init?(_ path: String) {
    var facts = stat()
    if stat(path, &facts) == 0 {
      guard facts.st_mode & S_IFMT == S_IFREG else { return nil }
      place = .file(device: UInt(facts.st_dev), node: UInt(facts.st_ino))
    } else if stat(TemporaryFiles.folder(of: path), &facts) == 0 {
      place = .name(
        String(TemporaryFiles.split(path).name), device: UInt(facts.st_dev),
        folder: UInt(facts.st_ino))
    } else {
      place = .path(WorkingDirectory.absolute(path))
    }
  }
}
