import WirelineCore

/// A run of searches: what is asked, and what is printed of the answers.
struct SearchRun: Sendable {
  static let columns = ["name", "rating", "review_count", "price", "location.address1", "distance"]

  let context: ToolContext
  let building: YelpRequestBuilding
  /// From the options; nil takes each item's own.
  let place: YelpPlace?
  let term: String?
  let limit: Int?
  let isEnvelope: Bool

  struct Job: Sendable {
    let search: YelpSearch
    let item: InputItem
  }

  func build(_ pipe: ToolPipe) async -> ExitStatus {
    await pipe.run(
      prepare: { item -> RecordPipe.Prepared<Job> in
        switch prepare(item) {
        case .result(let result): return .result(result)
        case .job(let job):
          let request = RequestRecord(building.search(job.search), identifier: item.ref)
          return .result(
            ItemResult(
              PipeRecords(bytes: 512) { writer in
                request.write(to: &writer)
                writer.endLine()
              }))
        }
      },
      work: { _, done in done(ItemResult(.none)) })
  }

  /// - Parameter secrets: what no record of a failure may tell, whatever the service says.
  func search(
    _ pipe: ToolPipe, _ gateway: YelpGateway, hiding secrets: SentSecrets
  ) async -> ExitStatus {
    await pipe.run(
      prepare: prepare,
      work: { (job: Job, done) in
        gateway.search(job.search) { done(result($0, job, hiding: secrets)) }
      })
  }

  private func prepare(_ item: InputItem) -> RecordPipe.Prepared<Job> {
    do throws(RecordFault) {
      let place = try place(of: item)
      do throws(YelpFault) {
        return .job(Job(search: try YelpSearch(place: place, term: term, limit: limit), item: item))
      } catch {
        var record = ErrorRecord(error, tool: context.tool)
        record.describe(item)
        return .result(ItemResult(record))
      }
    } catch {
      return .result(ItemResult(ErrorRecord(error, item: item, tool: context.tool)))
    }
  }

  private func place(of item: InputItem) throws(RecordFault) -> YelpPlace {
    if let place { return place }
    guard let object = item.object else { throw .missing(field: "latitude", expected: "a place") }
    return try PlaceRecord(object).place
  }

  private func result(
    _ result: Result<YelpGateway.Reply, YelpFailure>, _ job: Job, hiding secrets: SentSecrets
  ) -> ItemResult {
    switch result {
    case .failure(let failure):
      var record = ErrorRecord(failure, tool: context.tool).hiding(secrets)
      record.describe(job.item)
      record.url = building.search(job.search).url.text
      return ItemResult(record)
    case .success(let reply):
      var result = ItemResult(
        PipeRecords(bytes: reply.response.bodyBytes) { write(reply, job.item, to: &$0) })
      result.found = reply.answer.results.count
      result.bytes = reply.response.bodyBytes
      result.outcome = reply.response.source.rawValue
      return result
    }
  }

  private func write(_ reply: YelpGateway.Reply, _ item: InputItem, to writer: inout JSONWriter) {
    if isEnvelope { return writeEnvelope(reply, item, to: &writer) }
    for (index, business) in reply.answer.results.enumerated() {
      writer.beginObject()
      ElementRecord(business, ref: item.ref, rank: index + 1).writeMembers(to: &writer)
      item.writeCopied(to: &writer)
      writer.endObject()
      writer.endLine()
    }
  }

  private func writeEnvelope(
    _ reply: YelpGateway.Reply, _ item: InputItem, to writer: inout JSONWriter
  ) {
    let envelope = EnvelopeRecord(
      ref: item.ref, question: .request(url: reply.response.url.text),
      source: reply.response.source.rawValue, elapsed: reply.response.elapsed,
      total: reply.answer.total)
    writer.beginObject()
    envelope.writeMembers(to: &writer) { writer in
      for business in reply.answer.results { writer.value(business) }
    }
    item.writeCopied(to: &writer)
    writer.members(of: reply.answer.root, except: Self.envelopeNames)
    writer.endObject()
    writer.endLine()
  }

  /// Members of the answer that the envelope has already.
  private static let envelopeNames = JSONNames(["businesses", "total"])
}
