internal import WirelineCore

/// An image's file on its way.
struct ImageFile: Sendable {
  let file: AtomicFile
  /// Its path below the output directory, without extension.
  let base: String
  /// Whether it is its owner's alone.
  let isPrivate: Bool

  /// - Parameters:
  ///   - path: where it will appear.
  ///   - base: the same below the output directory.
  ///   - tree: the output directory.
  init(path: String, base: String, isPrivate: Bool, in tree: DirectoryTree) throws(FileError) {
    file = try AtomicFile(
      path: path, mode: isPrivate ? 0o600 : 0o644, mayBeDevice: false, in: tree)
    self.base = base
    self.isPrivate = isPrivate
  }
}
