import Synchronization
import WirelineCore

/// A run of downloads: items in, image records out.
struct FetchRun: Sendable {
  static let columns = ["ref", "source", "format", "width", "height", "bytes", "path"]

  let tool: String
  let reader: ImageURLReader
  /// Whether items without a URL are dropped.
  let skipsMissing: Bool

  private struct Job: Sendable {
    /// At least one.
    let asked: [Result<ImageURLRecord, RecordFault>]
    let item: InputItem
  }

  func build(_ pipe: ToolPipe) async -> ExitStatus {
    await pipe.run(
      prepare: { item -> RecordPipe.Prepared<Job> in
        switch prepare(item) {
        case .result(let result): return .result(result)
        case .job(let job):
          return .result(ItemResult(parts: job.asked.map { built($0, item) }))
        }
      },
      work: { _, done in done(ItemResult(.none)) })
  }

  func fetch(_ pipe: ToolPipe, _ gateway: ImageGateway) async -> ExitStatus {
    await pipe.run(
      prepare: prepare,
      work: { job, done in
        if job.asked.count == 1, let asked = job.asked.first {
          return fetch(asked, job.item, gateway, done)
        }
        let parts = Parts(job.asked.count, done)
        for (index, asked) in job.asked.enumerated() {
          fetch(asked, job.item, gateway) { parts.take($0, at: index) }
        }
      })
  }

  private func prepare(_ item: InputItem) -> RecordPipe.Prepared<Job> {
    do throws(RecordFault) {
      return .job(Job(asked: try reader.read(item), item: item.withoutMembers))
    } catch {
      if skipsMissing, case .missingURL = error {
        var skipped = ItemResult(.none)
        skipped.outcome = "skipped"
        return .result(skipped)
      }
      return .result(ItemResult(ErrorRecord(error, item: item, tool: tool)))
    }
  }

  private func built(
    _ asked: Result<ImageURLRecord, RecordFault>, _ item: InputItem
  ) -> ItemResult {
    switch asked {
    case .failure(let fault): return ItemResult(ErrorRecord(fault, item: item, tool: tool))
    case .success(let asked):
      let request = RequestRecord(
        ImageGateway.request(asked.url, priority: asked.priority), identifier: item.ref)
      return ItemResult(
        PipeRecords(bytes: item.bytes.count) { writer in
          request.write(to: &writer)
          writer.endLine()
        })
    }
  }

  private func fetch(
    _ asked: Result<ImageURLRecord, RecordFault>, _ item: InputItem, _ gateway: ImageGateway,
    _ done: @escaping @Sendable (ItemResult) -> Void
  ) {
    switch asked {
    case .failure(let fault): done(ItemResult(ErrorRecord(fault, item: item, tool: tool)))
    case .success(let asked):
      gateway.fetch(asked.url, priority: asked.priority) { done(result($0, asked, item)) }
    }
  }

  private func result(
    _ result: Result<FetchedImage, ImageFailure>, _ asked: ImageURLRecord, _ item: InputItem
  ) -> ItemResult {
    switch result {
    case .failure(let failure):
      var record = ErrorRecord(failure, tool: tool)
      record.describe(item)
      record.url = asked.url.text
      return ItemResult(record)
    case .success(let image):
      var result = ItemResult(
        PipeRecords(bytes: 1024) { writer in
          writer.beginObject()
          ImageRecord(image, ref: item.ref, url: asked.text).writeMembers(to: &writer)
          item.writeCopied(to: &writer)
          writer.endObject()
          writer.endLine()
        })
      result.outcome = image.source.rawValue
      result.bytes = image.source == .network ? image.image.bytes : 0
      return result
    }
  }
}

/// What becomes of the several images of one item.
private final class Parts: Sendable {
  private struct State: Sendable {
    var results: [ItemResult?]
    var missing: Int
  }

  private let state: Mutex<State>
  private let done: @Sendable (ItemResult) -> Void

  init(_ count: Int, _ done: @escaping @Sendable (ItemResult) -> Void) {
    state = Mutex(State(results: [ItemResult?](repeating: nil, count: count), missing: count))
    self.done = done
  }

  func take(_ result: ItemResult, at index: Int) {
    let all: [ItemResult]? = state.withLock { state in
      state.results[index] = result
      state.missing -= 1
      return state.missing == 0 ? state.results.compactMap { $0 } : nil
    }
    if let all { done(ItemResult(parts: all)) }
  }
}
