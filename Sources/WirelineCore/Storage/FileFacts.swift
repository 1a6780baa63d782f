internal import Glibc

/// What the file system says of a file, links followed.
struct FileFacts {
  let isFile: Bool
  /// Whether its owner alone may read it.
  let isPrivate: Bool
  let bytes: Int
  /// Last change of the content, in seconds since 1970.
  let modified: Int

  /// Nil where there is none, or it cannot be told.
  init?(_ path: String) {
    var facts = stat()
    guard stat(path, &facts) == 0 else { return nil }
    isPrivate = facts.st_mode & (S_IRGRP | S_IROTH) == 0
    isFile = facts.st_mode & S_IFMT == S_IFREG
    bytes = Int(facts.st_size)
    modified = facts.st_mtim.tv_sec
  }
}
