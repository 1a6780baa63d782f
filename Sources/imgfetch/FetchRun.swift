import Synchronization
import WirelineCore
import WirelineImages
import WirelineRequests

/// A run of downloads: items in, image records out.
struct FetchRun: Sendable {
  static let columns = ["ref", "source", "format", "width", "height", "bytes", "path"]
  /// Of a plan, and of what was removed.
  static let actionColumns = ["ref", "action", "url", "bytes", "path"]

  let tool: String
  let reader: ImageURLReader
  /// Whether items without a URL are dropped.
  let skipsMissing: Bool
  /// The part of the list that is this run's; nil for all of it.
  var shard: BatchPart?
  var ledger: BatchLedger?
  /// Whether an image of the journal is still stored.
  var isStored: @Sendable (RequestURL) -> Bool = { _ in true }
  var sheet: SheetWriter?

  /// Receives the result of one image, and its entry on the contact sheet.
  typealias Done = @Sendable (ItemResult, ContactSheet.Entry?) -> Void

  /// An object, because it is handed on a few times.
  private final class Job: Sendable {
    /// At least one.
    let asked: [Result<ImageURLRecord, RecordFault>]
    let item: InputItem

    init(_ asked: [Result<ImageURLRecord, RecordFault>], _ item: InputItem) {
      self.asked = asked
      self.item = item
    }
  }

  /// Prints the requests.
  ///
  /// - Parameter complete: makes of a request what is printed of it.
  func build(
    _ pipe: ToolPipe, complete: @escaping @Sendable (RequestSpecification) -> RequestSpecification
  ) async -> ExitStatus {
    await run(pipe) { asked, item, done in
      let request = RequestRecord(
        complete(ImageGateway.request(asked.url, priority: asked.priority)),
        identifier: item.ref)
      let copied = item.withoutCopies(named: RequestRecord.names)
      done(
        ItemResult(
          PipeRecords(bytes: item.bytes.count) { writer in
            writer.beginObject()
            request.writeMembers(to: &writer)
            copied.writeCopied(to: &writer)
            writer.endObject()
            writer.endLine()
          }), nil)
    }
  }

  /// Says what `fetch` would do.
  func plan(_ pipe: ToolPipe, _ gateway: ImageGateway) async -> ExitStatus {
    let planned = PlannedURLs()
    return await run(pipe) { asked, item, done in
      let record = ImagePlanRecord(
        planned.insert(asked.url) ? gateway.plan(asked.url) : nil, ref: item.ref, url: asked.text)
      var result = ItemResult(
        PipeRecords(bytes: 256) { writer in
          writer.beginObject()
          record.writeMembers(to: &writer)
          item.writeCopied(to: &writer)
          writer.endObject()
          writer.endLine()
        })
      result.outcome = record.action.rawValue
      done(result, nil)
    }
  }

  /// Fetches them.
  func fetch(_ pipe: ToolPipe, _ gateway: ImageGateway) async -> ExitStatus {
    await run(pipe) { asked, item, done in
      gateway.fetch(asked.url, priority: asked.priority, latency: asked.latency) {
        let hidden = $0.mapError { $0.hiding(gateway.secrets(of: asked.url)) }
        let (result, entry) = result(hidden, asked.text, asked.url, item)
        done(result, entry)
      }
    }
  }

  /// Prints an error record for each item instead of fetching it.
  ///
  /// - Parameter isParsing: whether the items are response records.
  func refuse(_ pipe: ToolPipe, _ error: ErrorRecord, isParsing: Bool) async -> ExitStatus {
    if isParsing {
      return await pipe.run(
        prepare: { item -> RecordPipe.Prepared<Never> in
          var record = error
          record.describe(item)
          return .result(ItemResult(record))
        }, work: { (_: Never, _) in })
    }
    return await run(pipe) { asked, item, done in
      var record = error
      record.describe(item)
      record.url = asked.url.text
      done(ItemResult(record), nil)
    }
  }

  /// Stores what response records hold.
  ///
  /// - Parameter files: the files that may hold bodies.
  func parse(_ pipe: ToolPipe, _ gateway: ImageGateway, _ files: RecordFiles) async -> ExitStatus {
    await pipe.run(
      prepare: { item -> RecordPipe.Prepared<Never> in .result(parsed(item, gateway, files)) },
      work: { (_: Never, _) in })
  }

  /// Removes them from the store.
  func remove(_ pipe: ToolPipe, _ store: ImageStore) async -> ExitStatus {
    await run(pipe) { asked, item, done in done(removed(asked, item, store), nil) }
  }

  private func run(
    _ pipe: ToolPipe,
    each work: @escaping @Sendable (ImageURLRecord, InputItem, @escaping Done) -> Void
  ) async -> ExitStatus {
    await pipe.run(
      prepare: prepare,
      work: { job, done in
        if job.asked.count == 1, let asked = job.asked.first {
          return start(asked, job.item, work, done)
        }
        let parts = Parts(job.asked.count, done)
        for (index, asked) in job.asked.enumerated() {
          start(asked, job.item, work) { parts.take($0, at: index) }
        }
      })
  }

  private func prepare(_ item: InputItem) -> RecordPipe.Prepared<Job> {
    do throws(RecordFault) {
      return .job(Job(try reader.read(item), item.withoutMembers))
    } catch {
      if skipsMissing, case .missingURL = error {
        var skipped = ItemResult(.none)
        skipped.outcome = "skipped"
        return .result(skipped)
      }
      return .job(Job([.failure(error)], item.withoutMembers))
    }
  }

  private func start(
    _ asked: Result<ImageURLRecord, RecordFault>, _ item: InputItem,
    _ work: @Sendable (ImageURLRecord, InputItem, @escaping Done) -> Void,
    _ done: @escaping @Sendable (ItemResult) -> Void
  ) {
    if let shard, !shard.contains(try? asked.get().url, line: item.line) {
      return done(.otherShard)
    }
    let key = ledger.map { _ in
      JournalKey(ref: item.ref, url: (try? asked.get().text) ?? "")
    }
    if let key, let result = finished(key, try? asked.get().url) {
      return done(sheet?.watch(result, as: nil) ?? result)
    }
    let finish = kept(key, try? asked.get().url, done)
    switch asked {
    case .failure(let fault):
      var record = ErrorRecord(fault, item: item, tool: tool)
      if case .invalidURL(let invalid) = fault { record.url = invalid.text }
      finish(ItemResult(record), ContactSheet.Entry(record))
    case .success(let asked): work(asked, item, finish)
    }
  }

  /// The result in the journal, if the image is still stored. This also makes sure that the index
  /// of a killed run has it.
  private func finished(_ key: JournalKey, _ url: RequestURL?) -> ItemResult? {
    ledger?.finished(key, host: url?.host) { url.map { isStored($0) } ?? true }
  }

  /// Notes a result in the journal and adds it to the contact sheet.
  private func kept(
    _ key: JournalKey?, _ url: RequestURL?, _ done: @escaping @Sendable (ItemResult) -> Void
  ) -> Done {
    if key == nil, sheet == nil { return { result, _ in done(result) } }
    return { result, entry in
      var result = result
      if let key, let ledger { result = ledger.note(key, result, url) }
      done(sheet?.watch(result, as: entry) ?? result)
    }
  }
}

// MARK: Records

extension FetchRun {
  /// - Parameter text: the URL as given.
  private func result(
    _ result: Result<FetchedImage, ImageFailure>, _ text: String, _ url: RequestURL,
    _ item: InputItem
  ) -> (ItemResult, ContactSheet.Entry?) {
    switch result {
    case .failure(let failure):
      var record = ErrorRecord(failure, tool: tool)
      record.describe(item)
      record.url = url.text
      var result = ItemResult(record)
      result.failure?.host = url.host
      return (result, sheet.map { _ in ContactSheet.Entry(record) })
    case .success(let image):
      // Made where the record is written, and again for a sheet: kept in between, it would cost an
      // allocation for each image.
      var result = ItemResult(
        PipeRecords(bytes: 1024) { writer in
          writer.beginObject()
          ImageRecord(image, ref: item.ref, url: text).writeMembers(to: &writer)
          item.writeCopied(to: &writer)
          writer.endObject()
          writer.endLine()
        })
      result.outcome = image.source.rawValue
      result.bytes = image.source == .network ? image.image.bytes : 0
      let entry = sheet.map { _ in
        ContactSheet.Entry(ImageRecord(image, ref: item.ref, url: text))
      }
      return (result, entry)
    }
  }

  private func parsed(
    _ item: InputItem, _ gateway: ImageGateway, _ files: RecordFiles
  ) -> ItemResult {
    do throws(RecordFault) {
      guard let object = item.object else { throw .syntax("not a JSON object") }
      let (url, response) = try ResponseRecord.readAnswer(object, files: files)
      let (result, entry) = result(gateway.take(response, for: url), url.text, url, item)
      return sheet?.watch(result, as: entry) ?? result
    } catch {
      return ItemResult(ErrorRecord(error, item: item, tool: tool))
    }
  }

  private func removed(
    _ asked: ImageURLRecord, _ item: InputItem, _ store: ImageStore
  ) -> ItemResult {
    var record: ErrorRecord
    do throws(FileError) {
      if let image = try store.remove(store.address(asked.url)) {
        var result = ItemResult(
          PipeRecords(bytes: 256) { writer in
            writer.beginObject()
            ImageRemovalRecord(image, ref: item.ref, url: asked.text).writeMembers(to: &writer)
            item.writeCopied(to: &writer)
            writer.endObject()
            writer.endLine()
          })
        result.outcome = "removed"
        return result
      }
      record = ErrorRecord(
        code: .notFound, message: "no image of \"\(asked.url.text)\" is stored", tool: tool)
    } catch {
      record = ErrorRecord(code: .write, message: error.description, tool: tool)
    }
    record.describe(item)
    record.url = asked.url.text
    return ItemResult(record)
  }
}

/// The URLs that a plan has named, as far as it remembers.
private final class PlannedURLs: Sendable {
  private let keys = Mutex<Set<ImageKey>>([])

  /// A million of them: 64 MB.
  private static let maximumCount = 1_000_000

  /// Whether it is new.
  func insert(_ url: RequestURL) -> Bool {
    keys.withLock { keys in
      let key = ImageKey(request: url)
      return keys.count < Self.maximumCount ? keys.insert(key).inserted : !keys.contains(key)
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
