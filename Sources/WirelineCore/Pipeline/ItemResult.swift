/// What became of one item.
package struct ItemResult: Sendable {
  package var records: PipeRecords
  /// Set when the item failed.
  package var failure: ItemFailure?
  /// Bytes that came over the network for it.
  package var bytes = 0
  /// What kind of success it was, for the summary: `network`, `storage` ….
  package var outcome: String?
  /// Elements of an answer that its records list.
  package var elements = 0
  /// Things found, for a tool that looks for some; nil for one that does not.
  package var found: Int?

  /// Whether the item is not this run's to do: it does not count for the share that may fail.
  var isLeftOut: Bool { outcome == "other_shard" || outcome == "skipped" }

  /// Those of an item that asked for several things, each with what became of it.
  package private(set) var parts: [ItemResult] = []

  package init(_ records: PipeRecords, failure: ItemFailure? = nil) {
    self.records = records
    self.failure = failure
  }

  /// What became of an item that asked for several things.
  package init(parts: [ItemResult]) {
    records = PipeRecords(parts.map(\.records))
    failure = parts.lazy.compactMap(\.failure).first
    bytes = parts.reduce(0) { $0 + $1.bytes }
    self.parts = parts
  }

  /// The outcome of items that another shard does.
  static let otherShardOutcome = "other_shard"

  /// An item that another shard does.
  package static var otherShard: ItemResult {
    var result = ItemResult(.none)
    result.outcome = otherShardOutcome
    return result
  }

  /// A failure, told by its record.
  package init(_ record: ErrorRecord) {
    records = PipeRecords(bytes: record.input?.count ?? 0) { $0.bytes += record.lineBytes }
    failure = ItemFailure(
      code: record.code, status: ExitStatus(record), message: record.message)
    failure?.isRetryable = record.isRetryable
  }
}

/// A failed item, as the end of the run will tell it.
package struct ItemFailure: Sendable {
  package var code: ErrorCode
  package var status: ExitStatus
  package var message: String
  /// Of the URL that failed; nil where there is none.
  package var host: String?
  /// Whether the error record says so.
  package var isRetryable = false

  package init(code: ErrorCode, status: ExitStatus, message: String) {
    self.code = code
    self.status = status
    self.message = message
  }
}
