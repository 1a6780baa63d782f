internal import Synchronization
internal import WirelineCore
package import WirelineRequests

/// Images by URL: remembered, stored, or over the network; the same one never
/// twice at once, in no process that shares the store.
package final class ImageGateway: Sendable {
  package typealias Completion = @Sendable (Result<FetchedImage, ImageFailure>) -> Void

  package struct Options: Sendable {
    /// The largest image in bytes; nil is no limit.
    package var maximumBodyBytes: Int?
    package var rules = ImageRules()
    /// Whether the server is asked although the image is stored.
    package var refreshes = false
    /// Whether what is not stored is not to be had.
    package var isOffline = false
    /// The server is asked whether a stored image is still what it was, when that
    /// was asked so many seconds ago; nil never.
    package var revalidationAge: Int?
    /// For another process that is at the same image.
    package var longestWait = Duration.seconds(300)
    /// What images on their way to the disk may hold in memory.
    package var queuedBytes = 512 << 10

    package init() {}
  }

  private let executor: any RequestExecuting
  private let store: ImageStore
  private let options: Options
  private let locks: ImageLocks
  /// Whole images on their way to the disk.
  private let files: WorkQueue
  /// The same, where a program takes its time with each.
  private let filtering: WorkQueues?
  private let buffers: BufferPool
  /// Who waits for a download that is under way, by what makes two requests one.
  private let flights = Mutex<[ImageKey: [Completion]]>([:])

  package init(
    executor: any RequestExecuting, store: ImageStore, options: Options = Options()
  ) {
    self.executor = executor
    self.store = store
    self.options = options
    locks = ImageLocks(
      directory: store.directory, folderMode: store.options.folderMode)
    files = WorkQueue(maximumBytes: options.queuedBytes)
    filtering = store.options.filter == nil ? nil : WorkQueues()
    buffers = BufferPool(maximumBytes: options.queuedBytes)
  }

  /// The one place where image requests are built.
  ///
  /// - Parameter known: the image that is stored; the server need not send it
  ///   again (RFC 9110 §13.1).
  package static func request(
    _ url: RequestURL, priority: Int = 0, known: StoredImage? = nil
  ) -> RequestSpecification {
    var headers: HeaderFields = ["Accept": "image/*, */*;q=0.5"]
    if let known, known.hasValidators {
      if let etag = known.etag { headers.append("If-None-Match", etag) }
      if let date = known.lastModified { headers.append("If-Modified-Since", date) }
    }
    return RequestSpecification(url: url, headers: headers, priority: priority)
  }

  /// - Parameters:
  ///   - priority: higher goes first.
  ///   - latency: how long the run is to remember the image; nil leaves that to
  ///     the store.
  ///   - completion: called once, from any thread.
  package func fetch(
    _ url: RequestURL, priority: Int = 0, latency: ImageLatency? = nil,
    completion: @escaping Completion
  ) {
    let address = store.address(url)
    let isFirst = flights.withLock { flights in
      let isFirst = flights[address.request] == nil
      flights[address.request, default: []].append(completion)
      return isFirst
    }
    guard isFirst else { return }
    let found = store.lookUp(address, latency: latency)
    if let found, !isToBeChecked(found.image) {
      return land(address.request, .success(FetchedImage(found.image, source: found.source)))
    }
    if options.isOffline {
      return land(address.request, .failure(.offline))
    }
    download(ImageSink.Asked(address, known: found?.image, latency: latency), priority)
  }

  private func isToBeChecked(_ image: StoredImage) -> Bool {
    if options.isOffline { return false }
    return options.refreshes
      || options.revalidationAge.map { store.time - image.checkedAt >= $0 } ?? false
  }

  private func download(_ asked: ImageSink.Asked, _ priority: Int) {
    let address = asked.address
    let sinks = LastSink()
    let make: @Sendable (ResponseHead) -> any ResponseSink = { [self] head in
      // The page that explains a 404 is no image.
      guard (200..<300).contains(head.status) else { return DiscardSink() }
      return sinks.keep(
        ImageSink(
          status: head.status, store: store, buffers: buffers, asked: asked,
          expected: head.headers["Content-Length"].flatMap { Int($0) },
          limit: options.maximumBodyBytes, rules: options.rules,
          robots: options.rules.robotsDirective(in: head.headers)))
    }
    let turn = ImageTurn(
      address, store, locks, known: asked.known, longestWait: options.longestWait)
    executor.start(
      Self.request(address.url, priority: priority, known: asked.known), gate: turn,
      body: .newSink(make)
    ) { [self] result in
      if let image = turn.image {
        return land(address.request, .success(FetchedImage(image, source: .joined)))
      }
      let finish: @Sendable (ImageSink?) -> Void = { sink in
        let image = self.image(result, sink, asked)
        turn.end()
        self.land(address.request, image)
      }
      // Told at once: it may be what ends the run.
      let sink = sinks.last
      if sink == nil, (try? result.get()).map({ $0.status >= 400 }) ?? true { return finish(nil) }
      store(sink, finish)
    }
  }

  /// Has an image that is whole stored, by a thread that may wait for that.
  private func store(_ sink: ImageSink?, _ body: @escaping @Sendable (ImageSink?) -> Void) {
    guard let filtering else {
      return files.add(bytes: sink?.pendingBytes ?? 0) { body(sink) }
    }
    // As many images may wait here as there are lines in work.
    sink?.settle()
    filtering.add { body(sink) }
  }

  /// How many images may be fetched at once, so that what of them is in memory
  /// stays within a budget: of each image the first 256 KB at most are.
  ///
  /// - Parameter bytes: the budget.
  package static func jobs(within bytes: Int) -> Int { max(1, bytes / ImageHeader.maximumBytes) }

  /// What is sent with the request for an image and must not be shown.
  package func secrets(of url: RequestURL) -> SentSecrets {
    executor.secrets(of: Self.request(url))
  }

  // MARK: Without the network

  /// What `fetch` would do.
  package enum Plan: Sendable {
    case fetch
    case revalidate(StoredImage)
    case nothing(StoredImage)
  }

  package func isStored(_ url: RequestURL) -> Bool { store.lookUp(store.address(url)) != nil }

  package func plan(_ url: RequestURL) -> Plan {
    guard let found = store.lookUp(store.address(url)) else { return .fetch }
    return isToBeChecked(found.image) ? .revalidate(found.image) : .nothing(found.image)
  }

  /// Stores an image that somebody else has fetched; blocks as long as that takes.
  ///
  /// - Parameter url: the one that was asked.
  package func take(_ response: Response, for url: RequestURL) -> Result<FetchedImage, ImageFailure>
  {
    let asked = ImageSink.Asked(store.address(url))
    guard case .bytes(let bytes) = response.body, response.isSuccess else {
      return image(.success(response), nil, asked)
    }
    let sink = ImageSink(
      status: response.status, store: store, buffers: buffers, asked: asked,
      expected: bytes.count,
      limit: options.maximumBodyBytes, rules: options.rules,
      robots: options.rules.robotsDirective(in: response.head.headers))
    do throws(RequestError) {
      try bytes.withUnsafeBufferPointer { bytes throws(RequestError) in
        try sink.receive(UnsafeRawBufferPointer(bytes))
      }
    } catch {
      return image(.failure(error), sink, asked)
    }
    return image(.success(response), sink, asked)
  }

  /// Ends the run: keeps the store within its limits, and writes what the index
  /// does not have yet.
  ///
  /// - Parameter isWhole: whether all that was to be asked for was; only then nothing else
  ///   is wanted, and what is too old goes.
  /// - Returns: what had to go.
  package func finish(isWhole: Bool = true) throws(ImageIndexFailure) -> ImageIndex.Sweep {
    let isLimited = store.options.maximumBytes != nil || store.options.longestAge != nil
    let sweep =
      isLimited ? try store.prune(keepsOld: options.isOffline || !isWhole) : ImageIndex.Sweep()
    try store.close()
    return sweep
  }

  private func image(
    _ result: Result<Response, RequestError>, _ sink: ImageSink?, _ asked: ImageSink.Asked
  ) -> Result<FetchedImage, ImageFailure> {
    let response: Response
    switch result {
    case .failure(let error):
      // Not left to the sink's end: the process may end first.
      sink?.abandon()
      guard let sink, let rejection = sink.rejection else { return .failure(.request(error)) }
      return .failure(
        rejection.answered(status: sink.status, attempts: max(1, error.attempts)))
    case .success(let answer): response = answer
    }
    let url = asked.address.url
    if response.status == 304, let known = asked.known {
      let image = store.renew(
        known, asked.address, headers: response.head.headers, latency: asked.latency)
      return .success(
        FetchedImage(image, source: .revalidated, response: response, asked: url))
    }
    guard response.isSuccess, let sink else {
      sink?.abandon()
      return .failure(
        .status(response.status, attempts: response.attempts, retryAt: retryTime(response)))
    }
    do throws(ImageFailure) {
      return .success(
        FetchedImage(
          try sink.finish(response), source: .network, response: response, asked: url))
    } catch {
      sink.abandon()
      return .failure(error.answered(status: response.status, attempts: response.attempts))
    }
  }

  /// When the server says to try again, in seconds since 1970; nil where it does not.
  private func retryTime(_ response: Response) -> Int? {
    guard response.status == 429 || response.status == 503,
      let field = response.head.headers["Retry-After"]
    else { return nil }
    let now = store.time
    return RetryAfter.wait(field, now: now).map { now + Int($0.components.seconds) }
  }

  /// Tells everyone who waits: the first fetched it, the others joined.
  private func land(_ request: ImageKey, _ result: Result<FetchedImage, ImageFailure>) {
    let waiting = flights.withLock { $0.removeValue(forKey: request) ?? [] }
    for (index, completion) in waiting.enumerated() {
      completion(index == 0 ? result : result.map(\.joined))
    }
  }
}

/// The sink of the last attempt, whose content counts.
private final class LastSink: Sendable {
  private let sink = Mutex<ImageSink?>(nil)

  var last: ImageSink? { sink.withLock { $0 } }

  func keep(_ new: ImageSink) -> ImageSink {
    sink.withLock { sink in
      sink?.abandon()
      sink = new
    }
    return new
  }
}
