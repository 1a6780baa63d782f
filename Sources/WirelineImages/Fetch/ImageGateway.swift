internal import Synchronization
internal import WirelineRequests

/// Fetches images by URL from memory, from the store or over the network. Concurrent fetches of an
/// image share one result.
final class ImageGateway: Sendable {
  let lookup: ImageLookup
  let downloader: ImageDownloader
  private let names = NameClaims()
  private let pending = Mutex<[ImageKey: [ImageCompletion]]>([:])

  var store: ImageStore { lookup.store }

  init(lookup: ImageLookup, downloader: ImageDownloader) {
    self.lookup = lookup
    self.downloader = downloader
  }

  /// Fetches an image and calls the completion once, on any thread. Images of higher priority are
  /// fetched first. Names are given in the order of the calls.
  func fetch(
    _ url: RequestURL, _ options: ImageRequest.Options = .init(),
    completion: @escaping ImageCompletion
  ) {
    let address = store.address(url, headers: options.headers)
    var (options, completion) = (options, completion)
    if let name = options.name.map({ names.claim($0, for: address.key) }) {
      options.name = name
      // The image may be stored under the name that another line gave it.
      completion = { [store, completion] image in
        completion(image.flatMap { store.named($0, name).mapError(ImageFailure.write) })
      }
    }
    // Only requests that expect the same hash share a result.
    let key = options.expected.map { address.request.expecting($0) } ?? address.request
    if pending.withLock({ $0.isEmpty ? nil : $0[key]?.append(completion) }) != nil { return }
    switch lookup.step(address, memoryClass: options.memoryClass, expected: options.expected) {
    case .use(let image, let source):
      completion(accepted(FetchedImage(image, source: source)))
    case .process(let image):
      if let failure = lookup.rejection(of: image) { return completion(.failure(failure)) }
      if isFirst(completion, for: key) {
        process(image, for: ImageRequest(address, options), key: key)
      }
    case .request where lookup.isOffline: completion(.failure(.offline))
    case .request(let known):
      if isFirst(completion, for: key) {
        download(ImageRequest(address, options, known: known), key: key)
      }
    }
  }

  /// Notes a caller that waits for a request. Returns whether no other one waits.
  private func isFirst(_ completion: @escaping ImageCompletion, for key: ImageKey) -> Bool {
    pending.withLock { pending in
      defer { pending[key, default: []].append(completion) }
      return pending[key] == nil
    }
  }

  /// Processes a stored original; if its file turns out to be damaged, fetches it again.
  private func process(_ original: StoredImage, for request: ImageRequest, key: ImageKey) {
    let unprocessed = UnprocessedImage(original, for: request.address)
    lookup.processor?.process(unprocessed, for: request) { [self] image in
      if case .failure = image, !lookup.isOffline, store.hasChanged(original) {
        return download(request, key: key)
      }
      finish(key, of: request.address, image.map { FetchedImage($0, source: .storage) })
    }
  }

  private func download(_ request: ImageRequest, key: ImageKey) {
    downloader.start(request) { [self] in finish(key, of: request.address, $0) }
  }

  /// Completes a request: the first caller fetched the image, the others joined.
  private func finish(
    _ request: ImageKey, of address: ImageAddress, _ result: Result<FetchedImage, ImageFailure>
  ) {
    let result = result.flatMap(accepted).mapError { $0.hiding(downloader.secrets(of: address)) }
    // Removed before the calls: a later fetch finds the stored image, or tries again.
    let waiting = pending.withLock { $0.removeValue(forKey: request) ?? [] }
    for (index, completion) in waiting.enumerated() {
      completion(index == 0 ? result : result.map(\.joined))
    }
  }

  /// Applies the rules, which concern stored images too.
  private func accepted(_ fetched: FetchedImage) -> Result<FetchedImage, ImageFailure> {
    lookup.rejection(of: fetched.image).map { .failure($0) } ?? .success(fetched)
  }
}
