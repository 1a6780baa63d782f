internal import Synchronization
internal import WirelineCore
internal import WirelineRequests

extension FetchPipeline {
  /// Prints the requests.
  ///
  /// - Parameter complete: adds the options of the run to a request.
  func build(
    _ complete: @escaping @Sendable (RequestSpecification) -> RequestSpecification
  ) async -> ExitStatus {
    await run { request, item, completion in
      let record = RequestRecord(
        complete(
          ImageDownloader.request(
            ImageAddress(request.url, headers: request.options.headers),
            priority: request.options.priority)),
        identifier: item.ref)
      let copied = item.withoutCopies(named: RequestRecord.names)
      let records = PipeRecords(bytes: item.bytes.count) {
        copied.writeRecord(to: &$0, record.writeFields)
      }
      completion(ItemResult(records))
    }
  }

  func plan(_ lookup: ImageLookup) async -> ExitStatus {
    let planned = PlannedURLs()
    return await run { request, item, completion in
      let address = lookup.store.address(request.url, headers: request.options.headers)
      let (action, image) = planned.insert(address) ? lookup.plan(address) : (.join, nil)
      completion(Self.result(action, of: image, url: request.text, item: item))
    }
  }

  func fetch(_ gateway: ImageGateway) async -> ExitStatus {
    await run { [self] request, item, completion in
      gateway.fetch(request.url, request.options) { [self] image in
        completion(result(image, of: request, item: item))
      }
    }
  }

  /// Stores the images in response records.
  ///
  /// - Parameter files: the files that records may name.
  func parse(_ bodies: StoredBodies, _ files: RecordFiles) async -> ExitStatus {
    await input.pipe.run(
      onFinish: finish, onInvalid: invalid,
      prepare: { [self] item in
        .job { [self] in store(item, in: bodies, files: files, completion: $0) }
      })
  }

  func remove(_ store: ImageStore) async -> ExitStatus {
    await run { [self] request, item, completion in
      completion(removed(request, from: store, item: item))
    }
  }

  /// Collects the keys of the items' images, without printing records.
  ///
  /// - Returns: nil for the images if the list may lack some: whatever is tolerated, and also if a
  ///   tool before this one failed.
  func collect() async -> (status: ExitStatus, images: KeptImages?) {
    let images = KeptImages()
    var isWhole = false
    let status = await run(onFinish: {
      isWhole = $0.isComplete && $0.failureCount == 0 && $0.passedThrough == 0
    }) { [self] request, _, completion in
      images.insert(ImageAddress(request.url, input.ignoredQuery).key)
      completion(.skipped)
    }
    return (status, isWhole ? images : nil)
  }

  /// Prints an error record for each item instead of fetching it.
  ///
  /// - Parameter isParsing: whether the items are response records.
  func refuse(_ error: ErrorRecord, isParsing: Bool) async -> ExitStatus {
    if isParsing {
      return await input.pipe.run(prepare: { .result(ItemResult(error.describing($0))) })
    }
    return await run { request, item, completion in
      completion(ItemResult(error.describing(item, request.url)))
    }
  }
}

// MARK: Results

extension FetchPipeline {
  private func result(
    _ result: Result<FetchedImage, ImageFailure>, of request: ImageURLRecord, item: InputItem
  ) -> ItemResult {
    switch result {
    case .failure(let failure):
      let record = ErrorRecord(failure, tool: tool).describing(item, request.url)
      var result = ItemResult(record)
      result.failure?.host = request.url.host
      return result
    case .success(let image):
      if let onHit = recorders.onHit, image.source != .network { onHit(image, request.url.text) }
      hasImages.store(true, ordering: .relaxed)
      let (url, caption) = (request.text, request.caption)
      var result = ItemResult(
        PipeRecords(bytes: 1024) { writer in
          item.writeRecord(to: &writer) { writer in
            ImageRecord(image: image, ref: item.ref, url: url).writeFields(to: &writer)
            if let caption { writer.field("caption", raw: caption) }
          }
        })
      result.outcome = image.source.rawValue
      let entry = image.image.entry
      result.bytes = image.source == .network ? entry.original?.bytes ?? entry.bytes : 0
      return result
    }
  }

  private static func result(
    _ action: ImageActionRecord.Action, of image: StoredImage?, url: String, item: InputItem
  ) -> ItemResult {
    let record = ImageActionRecord(action: action, image: image, ref: item.ref, url: url)
    var result = ItemResult(
      PipeRecords(bytes: 256) { item.writeRecord(to: &$0, record.writeFields) })
    result.outcome = action.rawValue
    return result
  }

  private func store(
    _ item: InputItem, in bodies: StoredBodies, files: RecordFiles,
    completion: @escaping Completion
  ) {
    do throws(InputRecordError) {
      guard let object = item.object else { throw .syntax("not a JSON object") }
      let (url, response) = try ResponseRecord.readResponse(object, files: files)
      let item = item.withoutFields
      guard let completion = numbering(completion, of: url, item: item) else { return }
      bodies.store(response, for: url) { [self] image in
        let request = ImageURLRecord(text: url.text, url: url)
        let result = result(image, of: request, item: item)
        completion(recorders.sheet?.recording(result) ?? result)
      }
    } catch {
      guard let completion = numbering(completion, of: nil, item: item) else { return }
      completion(ItemResult(ErrorRecord(error, item: item, tool: tool)))
    }
  }

  private func removed(
    _ request: ImageURLRecord, from store: ImageStore, item: InputItem
  ) -> ItemResult {
    let record: ErrorRecord
    do throws(FileError) {
      if let image = try store.remove(store.address(request.url)) {
        return Self.result(.removed, of: image, url: request.text, item: item)
      }
      record = ErrorRecord(
        code: .notFound, message: "\"\(request.url.text)\" is not stored", tool: tool)
    } catch {
      record = ErrorRecord(code: .write, message: error.description, tool: tool)
    }
    return ItemResult(record.describing(item, request.url))
  }
}

extension ImageLookup {
  /// The action that a run would take for an image.
  fileprivate func plan(
    _ address: ImageAddress
  ) -> (action: ImageActionRecord.Action, image: StoredImage?) {
    switch step(address) {
    case .use(let image, _): (.none, image)
    case .process: (.process, nil)
    case .request(let image?): (.revalidate, image)
    case .request(nil): (.fetch, nil)
    }
  }
}

extension ErrorRecord {
  /// The record with the input of an item, and its URL.
  func describing(_ item: InputItem, _ url: RequestURL? = nil) -> ErrorRecord {
    var record = self
    record.describe(item)
    if let url { record.url = url.text }
    return record
  }
}

/// The URLs that a plan has named, up to a limit.
private final class PlannedURLs: Sendable {
  private let keys = Mutex<Set<ImageKey>>([])

  /// A million keys need 64 MB.
  private static let maximumCount = 1_000_000

  func insert(_ address: ImageAddress) -> Bool {
    let key = address.request
    return keys.withLock { keys in
      keys.count < Self.maximumCount ? keys.insert(key).inserted : !keys.contains(key)
    }
  }
}
