/// A journal cannot be used.
package enum JournalError: Error, Equatable, Sendable {
  /// Another process writes to it.
  case locked(path: String)
  /// The file is something else; it was left as it is.
  case notAJournal(path: String)
  /// A system call failed.
  case file(FileError)
}

extension JournalError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .locked(let path): "the journal \"\(path)\" is in use by another process"
    case .notAJournal(let path): "\"\(path)\" is no journal"
    case .file(let error): error.description
    }
  }
}
