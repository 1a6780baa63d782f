package import WirelineCore

/// What assigns an item to a shard.
package enum ShardCriterion: String, ChoiceArgument {
  /// Keeps the items of a host together, so that limits per host hold across all shards.
  case host
  /// The same, with about as many items in each shard. The list has to be a file.
  case hostBalanced = "host-balanced"
  case url
  case line
}

/// The part of a list that one process does.
package struct BatchPart: Sendable, Equatable {
  package let shard: Shard
  package let criterion: ShardCriterion
  /// Of hosts that were counted; nil for other criteria.
  private var balance: HostBalance?

  package init(shard: Shard, criterion: ShardCriterion) {
    self.shard = shard
    self.criterion = criterion
  }

  /// Counts the hosts of the list, where the criterion asks for it.
  ///
  /// - Parameters:
  ///   - members: nil if a record may name several URLs.
  ///   - separator: what ends an item.
  /// - Throws: if the list cannot be read twice.
  package mutating func count(
    _ input: PipeInput, _ members: Members?, separator: UInt8
  ) throws(UsageError) {
    guard criterion == .hostBalanced, shard.count > 1 else { return }
    guard case .descriptor(let descriptor) = input, let members else {
      throw UsageError(
        "--shard-by host-balanced is for a list with one URL an item", hint: "use --shard-by host")
    }
    let counts = try HostBalance.counts(descriptor, separator: separator, members)
    balance = HostBalance(counts, shard)
  }

  /// As the journal names it, `3/8 host`; nil for the whole list. Balanced shards have the digest
  /// of their division: with another list they would be others.
  var text: String? {
    guard shard.count > 1 else { return nil }
    let division = balance.map { ":" + String($0.digest, radix: 16) } ?? ""
    return "\(shard.index)/\(shard.count) \(criterion.rawValue)\(division)"
  }

  /// - Parameter url: nil for an item without a valid URL, which is assigned by its line.
  package func contains(_ url: RequestURL?, line: Int) -> Bool {
    guard let url, criterion != .line else { return shard.contains(line: line) }
    if criterion == .url { return shard.contains(url: url.text) }
    var host = url.host.lowercased()
    return host.withUTF8 { contains(host: UnsafeRawBufferPointer($0)) }
  }

  /// - Parameter host: its name in lower case.
  func contains(host: UnsafeRawBufferPointer) -> Bool {
    let hash = Shard.hash(host)
    return balance?.contains(hash) ?? shard.contains(hash: hash)
  }

  /// The members of a record that decide its shard.
  package struct Members: Sendable {
    /// Those that may have the URL; the first one that is there counts.
    let urls: [String]
    /// Those that may change what a record asks for, or make it another kind of record. A record
    /// with one of them is left to the parser.
    let others: [String]

    /// - Parameters:
    ///   - urls: at most a few.
    ///   - all: the members that the tool reads.
    package init(urls: [String], all: [String]) {
      self.urls = urls
      // An error record is not an item, whatever else it has.
      others = all + ["error"]
    }
  }

  /// Adds the rules that recognize the lines of other shards.
  ///
  /// - Parameter members: nil if a record may name several URLs, so that it has to be parsed.
  package func apply(to form: inout InputForm, _ members: Members?, maximumLineBytes: Int) {
    form.owns = { [shard] in shard.contains(line: $0) }
    guard shard.count > 1, let members else { return }
    let filter = ShardFilter(self, members, maximumLineBytes: maximumLineBytes)
    form.isForeign = { filter.isForeign($0) }
  }
}

extension ErrorRecord {
  /// The record of an item that was not done because the journal cannot be used. A later run may
  /// find the journal free, so it is worth another try.
  package init(_ error: JournalError, tool: String) {
    let code: ErrorCode = if case .locked = error { .locked } else { .write }
    self.init(code: code, message: error.description, tool: tool, isRetryable: true)
  }
}

extension ExitStatus {
  /// The status of a run whose journal cannot be used.
  package init(_ error: JournalError) {
    self =
      switch error {
      case .locked: .tryLater
      case .notAJournal: .badData
      case .file: .cannotWrite
      case .foreign: .usage
      }
  }

  /// This status, or `other` if it is worse: failures of items give way, a signal does not.
  package func orWorse(_ other: ExitStatus) -> ExitStatus {
    self == .success || self == .failure ? other : self
  }
}
