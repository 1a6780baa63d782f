internal import Synchronization
internal import WirelineCore
internal import WirelineRequests

/// Fetches images by URL from memory, from the store or over the network, each only once at a time
/// among all processes that share the store.
final class ImageGateway: Sendable {
  typealias Completion = @Sendable (Result<FetchedImage, ImageFailure>) -> Void

  struct Options: Sendable {
    /// The largest image in bytes; nil for no limit.
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
  let store: ImageStore
  let options: Options
  private let locks: ImageLocks
  private let files: WorkQueue
  /// Stores complete images if there is a filter, which is slow.
  private let filtering: WorkQueues?
  private let buffers: BufferPool
  /// Nil to store images as they are.
  let processor: ImageProcessor?
  private let names = NameClaims()
  private let pending = Mutex<[ImageKey: [Completion]]>([:])

  /// - Parameter processor: processes the images of a store with a recipe.
  init(
    executor: any RequestExecuting, store: ImageStore, processor: ImageProcessor? = nil,
    options: Options = Options()
  ) {
    self.executor = executor
    self.processor = processor
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
    var headers: HeaderFields = [:]
    if let known, known.hasValidators {
      if let etag = known.entry.etag { headers.append("If-None-Match", etag) }
      if let date = known.entry.lastModified { headers.append("If-Modified-Since", date) }
    }
    return RequestSpecification(url: url, headers: headers, priority: priority)
  }

  /// Fetches an image, those of higher priority first. Calls the completion once, on any thread.
  ///
  /// - Parameter ref: the reference to the input item, for logs.
  func fetch(
    _ url: RequestURL, priority: Int = 0, latency: ImageLatency? = nil,
    expected: ExpectedHash? = nil, name: ImageName? = nil, ref: [UInt8]? = nil,
    completion: @escaping Completion
  ) {
    let address = store.address(url)
    // Only requests that expect the same hash share a result.
    let key = expected.map { address.request.expecting($0) } ?? address.request
    let isFirst = pending.withLock { pending in
      let isFirst = pending[key] == nil
      pending[key, default: []].append(completion)
      return isFirst
    }
    guard isFirst else { return }
    var known: StoredImage?
    var original: StoredImage?
    switch step(address, latency, expected) {
    case .use(let image, let source):
      return finish(key, .success(FetchedImage(image, source: source)))
    case .process(let image):
      if let failure = options.rules.rejection(of: image) { return finish(key, .failure(failure)) }
      original = image
    case .request(let image): known = image
    }
    let request = ImageRequest(
      address, known: known, latency: latency, expected: expected, name: name, ref: ref)
    if let original { return process(original, request, key, priority) }
    if options.isOffline { return finish(key, .failure(.offline)) }
    download(request, key, priority)
  }

  /// Processes a stored original; if its file turns out to be damaged, fetches it again.
  private func process(
    _ original: StoredImage, _ request: ImageRequest, _ key: ImageKey, _ priority: Int
  ) {
    var image = original.entry
    image.key = request.address.key
    image.flags.removeAll { $0 == StoredImage.unprocessedFlag }
    let unprocessed = UnprocessedImage(
      image: image, content: .file(path: original.path), temporary: nil)
    processor?.process(unprocessed, request) { [self] image in
      if case .failure = image, !options.isOffline, store.hasChanged(original) {
        return download(request, key, priority)
      }
      finish(key, image.map { FetchedImage($0, source: .storage) })
    }
  }

  /// Claims the name of an image; called in the order of the input.
  func claim(_ name: ImageName, for url: RequestURL) -> ImageName {
    names.claim(name, for: store.address(url).key)
  }

  /// Returns the image under a name, under which this creates a link if necessary.
  func named(_ image: FetchedImage, _ name: ImageName) -> Result<FetchedImage, ImageFailure> {
    do throws(FileError) {
      var named = image
      named.image = try store.named(image.image, name)
      return .success(named)
    } catch {
      return .failure(.write(error))
    }
  }

  private func download(_ request: ImageRequest, _ key: ImageKey, _ priority: Int) {
    let address = request.address
    let sinks = LastSink()
    let lock = DownloadLock(
      request, store, locks, longestWait: options.longestWait, processor: processor)
    var specification = Self.request(address.url, priority: priority, known: request.known)
    specification.ref = request.ref
    executor.start(
      specification, gate: lock,
      body: .newSink { [self] head in
        // The body of an error response is not an image.
        guard (200..<300).contains(head.status) else { return DiscardSink() }
        let length = head.headers["Content-Length"].flatMap { Int($0) }
        return sinks.replace(by: sink(for: head, request, expected: length))
      }
    ) { [self] result in
      if let image = lock.image {
        return finish(key, .success(FetchedImage(image, source: .joined)))
      }
      let end: @Sendable (Result<FetchedImage, ImageFailure>) -> Void = { image in
        lock.end()
        self.finish(key, image)
      }
      let complete: @Sendable (ImageSink?) -> Void = { sink in
        self.complete(result, sink, request, end)
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

  /// The number of parallel downloads that stay within a memory budget.
  static func jobs(within bytes: Int, isProcessing: Bool) -> Int {
    max(1, bytes / ImageSink.memoryBytes(isProcessed: isProcessing))
  }

  func secrets(of url: RequestURL) -> SentSecrets {
    executor.secrets(of: Self.request(url))
  }

  // MARK: Stored images

  func isStored(_ url: RequestURL) -> Bool { store.lookUp(store.address(url)) != nil }

  /// Stores an image of a response that another tool has received. Blocks until it is written, or
  /// until its processing begins soon.
  func storeBody(of response: Response, for url: RequestURL, completion: @escaping Completion) {
    let request = ImageRequest(store.address(url))
    processor?.waitForSpace()
    guard case .bytes(let bytes) = response.body, response.isSuccess else {
      return complete(.success(response), nil, request, completion)
    }
    let sink = sink(for: response.head, request, expected: bytes.count)
    do throws(RequestError) {
      try bytes.withUnsafeBufferPointer { bytes throws(RequestError) in
        try sink.receive(UnsafeRawBufferPointer(bytes))
      }
    } catch {
      return complete(.failure(error), sink, request, completion)
    }
    complete(.success(response), sink, request, completion)
  }

  /// Finishes the run: enforces the limits of the store and writes pending changes of the index.
  ///
  /// - Parameter isComplete: whether all images were requested. Otherwise old images stay, as they
  ///   might still be requested.
  /// - Returns: the removed images.
  func finish(isComplete: Bool = true) throws(SQLiteError) -> ImageIndex.Sweep {
    processor?.stop()
    let sweep = try store.prune(keepsOld: options.isOffline || !isComplete)
    try store.close()
    return sweep
  }

  /// Completes a request: the first caller fetched the image, the others joined. The rules apply to
  /// stored images too, which may have been stored without them.
  private func finish(_ request: ImageKey, _ result: Result<FetchedImage, ImageFailure>) {
    var result = result
    if case .success(let fetched) = result,
      let failure = options.rules.rejection(of: fetched.image)
    {
      result = .failure(failure)
    }
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
