import Synchronization
import WirelineCore
import WirelineRequests

/// The response cache of a run, with its requests in flight.
struct ResponseCache: Sendable {
  let setup: CacheSetup
  let flights = SingleFlight()
  let refreshes = CacheRefreshes()
  /// Reports the use of a stored response for a request with its credentials, and why the server
  /// did not provide a response; nil for no reports.
  var reportUse: (@Sendable (CachedResponse, RequestSpecification, _ failure: String?) -> Void)?
}

/// Requests through the cache that are in flight: an equal request waits for the first one and then
/// looks in the cache again.
final class SingleFlight: Sendable {
  private let waiting = Mutex<[String: [@Sendable () -> Void]]>([:])

  /// - Returns: true if no equal request was in flight, so the caller's now is.
  func begin(_ key: String, orWait waiter: @escaping @Sendable () -> Void) -> Bool {
    waiting.withLock { waiting in
      if waiting[key] != nil {
        waiting[key]?.append(waiter)
        return false
      }
      waiting[key] = []
      return true
    }
  }

  func finish(_ key: String) {
    let waiters = waiting.withLock { $0.removeValue(forKey: key) ?? [] }
    // After the lock is released: a waiter may begin a flight with the same key.
    for waiter in waiters { waiter() }
  }
}

/// Counts background revalidations (RFC 5861 §3). A run that exits before they finish would leave
/// the cache stale.
final class CacheRefreshes: Sendable {
  private struct State: Sendable {
    var count = 0
    var waiting: [@Sendable () -> Void] = []
  }

  private let state = Mutex(State())

  func begin() { state.withLock { $0.count += 1 } }

  func end() {
    let isDone = state.withLock { state in
      state.count -= 1
      return state.count == 0
    }
    if isDone { release() }
  }

  /// Calls the waiter when no revalidation is in flight any more.
  ///
  /// - Returns: false if none is in flight now; then the waiter is not called.
  func wait(_ waiter: @escaping @Sendable () -> Void) -> Bool {
    state.withLock { state in
      if state.count > 0 { state.waiting.append(waiter) }
      return state.count > 0
    }
  }

  /// Calls the waiters that have not been called.
  func release() {
    // Called at the end of the last revalidation and at a time limit. The first call empties the
    // list, so no waiter is called twice: a continuation may be resumed only once.
    let waiting = state.withLock { state in
      defer { state.waiting = [] }
      return state.waiting
    }
    for waiter in waiting { waiter() }
  }
}

/// Delivers a stored response to its destination. A body that fails its check counts as a cache
/// miss.
struct CachePlayback {
  let request: RequestSpecification
  let destination: BodyDestination

  /// - Parameter network: the response that validated the stored one; nil if no request was sent.
  func play(
    _ cached: CachedResponse, of entry: CacheEntry, body: CachedBody, network: Response?
  ) -> Result<Response, RequestError> {
    let sink = DestinationSinks.sink(for: destination, cached.head)
    do throws(RequestError) {
      // A stored GET response serves HEAD, without its content.
      if request.method != "HEAD" { try send(body, into: sink) }
      var response = Response(
        head: cached.head, url: request.url, body: try sink.finish(),
        bodyBytes: request.method == "HEAD" ? 0 : entry.bodyBytes,
        attempts: network?.attempts ?? 0, source: cached.source)
      response.age = cached.age
      response.elapsed = network?.elapsed ?? .zero
      return .success(response)
    } catch {
      var error = error
      error.attempts = network?.attempts ?? 0
      return .failure(error)
    }
  }

  private func send(_ body: CachedBody, into sink: any DestinationSink) throws(RequestError) {
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
