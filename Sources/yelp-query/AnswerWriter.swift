import WirelineCore

/// Writes what the API answered: a line for each result, or an envelope.
struct AnswerWriter: Sendable {
  let isEnvelope: Bool
  let dates: YelpDates?
  let tool: String

  /// The records of an item.
  ///
  /// - Parameter rank: how many results there were before.
  func result(_ reply: YelpReply, _ item: InputItem, from rank: Int = 0) -> ItemResult {
    let results = results(of: reply)
    var result = ItemResult(
      PipeRecords(bytes: reply.bytes) { writer in
        if isEnvelope {
          writeEnvelope(reply, results, item, to: &writer)
        } else {
          write(results, item, from: rank, to: &writer)
        }
      })
    result.found = results.count
    result.bytes = reply.bytes
    result.outcome = reply.source
    return result
  }

  private func results(of reply: YelpReply) -> [JSONView] {
    guard let dates else { return reply.results }
    return reply.results.map(dates.converted)
  }

  private func write(
    _ results: [JSONView], _ item: InputItem, from rank: Int, to writer: inout JSONWriter
  ) {
    for (index, result) in results.enumerated() {
      writer.beginObject()
      ElementRecord(result, ref: item.ref, rank: rank + index + 1).writeMembers(to: &writer)
      item.writeCopied(to: &writer)
      writer.endObject()
      writer.endLine()
    }
  }

  private func writeEnvelope(
    _ reply: YelpReply, _ results: [JSONView], _ item: InputItem, to writer: inout JSONWriter
  ) {
    let envelope = EnvelopeRecord(
      ref: item.ref, question: .request(url: reply.url), source: reply.source,
      elapsed: reply.elapsed ?? .zero, total: reply.total)
    writer.beginObject()
    envelope.writeMembers(to: &writer) { writer in
      for result in results { writer.value(result) }
    }
    if reply.isTruncated { writer.member("truncated", true) }
    item.writeCopied(to: &writer)
    if let answer = reply.answers.first, let names = Self.names(answer.endpoint) {
      writer.members(of: answer.root, except: names)
    }
    writer.endObject()
    writer.endLine()
  }

  /// Members of an answer that the envelope has already; nil where that is all of
  /// them.
  private static func names(_ endpoint: YelpEndpoint) -> JSONNames? {
    switch endpoint.results {
    case .root: nil
    case .member(let name): JSONNames([name, "total"])
    case .lists(let names): JSONNames(names + ["total"])
    }
  }
}
