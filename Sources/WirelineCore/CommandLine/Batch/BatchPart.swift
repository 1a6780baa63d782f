/// What assigns an item to a shard.
package enum ShardCriterion: String, ChoiceArgument {
  /// Keeps the items of a host together, so that limits per host hold across all shards.
  case host
  case url
  case line
}

/// The part of a list that one process does.
package struct BatchPart: Sendable, Equatable {
  package let shard: Shard
  package let criterion: ShardCriterion

  package init(shard: Shard, criterion: ShardCriterion) {
    self.shard = shard
    self.criterion = criterion
  }

  /// As the journal names it, `3/8 host`; nil for the whole list.
  var text: String? {
    shard.count == 1 ? nil : "\(shard.index)/\(shard.count) \(criterion.rawValue)"
  }

  /// - Parameter url: nil for an item without a valid URL, which is assigned by its line.
  package func contains(_ url: RequestURL?, line: Int) -> Bool {
    guard let url, criterion != .line else { return shard.contains(line: line) }
    return criterion == .host ? shard.contains(host: url.host) : shard.contains(url: url.text)
  }

  /// Adds the rule for lines that are not items.
  package func apply(to form: inout InputForm) {
    form.owns = { [shard] in shard.contains(line: $0) }
  }
}

extension ItemResult {
  /// An item that another shard does.
  package static var otherShard: ItemResult {
    var result = ItemResult(.none)
    result.outcome = "other_shard"
    return result
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
