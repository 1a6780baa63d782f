import WirelineCore
internal import WirelineRequests

/// Plays what is stored into the place where it is wanted.
struct CachePlayback {
  private let request: RequestSpecification
  private let destination: BodyDestination

  init(_ request: RequestSpecification, _ destination: BodyDestination) {
    self.request = request
    self.destination = destination
  }

  /// - Parameter network: the answer that said that what is stored will do; nil
  ///   where nobody was asked.
  func play(
    _ answer: CachedAnswer, _ entry: CacheEntry, _ body: CachedBody, network: Response?
  ) -> Result<Response, RequestError> {
    let sink = DestinationSinks.sink(for: destination, answer.head)
    do throws(RequestError) {
      // A HEAD is answered by what is stored for a GET, without its content.
      if request.method != "HEAD" { try pour(body, into: sink) }
      var response = Response(
        head: answer.head, url: request.url, body: try sink.finish(),
        bodyBytes: request.method == "HEAD" ? 0 : entry.bodyBytes,
        attempts: network?.attempts ?? 0, source: answer.source)
      response.age = answer.age
      response.elapsed = network?.elapsed ?? .zero
      return .success(response)
    } catch {
      var error = error
      error.attempts = network?.attempts ?? 0
      return .failure(error)
    }
  }

  private func pour(_ body: CachedBody, into sink: any DestinationSink) throws(RequestError) {
    var failure: RequestError?
    do throws(FileError) {
      try body.chunks { piece in
        if failure != nil { return }
        do throws(RequestError) {
          try sink.receive(piece)
        } catch {
          failure = error
        }
      }
    } catch {
      failure = RequestError(.readFailed(path: error.path, detail: error.reason))
    }
    if let failure, failure.reason != .cancelled { throw failure }
  }
}
