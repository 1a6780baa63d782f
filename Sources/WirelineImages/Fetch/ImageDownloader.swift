internal import Synchronization
internal import WirelineCore
internal import WirelineRequests

/// Downloads images, each in one process at a time, even if several processes share the store.
final class ImageDownloader: Sendable {
  private let executor: any RequestExecuting
  private let fields: RequestFields
  let bodies: StoredBodies
  let longestWait: Duration
  private let locks: ImageLocks
  private let files: WorkQueue
  /// Stores complete images if there is a filter, which is slow.
  private let filtering: WorkQueues?

  /// - Parameters:
  ///   - fields: the header fields of the run, whose secrets are not printed.
  ///   - longestWait: the maximum time to wait for another process that downloads the same image.
  ///   - queuedBytes: the memory for images that wait to be written.
  init(
    executor: any RequestExecuting, fields: RequestFields = RequestFields(), bodies: StoredBodies,
    longestWait: Duration, queuedBytes: Int
  ) {
    self.executor = executor
    self.fields = fields
    self.bodies = bodies
    self.longestWait = longestWait
    let store = bodies.sinks.store
    locks = ImageLocks(directory: store.directory, folderMode: store.options.folderMode)
    files = WorkQueue(maximumBytes: queuedBytes)
    filtering = store.isFiltering ? WorkQueues() : nil
  }

  /// Builds the request for an image, conditional if one is stored (RFC 9110 §13.1).
  static func request(
    _ address: ImageAddress, priority: Int = 0, known: StoredImage? = nil
  ) -> RequestSpecification {
    var headers = address.headers
    if let known, known.hasValidators {
      if let etag = known.entry.etag { headers.append("If-None-Match", etag) }
      if let date = known.entry.lastModified { headers.append("If-Modified-Since", date) }
    }
    return RequestSpecification(url: address.url, headers: headers, priority: priority)
  }

  func secrets(of address: ImageAddress) -> SentSecrets {
    fields.secrets(of: Self.request(address))
  }

  func start(_ request: ImageRequest, completion: @escaping ImageCompletion) {
    let options = request.options
    let sinks = LastSink()
    let lock = DownloadLock(request, bodies, locks: locks, longestWait: longestWait)
    var specification = Self.request(
      request.address, priority: options.priority, known: request.known)
    specification.ref = options.ref
    executor.start(
      specification, gate: lock,
      body: .sink { [self] head in
        // The body of an error response is not an image.
        guard (200..<300).contains(head.status) else { return DiscardSink() }
        return sinks.replace(
          by: ImageSink(bodies.sinks, request, head: head, expected: head.contentLength))
      }
    ) { [self] result in
      if let image = lock.image {
        return completion(.success(FetchedImage(image, source: .joined)))
      }
      let complete: @Sendable (ImageSink?) -> Void = { [self] sink in
        bodies.complete(result, from: sink, for: request) { image in
          // Before the completion, which may end the run.
          lock.end()
          completion(image)
        }
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
}

/// The sink of the last response of a request, which may follow redirects and be retried.
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
