/// A journal cannot be used.
package enum JournalError: Error, Equatable, Sendable {
  /// Another process has locked it for too long.
  case locked(path: String)
  /// The file is something else; it was left unchanged.
  case notAJournal(path: String)
  /// The journal belongs to another tool or another shard.
  case foreign(path: String, owner: JournalOwner, run: JournalOwner)
  /// A system call failed.
  case file(FileError)
}

extension JournalError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .locked(let path): "the journal \"\(path)\" is in use by another process"
    case .notAJournal(let path): "\"\(path)\" is not a journal"
    case .foreign(let path, let owner, let run) where owner.tool != run.tool:
      "the journal \"\(path)\" was written by \(owner.tool)"
    case .foreign(let path, let owner, let run):
      "the journal \"\(path)\" is of \(Self.name(owner)), and this run does \(Self.name(run))"
    case .file(let error): error.description
    }
  }

  /// What to do about it; nil where the message says it.
  package var hint: String? {
    switch self {
    case .locked: "wait longer for it: --wait 60s"
    case .foreign(_, let owner, let run) where owner.tool == run.tool:
      "give each shard its own journal, and resume it with the same --shard, --shard-by and list"
    case .foreign: "give each tool its own journal"
    case .notAJournal, .file: nil
    }
  }

  private static func name(_ owner: JournalOwner) -> String {
    owner.shard.map { "shard \($0)" } ?? "the whole list"
  }
}
