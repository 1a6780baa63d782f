internal import Glibc

/// The attributes of a file.
package struct FileFacts {
  package let isFile: Bool
  /// Whether its owner alone may read it.
  package let isPrivate: Bool
  package let bytes: Int
  /// Last change of the content, in seconds since 1970.
  package let modified: Int
  /// Whether the modification time is a whole second.
  package let hasWholeSecond: Bool

  /// Nil where there is none, or it cannot be told.
  package init?(_ path: String) {
    var facts = stat()
    guard stat(path, &facts) == 0 else { return nil }
    self.init(facts)
  }

  /// Nil if the file does not exist. Does not follow a symbolic link.
  ///
  /// - Parameter folder: what the path is relative to.
  package init?(_ path: String, in folder: FolderDescriptor) {
    var facts = stat()
    guard folder.use({ fstatat($0, path, &facts, AT_SYMLINK_NOFOLLOW) }) == 0 else { return nil }
    self.init(facts)
  }

  private init(_ facts: stat) {
    isPrivate = facts.st_mode & (S_IRGRP | S_IROTH) == 0
    isFile = facts.st_mode & S_IFMT == S_IFREG
    bytes = Int(facts.st_size)
    modified = facts.st_mtim.tv_sec
    hasWholeSecond = facts.st_mtim.tv_nsec == 0
  }
}
