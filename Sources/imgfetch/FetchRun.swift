import WirelineCore

/// A run of downloads: items in, image records out.
struct FetchRun: Sendable {
  static let columns = ["ref", "source", "format", "width", "height", "bytes", "path"]

  let tool: String

  private struct Job: Sendable {
    let asked: ImageURLRecord
    let item: InputItem
  }

  func build(_ pipe: ToolPipe) async -> ExitStatus {
    await pipe.run(
      prepare: { item -> RecordPipe.Prepared<Job> in
        switch prepare(item) {
        case .result(let result): return .result(result)
        case .job(let job):
          let request = RequestRecord(
            ImageGateway.request(job.asked.url, priority: job.asked.priority), identifier: item.ref)
          return .result(
            ItemResult(
              PipeRecords(bytes: item.bytes.count) { writer in
                request.write(to: &writer)
                writer.endLine()
              }))
        }
      },
      work: { _, done in done(ItemResult(.none)) })
  }

  func fetch(_ pipe: ToolPipe, _ gateway: ImageGateway) async -> ExitStatus {
    await pipe.run(
      prepare: prepare,
      work: { job, done in
        gateway.fetch(job.asked.url, priority: job.asked.priority) { done(result($0, job)) }
      })
  }

  private func prepare(_ item: InputItem) -> RecordPipe.Prepared<Job> {
    do throws(RecordFault) {
      return .job(Job(asked: try ImageURLRecord(item), item: item))
    } catch {
      return .result(ItemResult(ErrorRecord(error, item: item, tool: tool)))
    }
  }

  private func result(
    _ result: Result<FetchedImage, ImageFailure>, _ job: Job
  ) -> ItemResult {
    switch result {
    case .failure(let failure):
      var record = ErrorRecord(failure, tool: tool)
      record.describe(job.item)
      record.url = job.asked.url.text
      return ItemResult(record)
    case .success(let image):
      var result = ItemResult(
        PipeRecords(bytes: 1024) { writer in
          writer.beginObject()
          ImageRecord(image, ref: job.item.ref, url: job.asked.text).writeMembers(to: &writer)
          job.item.writeCopied(to: &writer)
          writer.endObject()
          writer.endLine()
        })
      result.outcome = image.source.rawValue
      result.bytes = image.source == .network ? image.image.bytes : 0
      return result
    }
  }
}
