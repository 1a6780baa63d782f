internal import Synchronization
internal import WirelineCore
internal import WirelineRequests

/// The input of a run, before its items are processed.
struct FetchInput: Sendable {
  let pipe: ToolPipe
  let reader: ImageURLReader
  let skipsMissing: Bool
  /// The query parameters that do not identify an image.
  let ignoredQuery: IgnoredQuery?
  /// The part of the list that this run handles; nil for all of it.
  let shard: BatchPart?
  /// Whether the input is a stream rather than a single item.
  let isStream: Bool
}

/// The destinations of results other than the output.
struct FetchRecorders: Sendable {
  var ledger: BatchLedger?
  var sheet: SheetWriter?
  var tar: TarWriter?
  /// Reports an image that was not downloaded; nil if the options do not request it.
  var onHit: (@Sendable (FetchedImage, _ url: String) -> Void)?
  /// The processing, as part of the keys of the journal.
  var variant: String?
  /// Whether an image that is in the journal is still stored.
  var isStored: @Sendable (RequestURL) -> Bool = { _ in true }
}

/// Maps items to image records.
///
/// A class, so that the closures of each image capture one reference instead of all fields.
final class FetchPipeline: Sendable {
  /// The table of a plan and of removed images.
  static let actions = TableView(optionalLast: ["ref", "action", "url", "bytes", "path"])
  static let images = TableView(
    optionalLast: ["ref", "source", "url", "format", "width", "height", "bytes", "path"])

  let tool: String
  let input: FetchInput
  let recorders: FetchRecorders
  /// Whether the record of an image was printed.
  let hasImages = Atomic(false)

  init(tool: String, _ input: FetchInput, _ recorders: FetchRecorders = .init()) {
    self.tool = tool
    self.input = input
    self.recorders = recorders
  }

  typealias Completion = @Sendable (ItemResult) -> Void
  typealias Work = @Sendable (ImageURLRecord, InputItem, @escaping Completion) -> Void

  func run(
    onFinish: (PipeOutcome) -> Void = { _ in }, each work: @escaping Work
  ) async -> ExitStatus {
    await input.pipe.run(
      onFinish: { outcome in
        finish(outcome)
        onFinish(outcome)
      },
      onInvalid: invalid, prepare: { [self] in prepare($0, work: work) })
  }

  func finish(_ outcome: PipeOutcome) { recorders.tar?.endInput(isComplete: outcome.isComplete) }

  private func prepare(_ item: InputItem, work: @escaping Work) -> RecordPipe.Prepared {
    let requests: [Result<ImageURLRecord, InputRecordError>]
    do throws(InputRecordError) {
      requests = try input.reader.read(item)
    } catch {
      if input.skipsMissing, case .missingURL = error { return .result(.skipped) }
      requests = [.failure(error)]
    }
    let item = item.withoutFields
    return .job { [self] completion in
      if requests.count == 1, let request = requests.first {
        return start(request, item: item, work: work, completion: completion)
      }
      let parts = PartResults(requests.count, completion)
      for (index, request) in requests.enumerated() {
        start(request, item: item, work: work) { parts.finish($0, at: index) }
      }
    }
  }

  private func start(
    _ request: Result<ImageURLRecord, InputRecordError>, item: InputItem, work: Work,
    completion: @escaping Completion
  ) {
    let url = try? request.get().url
    if let shard = input.shard, !shard.contains(url, line: item.line) {
      return completion(.otherShard)
    }
    guard let completion = numbering(completion, of: url, item: item) else { return }
    let key = recorders.ledger.map { _ in
      let text =
        url.flatMap { input.ignoredQuery?.identity(of: $0) }
        ?? (try? request.get().text) ?? ""
      return JournalKey(ref: item.ref, url: recorders.variant.map { "\(text) \($0)" } ?? text)
    }
    if let key, let result = finished(key, url) {
      return completion(recorders.sheet?.recording(result) ?? result)
    }
    let finish = recording(completion, key: key, url: url)
    switch request {
    case .failure(let error):
      var record = ErrorRecord(error, item: item, tool: tool)
      switch error {
      case .invalidURL(let text, _, let hint): (record.url, record.hint) = (text, hint)
      case .missingURL:
        record.hint = "--url-field selects another field, --skip-missing skips such records"
      default: break
      }
      finish(ItemResult(record))
    case .success(let request): work(request, item, finish)
    }
  }

  /// Numbers an image for its shard, if there are shards.
  ///
  /// - Returns: a completion that adds the result to the shard; nil if the item is finished.
  func numbering(
    _ completion: @escaping Completion, of url: RequestURL?, item: InputItem
  ) -> Completion? {
    guard let tar = recorders.tar else { return completion }
    switch tar.begin(url.map { input.ignoredQuery?.identity(of: $0) ?? $0.text } ?? "") {
    case .process(let position):
      return { completion(tar.recording($0, at: position, item: item)) }
    case .skip: completion(.skipped)
    case .refuse(let failure):
      completion(ItemResult(ErrorRecord(failure, tool: tool).describing(item, url)))
    }
    return nil
  }

  /// The result of an invalid line, which takes the place of an image in a shard.
  func invalid(_ record: ErrorRecord) -> ItemResult {
    let result = ItemResult(record)
    guard let tar = recorders.tar else { return result }
    switch tar.begin("") {
    case .process(let position): return tar.recording(result, at: position, item: nil)
    case .skip: return .skipped
    case .refuse: return result
    }
  }

  /// The result in the journal, if the image is still stored.
  private func finished(_ key: JournalKey, _ url: RequestURL?) -> ItemResult? {
    recorders.ledger?.finished(key, host: url?.host) { url.map(recorders.isStored) ?? true }
  }

  /// Returns a completion that adds the result to the journal and to the contact sheet.
  private func recording(
    _ completion: @escaping Completion, key: JournalKey?, url: RequestURL?
  ) -> Completion {
    let (ledger, sheet) = (recorders.ledger, recorders.sheet)
    if key == nil, sheet == nil { return completion }
    return { result in
      var result = result
      if let key, let ledger { result = ledger.note(result, for: key, url: url) }
      completion(sheet?.recording(result) ?? result)
    }
  }
}

private final class PartResults: Sendable {
  private struct State: Sendable {
    var results: [ItemResult?]
    var missing: Int
  }

  private let state: Mutex<State>
  private let completion: @Sendable (ItemResult) -> Void

  init(_ count: Int, _ completion: @escaping @Sendable (ItemResult) -> Void) {
    state = Mutex(State(results: [ItemResult?](repeating: nil, count: count), missing: count))
    self.completion = completion
  }

  func finish(_ result: ItemResult, at index: Int) {
    let all: [ItemResult]? = state.withLock { state in
      state.results[index] = result
      state.missing -= 1
      return state.missing == 0 ? state.results.compactMap { $0 } : nil
    }
    if let all { completion(ItemResult(parts: all)) }
  }
}
