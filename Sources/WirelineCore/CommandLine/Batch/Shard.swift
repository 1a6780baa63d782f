internal import Crypto

/// One part of a list that several processes share among them: `3/8` is the
/// third of eight.
///
/// Every item is in exactly one of the n shards, on every machine and in every
/// version: how an item is assigned never changes.
///
/// - By host or URL it is 1 + (the first 8 bytes of the text's SHA-256 as a
///   big-endian number) mod n, a host being in lower case.
/// - By line it is 1 + (line − 1) mod n.
package struct Shard: Sendable, Equatable {
  /// From 1 to `count`.
  package let index: Int
  /// 1 to `maximumCount`.
  package let count: Int

  /// Beyond that it is a slip of the hand rather than a cluster.
  package static let maximumCount = 1_000_000

  /// - Throws: for numbers that are no shard.
  package init(index: Int, count: Int) throws(ShardError) {
    guard (1...Self.maximumCount).contains(count) else { throw .count(String(count)) }
    guard (1...count).contains(index) else { throw .index(String(index), count: count) }
    self.index = index
    self.count = count
  }

  /// - Parameters:
  ///   - text: `i/n`, or `auto` for what the environment says.
  ///   - variable: looks up the environment.
  package init(_ text: String, variable: (String) -> String?) throws(ShardError) {
    if text == "auto" {
      self = try Self.automatic(variable)
      return
    }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let index = Self.number(parts[0]), let count = Self.number(parts[1])
    else { throw .syntax(text) }
    try self.init(index: index, count: count)
  }

  /// Whether a host's items belong here, so that limits per host hold across
  /// all processes.
  package func contains(host: String) -> Bool { contains(text: host.lowercased()) }

  /// Whether the item with this URL belongs here.
  ///
  /// - Parameter url: the URL in whatever spelling; all processes have to use
  ///   the same one.
  package func contains(url: String) -> Bool { contains(text: url) }

  /// Whether a line belongs here.
  ///
  /// - Parameter line: from 1.
  package func contains(line: Int) -> Bool {
    let turn = (line % count + count - 1) % count
    return turn == index - 1
  }

  private func contains(text: String) -> Bool {
    if count == 1 { return true }
    let hash = SHA256.hash(data: Array(text.utf8)).prefix(8)
    let number = hash.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return number % UInt64(count) == UInt64(index - 1)
  }

  /// Digits only: no sign, no space. Nil also for what no machine has.
  private static func number(_ text: some StringProtocol) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(text)
  }
}

// MARK: The environment

extension Shard {
  /// Slurm's job arrays and Kubernetes' indexed jobs.
  private static func automatic(_ variable: (String) -> String?) throws(ShardError) -> Shard {
    if variable("SLURM_ARRAY_TASK_ID") != nil { return try slurm(variable) }
    if variable("JOB_COMPLETION_INDEX") != nil {
      // Kubernetes sets the index; the number is for the manifest to pass on.
      let index = try required("JOB_COMPLETION_INDEX", variable)
      let count = try required("JOB_COMPLETIONS", variable)
      return try checked(index, count, "JOB_COMPLETION_INDEX")
    }
    throw .noEnvironment
  }

  /// `--array=MIN-MAX:STEP`, https://slurm.schedmd.com/job_array.html
  private static func slurm(_ variable: (String) -> String?) throws(ShardError) -> Shard {
    let identifier = try required("SLURM_ARRAY_TASK_ID", variable)
    let count = try required("SLURM_ARRAY_TASK_COUNT", variable)
    let first = try required("SLURM_ARRAY_TASK_MIN", variable, orElse: 0)
    let step = max(1, try required("SLURM_ARRAY_TASK_STEP", variable, orElse: 1))
    let offset = identifier - first
    // `--array=1,2,9` leaves numbers out: one of the shards would be nobody's.
    if let last = variable("SLURM_ARRAY_TASK_MAX").flatMap({ number($0) }),
      last < first || (last - first) / step + 1 != count
    {
      throw .irregularArray
    }
    guard offset >= 0, offset % step == 0 else { throw .irregularArray }
    return try checked(offset / step, count, "SLURM_ARRAY_TASK_ID")
  }

  /// - Parameter index: from 0.
  private static func checked(
    _ index: Int, _ count: Int, _ name: String
  ) throws(ShardError) -> Shard {
    guard (1...maximumCount).contains(count) else { throw .count(String(count)) }
    guard index < count else { throw .variable(name, value: String(index), count: count) }
    return try Shard(index: index + 1, count: count)
  }

  private static func required(
    _ name: String, _ variable: (String) -> String?, orElse fallback: Int? = nil
  ) throws(ShardError) -> Int {
    guard let text = variable(name) else {
      guard let fallback else { throw .missing(name) }
      return fallback
    }
    guard let number = number(text) else { throw .noNumber(name, value: text) }
    return number
  }
}
