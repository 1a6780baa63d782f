import Synchronization

/// The result of an item.
package struct ItemResult: Sendable {
  package var records: PipeRecords
  package var failure: ItemFailure?
  /// Bytes received over the network.
  package var bytes = 0
  /// The kind of success in the summary, such as `network` or `storage`.
  package var outcome: String?
  /// The number of elements that its records list.
  package var elements = 0
  /// The number of results, for a tool that searches; nil for others.
  package var found: Int?

  /// The results of the requests of an item that makes several.
  package private(set) var parts: [ItemResult] = []

  package init(_ records: PipeRecords, failure: ItemFailure? = nil) {
    self.records = records
    self.failure = failure
  }

  /// Combines the results of the requests of an item.
  package init(parts: [ItemResult]) {
    self.init(
      PipeRecords(parts.map(\.records)), failure: parts.lazy.compactMap(\.failure).first)
    bytes = parts.reduce(0) { $0 + $1.bytes }
    self.parts = parts
  }

  static let otherShardOutcome = "other_shard"
  fileprivate static let skippedOutcome = "skipped"

  package static var otherShard: ItemResult {
    var result = ItemResult(.none)
    result.outcome = otherShardOutcome
    return result
  }

  /// An item without records.
  package static var skipped: ItemResult {
    var result = ItemResult(.none)
    result.outcome = skippedOutcome
    return result
  }

  /// A failure described by its record.
  package init(_ record: ErrorRecord) {
    self.init(
      PipeRecords(bytes: record.input?.count ?? 0) { $0.bytes += record.lineBytes },
      failure: ItemFailure(record))
  }
}

/// A failed item, for the summary.
package struct ItemFailure: Sendable {
  package var code: ErrorCode
  package var status: ExitStatus
  package var message: String
  /// The host of the failed URL; nil if the failure does not concern a URL.
  package var host: String?
  var hint: String?
  /// Whether another run can process the item (`ErrorRecord.isPostponed`).
  private(set) var isPostponed = false

  package init(code: ErrorCode, status: ExitStatus, message: String) {
    self.code = code
    self.status = status
    self.message = message
  }

  package init(_ record: ErrorRecord) {
    self.init(code: record.code, status: ExitStatus(record), message: record.message)
    hint = record.hint
    isPostponed = record.isPostponed
  }
}

/// The results of a run.
package struct PipeOutcome: Sendable {
  /// The number of items; an item that makes several requests counts once per request.
  package var items = 0
  package var failures: [ErrorCode: Int] = [:]
  /// Failures by host, for the first thousand hosts.
  package var failedHosts: [String: Int] = [:]
  package var outcomes: [String: Int] = [:]
  /// The number of bytes received; nil for a run without a network.
  package var bytes: Int? = 0
  package var found: Int?
  /// Searches without a result.
  package var misses = 0
  package var firstFailure: ItemFailure?
  /// Whether another run can process a failed item (`ItemFailure.isPostponed`).
  var isPostponed = false
  /// Records of the input that passed through, such as errors of another tool. Only a pipe counts
  /// them.
  package var passedThrough = 0
  package var isClosed = false
  package var readFailure: ReadError?
  package var writeFailure: WriteError?
  /// Whether a signal or `--stop-on-error` ended the run before the end of its input.
  package var isStopped = false

  /// Whether all input was read and all records were written.
  package var isComplete: Bool {
    !isStopped && !isClosed && readFailure == nil && writeFailure == nil
  }

  /// The number of items that were not skipped, toward which a tolerance counts.
  var processedItems: Int {
    items - (outcomes[ItemResult.otherShardOutcome] ?? 0)
      - (outcomes[ItemResult.skippedOutcome] ?? 0)
  }

  package var failureCount: Int { failures.values.reduce(0, +) }

  fileprivate mutating func count(_ result: ItemResult) {
    if let failure = result.failure {
      count(failure)
    } else if let kind = result.outcome {
      outcomes[kind, default: 0] += 1
    }
  }

  mutating func count(_ failure: ItemFailure) {
    failures[failure.code, default: 0] += 1
    if firstFailure == nil { firstFailure = failure }
    if failure.isPostponed { isPostponed = true }
    if let host = failure.host, failedHosts.count < 1000 || failedHosts[host] != nil {
      failedHosts[host, default: 0] += 1
    }
  }
}

/// Counts the results of a pipe's items, and decides when to stop.
final class PipeTally: Sendable {
  private let failureLimit: Int?
  private let onStop: @Sendable () -> Void
  private let counted = Mutex(PipeOutcome())

  /// - Parameters:
  ///   - failureLimit: the run stops after more failures; nil for no limit.
  ///   - onStop: called when no more items may begin.
  init(failureLimit: Int?, onStop: @escaping @Sendable () -> Void) {
    self.failureLimit = failureLimit
    self.onStop = onStop
  }

  var outcome: PipeOutcome { counted.withLock { $0 } }
  var isStopped: Bool { counted.withLock { $0.isStopped } }

  func count(_ result: ItemResult) {
    let mustStop = counted.withLock { outcome in
      outcome.items += max(1, result.parts.count)
      outcome.bytes? += result.bytes
      if let found = result.found { outcome.found = (outcome.found ?? 0) + found }
      if result.parts.isEmpty {
        outcome.count(result)
      } else {
        result.parts.forEach { outcome.count($0) }
      }
      guard let failureLimit, result.failure != nil else { return false }
      return outcome.failureCount > failureLimit
    }
    if mustStop { stop() }
  }

  func passThrough() { counted.withLock { $0.passedThrough += 1 } }

  func stop() {
    counted.withLock { $0.isStopped = true }
    onStop()
  }
}

/// The output lines of an item. The writer thread formats them, to keep that work off the network
/// thread.
package struct PipeRecords: Sendable {
  /// The approximate memory that the records hold.
  package let bytes: Int
  private let format: @Sendable (inout JSONWriter) -> Void

  /// - Parameters:
  ///   - bytes: the approximate size of the lines, for the limit on waiting bytes.
  ///   - format: writes whole lines with their line feeds.
  package init(bytes: Int, format: @escaping @Sendable (inout JSONWriter) -> Void) {
    self.bytes = bytes
    self.format = format
  }

  /// A line, written verbatim.
  package init(line: [UInt8]) {
    self.init(bytes: line.count) { writer in
      writer.bytes += line
      writer.bytes.append(JSONByte.lineFeed)
    }
  }

  /// Whole lines with their line feeds, written verbatim.
  package init(lines: [UInt8]) {
    self.init(bytes: lines.count) { $0.bytes += lines }
  }

  /// The records of several responses to one item.
  package init(_ several: [PipeRecords]) {
    self.init(bytes: several.reduce(0) { $0 + $1.bytes }) { writer in
      for records in several { records.write(to: &writer) }
    }
  }

  /// The reception of the records of an unfinished item: `full` means that too many wait for an
  /// earlier item.
  package enum Reception: Sendable { case accepted, full, closed }

  package static let none = PipeRecords(bytes: 0) { _ in }

  package func write(to writer: inout JSONWriter) { format(&writer) }
}

extension ElementRecord {
  /// Records of the elements of a response, one per line.
  ///
  /// - Parameter rank: the number of elements before them.
  package static func records(
    _ elements: some Sequence<JSONView> & Sendable, of item: InputItem, from rank: Int = 0,
    bytes: Int
  ) -> PipeRecords {
    PipeRecords(bytes: bytes) { writer in
      for (index, element) in elements.enumerated() {
        let record = ElementRecord(element, ref: item.ref, rank: rank + index + 1)
        item.writeRecord(to: &writer, record.writeFields)
      }
    }
  }
}
