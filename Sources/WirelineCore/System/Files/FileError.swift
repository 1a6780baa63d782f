internal import Glibc

/// A file system call that failed.
package struct FileError: Error, Equatable, Sendable, CustomStringConvertible {
  package let path: String
  /// What was tried: `open`, `write`, `rename` ….
  package let operation: String
  /// The `errno`.
  package let code: Int32

  package init(path: String, operation: String, code: Int32) {
    self.path = path
    self.operation = operation
    self.code = code
  }

  /// Whether a later try may succeed although nothing has been repaired: the process or the system
  /// was short of descriptors or memory.
  package var isTransient: Bool { [EMFILE, ENFILE, ENOMEM, EAGAIN].contains(code) }

  /// The system's words for it, lower case: `no space left on device`.
  package var reason: String {
    if code == ELOOP { return "the path contains a symbolic link" }
    if operation == "lock", code == EWOULDBLOCK { return "another process has it" }
    return "\(SystemErrorText(code: code))"
  }

  /// Whether the file does not exist, or only behind a symbolic link.
  package var isAbsence: Bool { [ENOENT, ENOTDIR, ELOOP, EXDEV].contains(code) }

  /// Whether the file system has no locks, or no locks are left.
  package var isMissingLocks: Bool {
    operation == "lock" && [ENOLCK, ENOSYS, EOPNOTSUPP].contains(code)
  }

  package var description: String { "cannot \(operation) \"\(path)\": \(reason)" }
}
