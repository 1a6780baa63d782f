internal import WirelineCore

/// Writes results: one record each, or one envelope per item.
struct ResponseWriter: Sendable {
  let isEnvelope: Bool
  let dates: YelpDates?

  /// - Parameters:
  ///   - rank: The number of results before these.
  ///   - failure: The reason why further results are missing; nil if the item is complete.
  func result(
    _ list: YelpResultList, _ item: InputItem, from rank: Int = 0,
    before failure: ErrorRecord? = nil
  ) -> ItemResult {
    let results = dates.map { list.results.map($0.converted) } ?? list.results
    var result = ItemResult(
      PipeRecords(bytes: list.bytes) { writer in
        if isEnvelope {
          writeEnvelope(list, results, item, failure, to: &writer)
        } else {
          write(results, item, from: rank, to: &writer)
          if let failure { writer.bytes += failure.lineBytes }
        }
      }, failure: failure.map { ItemResult($0).failure } ?? nil)
    result.found = results.count
    result.bytes = list.bytes
    result.outcome = list.source
    return result
  }

  private func write(
    _ results: [JSONView], _ item: InputItem, from rank: Int, to writer: inout JSONWriter
  ) {
    for (index, result) in results.enumerated() {
      writer.beginObject()
      ElementRecord(result, ref: item.ref, rank: rank + index + 1).writeFields(to: &writer)
      item.writeCopied(to: &writer)
      writer.endObject()
      writer.endLine()
    }
  }

  private func writeEnvelope(
    _ list: YelpResultList, _ results: [JSONView], _ item: InputItem, _ failure: ErrorRecord?,
    to writer: inout JSONWriter
  ) {
    let envelope = EnvelopeRecord(
      ref: item.ref, question: list.url.isEmpty ? nil : .request(url: list.url),
      source: list.source, elapsed: list.elapsed, total: list.total)
    writer.beginObject()
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
    writer.endObject()
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
