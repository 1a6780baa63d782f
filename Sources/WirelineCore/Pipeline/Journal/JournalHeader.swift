/// The run that a journal belongs to: its tool, and its shard if it processes a part of a list.
package struct JournalOwner: Sendable, Equatable {
  package let tool: String
  /// The shard and its criterion, such as `3/8 host`; nil for the whole list.
  package let shard: String?

  package init(tool: String, shard: String? = nil) {
    self.tool = tool
    self.shard = shard
  }
}

/// The first line of a journal: `wireline-journal 1 imgfetch 3/8 host`.
struct JournalHeader: Equatable {
  let owner: JournalOwner
  let length: Int

  static let maximumBytes = 256
  private static let mark = "wireline-journal 1"

  static func line(_ owner: JournalOwner) -> [UInt8] {
    let shard = owner.shard.map { " \($0)" } ?? ""
    return Array("\(mark) \(owner.tool)\(shard)\n".utf8)
  }

  init(_ owner: JournalOwner) {
    self.owner = owner
    length = Self.line(owner).count
  }

  /// Reads the header; nil for a file that is not a journal.
  ///
  /// - Parameter head: the first `maximumBytes` of the file, or all of it.
  init?(_ head: [UInt8]) {
    guard let end = head.firstIndex(of: 0x0A) else { return nil }
    let text = String(decoding: head[..<end], as: UTF8.self)
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3 || words.count == 5, text.hasPrefix("\(Self.mark) ") else { return nil }
    length = end + 1
    owner = JournalOwner(
      tool: String(words[2]),
      shard: words.count == 5 ? words[3...].joined(separator: " ") : nil)
  }

  /// Whether this is a header that a killed process left incomplete.
  static func isCutOff(_ head: [UInt8]) -> Bool {
    let begin = Array("\(mark) ".utf8)
    guard head.count < maximumBytes, !head.contains(0x0A) else { return false }
    return head.starts(with: begin) || begin.starts(with: head)
  }
}

/// The reason why a journal cannot be used.
package enum JournalError: Error, Equatable, Sendable, CustomStringConvertible {
  case locked(path: String)
  case notAJournal(path: String)
  case foreign(path: String, owner: JournalOwner, run: JournalOwner)
  case file(FileError)

  package var description: String {
    switch self {
    case .locked(let path): "the journal \"\(path)\" is in use by another process"
    case .notAJournal(let path): "\"\(path)\" is not a journal of this version"
    case .foreign(let path, let owner, let run) where owner.tool != run.tool:
      "the journal \"\(path)\" was written by \(owner.tool)"
    case .foreign(let path, let owner, let run):
      "the journal \"\(path)\" belongs to \(Self.name(owner)), but this run processes "
        + Self.name(run)
    case .file(let error): error.description
    }
  }

  /// A hint for the user; nil if the message is sufficient.
  package var hint: String? {
    switch self {
    case .locked: "wait longer, such as --wait 60s"
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
