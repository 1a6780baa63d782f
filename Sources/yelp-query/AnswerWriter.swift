import WirelineCore
import WirelineYelp

/// Writes what the API answered: a line for each result, or an envelope.
struct AnswerWriter: Sendable {
  let isEnvelope: Bool
  let dates: YelpDates?
  let tool: String

  /// The records of an item.
  ///
  /// - Parameters:
  ///   - rank: how many results there were before.
  ///   - failure: why there are no more of them; nil for an item that is done.
  func result(
    _ reply: YelpReply, _ item: InputItem, from rank: Int = 0, before failure: ErrorRecord? = nil
  ) -> ItemResult {
    let results = results(of: reply)
    var result = ItemResult(
      PipeRecords(bytes: reply.bytes) { writer in
        if isEnvelope {
          writeEnvelope(reply, results, item, failure, to: &writer)
        } else {
          write(results, item, from: rank, to: &writer)
          if let failure { writer.bytes += failure.lineBytes }
        }
      }, failure: failure.map { ItemResult($0).failure } ?? nil)
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
    _ reply: YelpReply, _ results: [JSONView], _ item: InputItem, _ failure: ErrorRecord?,
    to writer: inout JSONWriter
  ) {
    let envelope = EnvelopeRecord(
      ref: item.ref, question: reply.url.isEmpty ? nil : .request(url: reply.url),
      source: reply.source, elapsed: reply.elapsed, total: reply.total)
    writer.beginObject()
    envelope.writeMembers(to: &writer) { writer in
      for result in results { writer.value(result) }
    }
    if reply.isTruncated { writer.member("truncated", true) }
    if var failure {
      // One record an item: what came, and that there is more to ask for.
      failure.ref = nil
      failure.writeMembers(to: &writer)
    }
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
