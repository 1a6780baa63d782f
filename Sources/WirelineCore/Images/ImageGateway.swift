internal import Synchronization

/// Images by URL: from the store if they are there, else over the network, the
/// same URL never twice at once, in no process that shares the store.
package final class ImageGateway: Sendable {
  package typealias Completion = @Sendable (Result<FetchedImage, ImageFailure>) -> Void
  package struct Options: Sendable {
    /// The largest image in bytes; nil is no limit.
    package var maximumBodyBytes: Int?
    package var rules = ImageRules()
    /// Whether the server is asked although the image is stored.
    package var refreshes = false

    package init() {}
  }

  private let executor: any RequestExecuting
  private let store: ImageStore
  private let options: Options
  private let locks: ImageLocks
  /// Whole images on their way to the disk.
  private let files = WorkQueue(maximumBytes: 8 << 20)
  /// Who waits for a download that is under way.
  private let flights = Mutex<[StoragePath: [Completion]]>([:])

  package init(
    executor: any RequestExecuting, store: ImageStore, options: Options = Options()
  ) {
    self.executor = executor
    self.store = store
    self.options = options
    locks = ImageLocks(directory: store.directory)
  }

  /// The one place where image requests are built.
  package static func request(_ url: RequestURL, priority: Int = 0) -> RequestSpecification {
    RequestSpecification(url: url, headers: ["Accept": "image/*, */*;q=0.5"], priority: priority)
  }

  /// - Parameter completion: called once, from any thread.
  package func fetch(_ url: RequestURL, priority: Int = 0, completion: @escaping Completion) {
    let place = StoragePath(url: url.text)
    let isFirst = flights.withLock { flights in
      let isFirst = flights[place] == nil
      flights[place, default: []].append(completion)
      return isFirst
    }
    guard isFirst else { return }
    if !options.refreshes, let image = store.lookUp(place) {
      return land(place, .success(FetchedImage(image, source: .storage)))
    }
    download(url, priority, place)
  }

  private func download(_ url: RequestURL, _ priority: Int, _ place: StoragePath) {
    let sinks = LastSink()
    let make: @Sendable (ResponseHead) -> any ResponseSink = { [self] head in
      // The page that explains a 404 is no image.
      guard (200..<300).contains(head.status) else { return DiscardSink() }
      return sinks.keep(
        ImageSink(
          store: store, place: place,
          expected: head.headers["Content-Length"].flatMap { Int($0) },
          limit: options.maximumBodyBytes, rules: options.rules,
          robots: options.rules.robotsDirective(in: head.headers)))
    }
    let turn = ImageTurn(place, store, locks, looksFirst: !options.refreshes)
    executor.start(
      Self.request(url, priority: priority), gate: turn, body: .newSink(make)
    ) { [self] result in
      if let image = turn.image {
        return land(place, .success(FetchedImage(image, source: .joined)))
      }
      let sink = sinks.last
      files.add(bytes: sink?.pendingBytes ?? 0) {
        let image = self.image(result, sink, url)
        turn.end()
        self.land(place, image)
      }
    }
  }

  private func image(
    _ result: Result<Response, RequestError>, _ sink: ImageSink?, _ url: RequestURL
  ) -> Result<FetchedImage, ImageFailure> {
    switch result {
    case .failure(let error): return .failure(sink?.rejection ?? .request(error))
    case .success(let response):
      guard response.isSuccess, let sink else {
        return .failure(.status(response.status, attempts: response.attempts))
      }
      do throws(ImageFailure) {
        return .success(
          FetchedImage(try sink.finish(), source: .network, response: response, asked: url))
      } catch {
        return .failure(error)
      }
    }
  }

  /// Tells everyone who waits: the first fetched it, the others joined.
  private func land(_ place: StoragePath, _ result: Result<FetchedImage, ImageFailure>) {
    let waiting = flights.withLock { $0.removeValue(forKey: place) ?? [] }
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
    sink.withLock { $0 = new }
    return new
  }
}
