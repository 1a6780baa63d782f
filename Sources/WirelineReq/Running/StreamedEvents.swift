internal import Synchronization
internal import WirelineCore
internal import WirelineRequests

/// Prints the events of a request in a stream of requests, and keeps the records for the journal.
final class StreamedEvents: Sendable {
  private let item: InputItem
  private let emit: RecordPipe.Emit
  private let limit: Int
  /// The number of printed records, and their lines; nil if those are not needed, or too long.
  private let printed: Mutex<(count: Int, lines: [UInt8]?)>
  private let isOver = Atomic(false)

  /// - Parameter limit: the maximum size of the kept records; nil to keep none.
  init(of item: InputItem, keeping limit: Int?, emit: @escaping RecordPipe.Emit) {
    self.item = item
    self.emit = emit
    self.limit = limit ?? 0
    printed = Mutex((0, limit.map { _ in [] }))
  }

  /// - Returns: whether this is the first end of the stream.
  func end() -> Bool { isOver.exchange(true, ordering: .relaxed) == false }

  @Sendable func print(_ values: [JSONView]) -> PipeRecords.Reception {
    if isOver.load(ordering: .relaxed) { return .closed }
    var writer = JSONWriter()
    printed.withLock { printed in
      // Formatted now: a value would keep the memory of its whole event.
      ElementRecord.records(values, of: item, from: printed.count, bytes: 0).write(to: &writer)
      printed.count += values.count
      printed.lines?.append(contentsOf: writer.bytes)
      if let lines = printed.lines, lines.count > limit { printed.lines = nil }
    }
    return emit(PipeRecords(lines: writer.bytes))
  }

  /// Returns the result with all records, for the journal; nil if they were not kept, or if the
  /// stream broke after its first event: it is requested again.
  func whole(_ result: ItemResult) -> ItemResult? {
    let (count, lines) = printed.withLock { $0 }
    guard let lines, count == 0 || result.failure == nil else { return nil }
    var whole = result
    whole.records = PipeRecords([PipeRecords(lines: lines), result.records])
    return whole
  }
}
