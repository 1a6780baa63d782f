internal import Synchronization
internal import WirelineCore
internal import WirelineRequests

/// Fetches images by URL from memory, from the store or over the network, each only once at a time
/// among all processes that share the store.
final class ImageGateway: Sendable {
  typealias Completion = @Sendable (Result<FetchedImage, ImageFailure>) -> Void

  struct Options: Sendable {
    var maximumBodyBytes: Int?
    var rules = ImageRules()
    var refreshes = false
    var isOffline = false
    /// Revalidates stored images that were last checked this many seconds ago; nil for never.
    var revalidationAge: Int?
    var longestWait = Duration.seconds(300)
    var queuedBytes = 512 << 10
  }

  private let executor: any RequestExecuting
  private let store: ImageStore
  private let options: Options
  private let locks: ImageLocks
  private let files: WorkQueue
  /// Stores complete images if there is a filter, which is slow.
  private let filtering: WorkQueues?
  private let buffers: BufferPool
  private let pending = Mutex<[ImageKey: [Completion]]>([:])

  init(executor: any RequestExecuting, store: ImageStore, options: Options = Options()) {
    self.executor = executor
    self.store = store
    self.options = options
    locks = ImageLocks(
      directory: store.directory, folderMode: store.options.folderMode)
    files = WorkQueue(maximumBytes: options.queuedBytes)
    filtering = store.options.filter == nil ? nil : WorkQueues()
    buffers = BufferPool(maximumBytes: options.queuedBytes)
  }

  /// Builds the request for an image, conditional if one is stored (RFC 9110 §13.1).
  static func request(
    _ url: RequestURL, priority: Int = 0, known: StoredImage? = nil
  ) -> RequestSpecification {
    var headers: HeaderFields = ["Accept": "image/*, */*;q=0.5"]
    if let known, known.hasValidators {
      if let etag = known.entry.etag { headers.append("If-None-Match", etag) }
      if let date = known.entry.lastModified { headers.append("If-Modified-Since", date) }
    }
    return RequestSpecification(url: url, headers: headers, priority: priority)
  }

  /// Fetches an image, those of higher priority first. Calls the completion once, on any thread.
  func fetch(
    _ url: RequestURL, priority: Int = 0, latency: ImageLatency? = nil,
    completion: @escaping Completion
  ) {
    let address = store.address(url)
    let isFirst = pending.withLock { pending in
      let isFirst = pending[address.request] == nil
      pending[address.request, default: []].append(completion)
      return isFirst
    }
    guard isFirst else { return }
    let found = store.lookUp(address, latency: latency)
    if let found, !needsRevalidation(found.image) {
      return finish(address.request, .success(FetchedImage(found.image, source: found.source)))
    }
    if options.isOffline { return finish(address.request, .failure(.offline)) }
    download(ImageRequest(address, known: found?.image, latency: latency), priority)
  }

  private func needsRevalidation(_ image: StoredImage) -> Bool {
    if options.isOffline { return false }
    return options.refreshes
      || options.revalidationAge.map { store.time - image.entry.checkedAt >= $0 } ?? false
  }

  private func download(_ request: ImageRequest, _ priority: Int) {
    let address = request.address
    let sinks = LastSink()
    let lock = DownloadLock(request, store, locks, longestWait: options.longestWait)
    executor.start(
      Self.request(address.url, priority: priority, known: request.known), gate: lock,
      body: .newSink { [self] head in
        // The body of an error response is not an image.
        guard (200..<300).contains(head.status) else { return DiscardSink() }
        let length = head.headers["Content-Length"].flatMap { Int($0) }
        return sinks.replace(by: sink(for: head, request, expected: length))
      }
    ) { [self] result in
      if let image = lock.image {
        return finish(address.request, .success(FetchedImage(image, source: .joined)))
      }
      let complete: @Sendable (ImageSink?) -> Void = { sink in
        let image = self.image(result, sink, request)
        lock.end()
        self.finish(address.request, image)
      }
      // Failures are reported immediately, as they may end the run.
      let sink = sinks.last
      if sink == nil, (try? result.get()).map({ $0.status >= 400 }) ?? true { return complete(nil) }
      guard let filtering else {
        return files.add(bytes: sink?.pendingBytes ?? 0) { complete(sink) }
      }
      // Any number of images may wait here, so they must not wait in memory.
      sink?.writePending()
      filtering.add { complete(sink) }
    }
  }

  private func sink(for head: ResponseHead, _ request: ImageRequest, expected: Int?) -> ImageSink {
    ImageSink(
      status: head.status, store: store, buffers: buffers, request: request, expected: expected,
      limit: options.maximumBodyBytes, rules: options.rules,
      robots: options.rules.robotsDirective(in: head.headers))
  }

  /// The number of parallel downloads that stay within a memory budget: up to 256 KB of each image
  /// are in memory.
  static func jobs(within bytes: Int) -> Int { max(1, bytes / ImageHeader.maximumBytes) }

  func secrets(of url: RequestURL) -> SentSecrets {
    executor.secrets(of: Self.request(url))
  }

  // MARK: Stored images

  func isStored(_ url: RequestURL) -> Bool { store.lookUp(store.address(url)) != nil }

  func plan(_ url: RequestURL) -> (action: ImageActionRecord.Action, image: StoredImage?) {
    guard let image = store.lookUp(store.address(url))?.image else { return (.fetch, nil) }
    return (needsRevalidation(image) ? .revalidate : .none, image)
  }

  /// Stores an image of a response that another tool has received. Blocks until it is written.
  func storeBody(of response: Response, for url: RequestURL) -> Result<FetchedImage, ImageFailure> {
    let request = ImageRequest(store.address(url))
    guard case .bytes(let bytes) = response.body, response.isSuccess else {
      return image(.success(response), nil, request)
    }
    let sink = sink(for: response.head, request, expected: bytes.count)
    do throws(RequestError) {
      try bytes.withUnsafeBufferPointer { bytes throws(RequestError) in
        try sink.receive(UnsafeRawBufferPointer(bytes))
      }
    } catch {
      return image(.failure(error), sink, request)
    }
    return image(.success(response), sink, request)
  }

  /// Finishes the run: enforces the limits of the store and writes pending changes of the index.
  ///
  /// - Parameter isComplete: whether all images were requested. Otherwise old images stay, as they
  ///   might still be requested.
  /// - Returns: the removed images.
  func finish(isComplete: Bool = true) throws(SQLiteError) -> ImageIndex.Sweep {
    let isLimited = store.options.maximumBytes != nil || store.options.longestAge != nil
    let sweep =
      isLimited ? try store.prune(keepsOld: options.isOffline || !isComplete) : ImageIndex.Sweep()
    try store.close()
    return sweep
  }

  private func image(
    _ result: Result<Response, RequestError>, _ sink: ImageSink?, _ request: ImageRequest
  ) -> Result<FetchedImage, ImageFailure> {
    let response: Response
    switch result {
    case .failure(let error):
      // Not in the sink's `deinit`: the process may exit before.
      sink?.abandon()
      guard let sink, let rejection = sink.rejection else { return .failure(.request(error)) }
      return .failure(
        rejection.withResponse(status: sink.status, attempts: max(1, error.attempts)))
    case .success(let received): response = received
    }
    let url = request.address.url
    if response.status == 304, let known = request.known {
      let image = store.renew(known, request, headers: response.head.headers)
      return .success(
        FetchedImage(image, source: .revalidated, response: response, requested: url))
    }
    guard response.isSuccess, let sink else {
      sink?.abandon()
      return .failure(
        .status(response.status, attempts: response.attempts, retryAt: retryTime(response)))
    }
    do throws(ImageFailure) {
      let image = try sink.finish(response)
      return .success(FetchedImage(image, source: .network, response: response, requested: url))
    } catch {
      sink.abandon()
      return .failure(error.withResponse(status: response.status, attempts: response.attempts))
    }
  }

  private func retryTime(_ response: Response) -> Int? {
    guard response.status == 429 || response.status == 503,
      let field = response.head.headers["Retry-After"]
    else { return nil }
    let now = store.time
    return RetryAfter.wait(field, now: now).map { now + Int($0.components.seconds) }
  }

  /// Completes a request: the first caller fetched the image, the others joined.
  private func finish(_ request: ImageKey, _ result: Result<FetchedImage, ImageFailure>) {
    let waiting = pending.withLock { $0.removeValue(forKey: request) ?? [] }
    for (index, completion) in waiting.enumerated() {
      completion(index == 0 ? result : result.map(\.joined))
    }
  }
}

private final class LastSink: Sendable {
  private let sink = Mutex<ImageSink?>(nil)

  var last: ImageSink? { sink.withLock { $0 } }

  func replace(by new: ImageSink) -> ImageSink {
    sink.withLock { sink in
      sink?.abandon()
      sink = new
    }
    return new
  }
}
