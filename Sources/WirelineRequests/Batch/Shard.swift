internal import WirelineCore

/// One part of a list that several processes share: `3/8` is the third of eight.
///
/// Every item is in exactly one of the n shards, on every machine and in every version; the
/// assignment never changes.
///
/// - By host or URL: 1 + (the first 8 bytes of the text's SHA-256 as a big-endian number) mod n,
///   with the host in lower case.
/// - By line: 1 + (line − 1) mod n.
package struct Shard: Sendable, Equatable {
  package let index: Int
  package let count: Int

  package static let maximumCount = 1_000_000

  /// - Throws: if the index is not from 1 to the count.
  package init(index: Int, count: Int) throws(ShardError) {
    guard (1...Self.maximumCount).contains(count) else { throw .count(String(count)) }
    guard (1...count).contains(index) else { throw .index(String(index), count: count) }
    self.index = index
    self.count = count
  }

  /// Whether the items of a host belong to this shard. Keeping a host's items together preserves
  /// limits per host.
  package func contains(host: String) -> Bool { contains(text: host.lowercased()) }

  /// Whether the item with this URL belongs to this shard. All processes have to use the same
  /// spelling.
  package func contains(url: String) -> Bool { contains(text: url) }

  /// Whether a line, counted from 1, belongs to this shard.
  package func contains(line: Int) -> Bool {
    let turn = (line % count + count - 1) % count
    return turn == index - 1
  }

  private func contains(text: String) -> Bool {
    if count == 1 { return true }
    var text = text
    return text.withUTF8 { contains(bytes: UnsafeRawBufferPointer($0)) }
  }

  func contains(bytes: UnsafeRawBufferPointer) -> Bool { contains(hash: Self.hash(bytes)) }

  func contains(hash: UInt64) -> Bool { hash % UInt64(count) == UInt64(index - 1) }

  /// The hash that assigns a text to a shard.
  static func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var hash = SHA256()
    hash.update(bufferPointer: bytes)
    return UInt64(bigEndian: hash.finalize().withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) })
  }
}

/// An invalid value of `--shard`.
package enum ShardError: Error, Equatable, Sendable, CustomStringConvertible {
  case syntax(String)
  case count(String)
  case index(String, count: Int)
  case noEnvironment
  case missing(String)
  case unknownCount(String)
  case noNumber(String, value: String)
  case variable(String, value: String, count: Int)
  case irregularArray
  case partialArray(String, value: Int)
  case tasks(Int, count: Int)

  package var description: String {
    switch self {
    case .syntax(let text): "invalid shard \"\(text)\""
    case .count(let text): "invalid number of shards \"\(text)\""
    case .index(let text, let count): "shard \"\(text)\" is not from 1 to \(count)"
    case .noEnvironment: "cannot detect the shard: no scheduler variable is set"
    case .missing(let name): "\(name) is not set"
    case .unknownCount(let name): "\(name) is set, but the number of tasks is unknown"
    case .noNumber(let name, let value): "\(name) is \"\(value)\", not a whole number"
    case .variable(let name, let value, let count):
      "\(name) is \"\(value)\", but there are \(count) shards"
    case .irregularArray: "the task numbers of the array are not evenly spaced"
    case .partialArray(let name, let value):
      "the array begins with task \(value) (\(name)), so it may be incomplete"
    case .tasks(let tasks, let count): "the scheduler started \(tasks) tasks for \(count) shards"
    }
  }

  package var hint: String {
    switch self {
    case .syntax: "use --shard 3/8, --shard auto or --shard auto/8"
    case .count: "n is from 1 to \(Shard.maximumCount)"
    case .index(_, let count):
      "shards count from 1: --shard 1/\(count) to --shard \(count)/\(count)"
    case .noEnvironment: "name the shard: --shard 3/8"
    case .missing("JOB_COMPLETIONS"):
      "set JOB_COMPLETIONS in the pod's manifest, or use --shard auto/N with the number of "
        + "completions"
    case .missing, .unknownCount:
      "use --shard auto/N with the number of tasks of the whole array"
    case .noNumber, .variable, .tasks: "use --shard i/n"
    case .irregularArray: "use an array such as 1-8, or --shard i/n"
    case .partialArray: "use --shard auto/N with the number of tasks of the whole array"
    }
  }
}
