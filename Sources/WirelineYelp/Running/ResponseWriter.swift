internal import Synchronization
internal import WirelineCore

/// Writes results: one record each, or one envelope per item.
struct ResponseWriter: Sendable {
  let isEnvelope: Bool
  let dates: YelpDates?
  /// Whether to omit results that the run has printed; nil for those of coordinates only.
  var unique: Bool?
  let printed = PrintedResults()

  /// - Parameters:
  ///   - rank: the number of results before these.
  ///   - isNearby: whether the item is a pair of coordinates.
  ///   - failure: the reason why further results are missing; nil if the item is complete.
  func result(
    _ list: YelpResultList, _ item: InputItem, from rank: Int = 0, isNearby: Bool,
    before failure: ErrorRecord? = nil
  ) -> ItemResult {
    let isUnique = unique ?? (isNearby && !isEnvelope)
    let results = dates.map { list.results.map($0.converted) } ?? list.results
    var result = ItemResult(
      PipeRecords(bytes: list.bytes) { writer in
        let ranked = results.enumerated().filter { !isUnique || printed.insert($0.element) }
        if isEnvelope {
          writeEnvelope(
            of: list, results: ranked.map(\.element), for: item, before: failure, to: &writer)
        } else {
          write(ranked, item, from: rank, to: &writer)
          if let failure { writer.bytes += failure.lineBytes }
        }
      }, failure: failure.map { ItemResult($0).failure } ?? nil)
    result.found = results.count
    result.bytes = list.bytes
    result.outcome = list.source
    return result
  }

  private func write(
    _ results: [(offset: Int, element: JSONView)], _ item: InputItem, from rank: Int,
    to writer: inout JSONWriter
  ) {
    for (index, result) in results {
      writer.beginObject()
      ElementRecord(result, ref: item.ref, rank: rank + index + 1).writeFields(to: &writer)
      printed.note(collisions: item.writeCopied(to: &writer))
      writer.endObject()
      writer.endLine()
    }
  }

  private func writeEnvelope(
    of list: YelpResultList, results: [JSONView], for item: InputItem,
    before failure: ErrorRecord?, to writer: inout JSONWriter
  ) {
    let envelope = EnvelopeRecord(
      ref: item.ref, question: list.url.isEmpty ? nil : .request(url: list.url),
      source: list.source, elapsed: list.elapsed, total: list.total)
    writer.object { writer in
      envelope.writeFields(to: &writer) { writer in
        for result in results { writer.value(result) }
      }
      if list.isTruncated { writer.field("truncated", true) }
      if var failure {
        // An item has one envelope, which also reports why further results are missing.
        failure.ref = nil
        failure.writeFields(to: &writer)
      }
      item.writeCopied(to: &writer)
      if let response = list.responses.first, let names = Self.envelopeFields(response.endpoint) {
        writer.fields(of: response.root, except: names)
      }
    }
    writer.endLine()
  }

  /// The fields of a response that the envelope contains already; nil if it contains all.
  private static func envelopeFields(_ endpoint: YelpEndpoint) -> JSONNames? {
    switch endpoint.results {
    case .root: nil
    case .member(let name): JSONNames([name, "total"])
    case .lists(let names): JSONNames(names + ["total"])
    }
  }
}

/// The results that a run has printed, by identifier. At least the last 65,536 are remembered, so
/// that an endless stream does not fill the memory.
final class PrintedResults: Sendable {
  /// By hash: the identifiers would take 12 MB, and the chance that two results of a run have the
  /// same hash is negligible.
  private struct State: Sendable {
    var recent: Set<Int> = []
    var older: Set<Int> = []
    var repeats = 0
    /// The fields to copy that the results have already.
    var collisions: Set<String> = []
  }

  private let capacity: Int
  private let state = Mutex(State())

  init(capacity: Int = 1 << 16) { self.capacity = capacity }

  /// The number of results that were printed before.
  var repeats: Int { state.withLock { $0.repeats } }

  func note(collisions names: [String]) {
    if !names.isEmpty { state.withLock { $0.collisions.formUnion(names) } }
  }

  func report(_ diagnostics: Diagnostics) {
    let state = state.withLock { $0 }
    for name in state.collisions.sorted() {
      diagnostics.warning("cannot copy \"\(name)\": the results have a field of this name")
    }
    if state.repeats > 0 {
      diagnostics.verbose(
        "omitted \(state.repeats) results printed before; --no-unique prints them")
    }
  }

  /// - Returns: false for a result that was printed before; true for one without an identifier.
  func insert(_ result: JSONView) -> Bool {
    guard let hash = result["id"]?.string?.hashValue else { return true }
    return state.withLock { state in
      let isNew = !state.recent.contains(hash) && !state.older.contains(hash)
      if !isNew { state.repeats += 1 }
      state.recent.insert(hash)
      if state.recent.count >= capacity { (state.older, state.recent) = (state.recent, []) }
      return isNew
    }
  }
}
