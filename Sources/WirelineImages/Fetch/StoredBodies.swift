internal import WirelineCore
internal import WirelineRequests

/// Turns the bodies of responses into stored images.
struct StoredBodies: Sendable {
  let sinks: ImageSink.Settings
  /// Processes images; nil to store them unchanged.
  var processor: ImageProcessor?

  private var store: ImageStore { sinks.store }

  /// Stores an image of a response that another tool has received. Blocks until it is written, or
  /// until its processing begins soon.
  func store(_ response: Response, for url: RequestURL, completion: @escaping ImageCompletion) {
    let request = ImageRequest(store.address(url))
    processor?.waitForSpace()
    guard case .bytes(let bytes) = response.body, response.isSuccess else {
      return complete(.success(response), for: request, completion: completion)
    }
    let sink = ImageSink(sinks, request, head: response.head, expected: bytes.count)
    do throws(RequestError) {
      try bytes.withUnsafeBufferPointer { bytes throws(RequestError) in
        try sink.receive(UnsafeRawBufferPointer(bytes))
      }
    } catch {
      return complete(.failure(error), from: sink, for: request, completion: completion)
    }
    complete(.success(response), from: sink, for: request, completion: completion)
  }

  /// Stores the image of a response, after processing it if there is a processor.
  ///
  /// - Parameter sink: the last one of the request; nil if no response had an image.
  func complete(
    _ result: Result<Response, RequestError>, from sink: ImageSink? = nil,
    for request: ImageRequest, completion: @escaping ImageCompletion
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
      return completion(withoutContent(response, for: request))
    }
    let url = request.address.url
    let finish: @Sendable (Result<StoredImage, ImageFailure>) -> Void = { image in
      completion(
        image.map { FetchedImage($0, source: .network, response: response, requested: url) }
          .mapError { $0.withResponse(status: response.status, attempts: response.attempts) })
    }
    do throws(ImageFailure) {
      guard let processor else {
        return finish(.success(try store(response, from: sink, for: request)))
      }
      processor.process(try sink.takeOriginal(response), for: request, completion: finish)
    } catch {
      sink.abandon()
      finish(.failure(error))
    }
  }

  /// Moves a complete image to the store, after filtering it if there is a filter.
  private func store(
    _ response: Response, from sink: ImageSink, for request: ImageRequest
  ) throws(ImageFailure) -> StoredImage {
    var (file, image) = try sink.takeFile(response)
    guard store.applyFilter(to: &file, image: &image, request: request, rules: sinks.rules) else {
      throw .request(RequestError(.cancelled))
    }
    return try converting(ImageFailure.write) { () throws(FileError) in
      try store.commit(file, as: image, for: request)
    }
  }

  private func withoutContent(
    _ response: Response, for request: ImageRequest
  ) -> Result<FetchedImage, ImageFailure> {
    guard response.status == 304, let known = request.known else {
      return .failure(
        .status(response.status, attempts: response.attempts, retryAt: retryTime(response)))
    }
    let image = store.renew(known, for: request, headers: response.head.headers)
    return .success(
      FetchedImage(
        image, source: .revalidated, response: response, requested: request.address.url))
  }

  private func retryTime(_ response: Response) -> Int? {
    guard response.status == 429 || response.status == 503 else { return response.retryAt }
    let now = store.now()
    return RetryAfter.wait(response.head.headers, now: now).map { now + Int($0.components.seconds) }
      ?? response.retryAt
  }
}
