import WirelineCore

/// One query → its lines.
struct FindAnswer {
  let search: CitySearch
  let limit: Int
  let isEnvelope: Bool
  let tool: String

  func write(_ item: InputItem, _ writer: inout JSONWriter) -> RecordLoop.Answer {
    do throws(RecordFault) {
      let query = try CityQueryRecord(item).query
      do throws(CityStoreError) {
        return .found(
          try isEnvelope ? writeEnvelope(query, item, &writer) : writeCities(query, item, &writer))
      } catch {
        return .failed(ErrorRecord(error, tool: tool).about(item))
      }
    } catch {
      return .failed(ErrorRecord(error, item: item, tool: tool))
    }
  }

  private func writeCities(
    _ query: CityQuery, _ item: InputItem, _ writer: inout JSONWriter
  ) throws(CityStoreError) -> Int {
    try search.find(query, limit: limit) { match in
      writer.beginObject()
      CityRecord(match, ref: item.ref).writeMembers(to: &writer)
      item.writeCopied(to: &writer)
      writer.endObject()
      writer.endLine()
    }
  }

  private func writeEnvelope(
    _ query: CityQuery, _ item: InputItem, _ writer: inout JSONWriter
  ) throws(CityStoreError) -> Int {
    let start = ContinuousClock.now
    var matches: [CityMatch] = []
    try search.find(query, limit: limit) { matches.append($0) }
    let envelope = EnvelopeRecord(
      ref: item.ref, question: .query(query.text), elapsed: .now - start,
      total: try limit > 0 && matches.count == limit ? search.count(query) : matches.count)
    writer.beginObject()
    envelope.writeMembers(to: &writer) { writer in
      for match in matches {
        writer.beginObject()
        CityRecord(match, ref: item.ref).writeCity(to: &writer)
        writer.endObject()
      }
    }
    item.writeCopied(to: &writer)
    writer.endObject()
    writer.endLine()
    return matches.count
  }
}
