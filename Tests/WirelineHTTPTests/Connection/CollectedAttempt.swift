import Synchronization
import WirelineCore
import WirelineHTTP
import WirelineRequests

/// The outcome of an attempt.
struct CollectedAttempt: Sendable {
  var heads: [ResponseHead] = []
  var body: [UInt8] = []
  var result: Result<AttemptResult, RequestError>

  var text: String { String(decoding: body, as: UTF8.self) }

  var reason: RequestError.Reason? {
    if case .failure(let error) = result { error.reason } else { nil }
  }

  var error: RequestError? { if case .failure(let error) = result { error } else { nil } }
}

private final class CollectingReceiver: AttemptReceiver, ResponseSink {
  private struct State: Sendable {
    var heads: [ResponseHead] = []
    var body: [UInt8] = []
  }

  private let state = Mutex(State())
  private let waiter: UnsafeContinuation<CollectedAttempt, Never>

  init(_ waiter: UnsafeContinuation<CollectedAttempt, Never>) { self.waiter = waiter }

  var hasDelivered: Bool { state.withLock { !$0.body.isEmpty } }

  func accept(_ head: ResponseHead, timing: () -> RequestTiming?) -> any ResponseSink {
    state.withLock { $0.heads.append(head) }
    return self
  }

  func receive(_ bytes: UnsafeRawBufferPointer) throws(RequestError) {
    state.withLock { $0.body += bytes }
  }

  func finish(_ result: Result<AttemptResult, RequestError>) {
    let state = state.withLock { $0 }
    waiter.resume(
      returning: CollectedAttempt(heads: state.heads, body: state.body, result: result))
  }
}

extension RequestClient {
  func attempt(
    _ url: String, method: String = "GET", headers: HeaderFields = [:],
    body: RequestBody = .none, limits: AttemptLimits = AttemptLimits()
  ) async throws -> CollectedAttempt {
    let specification = RequestSpecification(
      method: method, url: try RequestURL(url), headers: headers, body: body)
    let request = RequestAttempt(specification, limits)
    return await withUnsafeContinuation { waiter in
      start(request, for: CollectingReceiver(waiter))
    }
  }
}

/// Starts another request when its own ends, while the event loop waits.
private final class ChainingReceiver: AttemptReceiver {
  private let next: @Sendable () -> Void

  init(_ next: @escaping @Sendable () -> Void) { self.next = next }

  var hasDelivered: Bool { false }

  func accept(_ head: ResponseHead, timing: () -> RequestTiming?) -> any ResponseSink {
    DiscardingSink()
  }

  func finish(_ result: Result<AttemptResult, RequestError>) { next() }
}

private final class DiscardingSink: ResponseSink {
  func receive(_ bytes: UnsafeRawBufferPointer) throws(RequestError) {}
}

extension HTTPRequestClient {
  /// Sends a GET request, and at its end a second one to the same URL.
  ///
  /// - Parameter pause: called on the event loop before the second request starts.
  /// - Returns: the outcome of the second request.
  func attempts(
    _ url: String, thenAtEnd method: String, after pause: @escaping @Sendable () -> Void
  ) async throws -> CollectedAttempt {
    let url = try RequestURL(url)
    let first = RequestAttempt(RequestSpecification(url: url))
    let second = RequestAttempt(RequestSpecification(method: method, url: url))
    return await withUnsafeContinuation { waiter in
      start(
        first,
        for: ChainingReceiver {
          pause()
          self.start(second, for: CollectingReceiver(waiter))
        })
    }
  }
}
