internal import WirelineCore
internal import WirelineRequests

/// Turns the bodies of responses into stored images.
struct StoredBodies: Sendable {
  let sinks: ImageSink.Settings
  /// Nil to store images unchanged.
  var processor: ImageProcessor?

  private var store: ImageStore { sinks.store }

  /// Stores an image of a response that another tool has received. Blocks until it is written, or
  /// until its processing begins soon.
  func store(_ response: Response, for url: RequestURL, completion: @escaping ImageCompletion) {
    let request = ImageRequest(store.address(url))
    processor?.waitForSpace()
    guard case .bytes(let bytes) = response.body, response.isSuccess else {
      return complete(.success(response), nil, request, completion)
    }
    let sink = ImageSink(sinks, request, response.head, expected: bytes.count)
    do throws(RequestError) {
      try bytes.withUnsafeBufferPointer { bytes throws(RequestError) in
        try sink.receive(UnsafeRawBufferPointer(bytes))
      }
    } catch {
      return complete(.failure(error), sink, request, completion)
    }
    complete(.success(response), sink, request, completion)
  }

  /// Stores the image of a response, after processing it if there is a processor.
  ///
  /// - Parameter sink: the last one of the request; nil if no response had an image.
  func complete(
    _ result: Result<Response, RequestError>, _ sink: ImageSink?, _ request: ImageRequest,
    _ completion: @escaping ImageCompletion
  ) {
    let response: Response
    switch result {
    case .failure(let error):
      // Not in the sink's `deinit`: the process may exit before.
      sink?.abandon()
      guard let sink, let rejection = sink.rejection else {
        return completion(.failure(.request(error)))
      }
      return completion(
        .failure(rejection.withResponse(status: sink.status, attempts: max(1, error.attempts))))
    case .success(let received): response = received
    }
    guard response.isSuccess, let sink else {
      sink?.abandon()
      return completion(withoutContent(response, request))
    }
    let url = request.address.url
    let finish: @Sendable (Result<StoredImage, ImageFailure>) -> Void = { image in
      completion(
        image.map { FetchedImage($0, source: .network, response: response, requested: url) }
          .mapError { $0.withResponse(status: response.status, attempts: response.attempts) })
    }
    do throws(ImageFailure) {
      guard let processor else { return finish(.success(try store(sink, response, request))) }
      let original = try sink.takeOriginal(response)
      if store.options.keepsOriginals {
        try converting(ImageFailure.write) { () throws(FileError) in
          try processor.storeOriginal(original, request)
        }
      }
      processor.process(original, request, completion: finish)
    } catch {
      sink.abandon()
      finish(.failure(error))
    }
  }

  /// Moves a complete image to the store, after filtering it if there is a filter.
  private func store(
    _ sink: ImageSink, _ response: Response, _ request: ImageRequest
  ) throws(ImageFailure) -> StoredImage {
    var (file, image) = try sink.takeFile(response)
    guard store.applyFilter(to: &file, &image, request, sinks.rules) else {
      throw .request(RequestError(.cancelled))
    }
    return try converting(ImageFailure.write) { () throws(FileError) in
      try store.commit(file, request, image)
    }
  }

  private func withoutContent(
    _ response: Response, _ request: ImageRequest
  ) -> Result<FetchedImage, ImageFailure> {
    guard response.status == 304, let known = request.known else {
      return .failure(
        .status(response.status, attempts: response.attempts, retryAt: retryTime(response)))
    }
    renewOriginal(of: known, request, response)
    let image = store.renew(known, request, headers: response.head.headers)
    return .success(
      FetchedImage(
        image, source: .revalidated, response: response, requested: request.address.url))
  }

  /// Renews the original that is stored beside an image, unless it is of another version.
  private func renewOriginal(
    of image: StoredImage, _ request: ImageRequest, _ response: Response
  ) {
    let address = store.originalAddress(request.address.url)
    guard image.entry.original != nil, let original = store.lookUp(address)?.image,
      original.entry.sha256 == image.entry.original?.sha256
    else { return }
    _ = store.renew(original, ImageRequest(address), headers: response.head.headers)
  }

  private func retryTime(_ response: Response) -> Int? {
    guard response.status == 429 || response.status == 503,
      let field = response.head.headers["Retry-After"]
    else { return nil }
    let now = store.now()
    return RetryAfter.wait(field, now: now).map { now + Int($0.components.seconds) }
  }
}
