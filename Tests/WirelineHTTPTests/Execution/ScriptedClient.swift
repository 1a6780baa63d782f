import Synchronization
import WirelineCore
import WirelineRequests

@testable import WirelineHTTP

/// A client without a network. Responds by a script, on the caller's thread or when the test
/// releases the attempt, with a clock that only delays advance.
final class ScriptedClient: RequestClient {
  enum Outcome: Sendable {
    case head(Int, HeaderFields = [:], body: String = "")
    /// The head and a part of the body, then an error.
    case broken(Int, body: String, RequestError)
    case failure(RequestError)
    /// No outcome until `release`.
    case pending
  }

  private struct State: Sendable {
    var attempts: [RequestAttempt] = []
    var pending: [any AttemptReceiver] = []
    /// Hosts whose names are being resolved, until `resolve`.
    var unresolved: [String: [@Sendable () -> Void]] = [:]
    var now = Duration.zero
    var waits: [Duration] = []
    /// Pending callbacks, which run one after another instead of nested.
    var queue: [@Sendable () -> Void] = []
    var isRunning = false
  }

  private let state = Mutex(State())
  private let respond: @Sendable (RequestAttempt, Int) -> Outcome
  private let advancesTime: Bool

  /// - Parameters:
  ///   - unresolved: hosts whose lookup lasts until `resolve`.
  ///   - advancesTime: whether delays end immediately; otherwise never.
  ///   - respond: receives the attempt and its number, from 1.
  init(
    unresolved: [String] = [], advancesTime: Bool = true,
    _ respond: @escaping @Sendable (RequestAttempt, Int) -> Outcome
  ) {
    self.respond = respond
    self.advancesTime = advancesTime
    state.withLock { state in for host in unresolved { state.unresolved[host] = [] } }
  }

  var attempts: [RequestAttempt] { state.withLock { $0.attempts } }
  var urls: [String] { attempts.map(\.url.text) }
  var waits: [Duration] { state.withLock { $0.waits } }
  var now: Duration { state.withLock { $0.now } }
  var pendingCount: Int { state.withLock { $0.pending.count } }

  func start(_ request: RequestAttempt, for receiver: any AttemptReceiver) {
    let count = state.withLock { state in
      state.attempts.append(request)
      return state.attempts.count
    }
    perform { self.play(self.respond(request, count), to: receiver) }
  }

  func prepare(_ url: RequestURL, ready: @autoclosure () -> @Sendable () -> Void) -> Bool {
    state.withLock { state in
      state.unresolved[url.host]?.append(ready())
      return state.unresolved[url.host] == nil
    }
  }

  func resolve(_ host: String) {
    let ready = state.withLock { $0.unresolved.removeValue(forKey: host) ?? [] }
    for ready in ready { perform(ready) }
  }

  func schedule(after wait: Duration, _ body: @escaping @Sendable () -> Void) {
    state.withLock { state in
      state.waits.append(wait)
      if advancesTime { state.now += wait }
    }
    if advancesTime { perform(body) }
  }

  func perform(_ body: @escaping @Sendable () -> Void) {
    state.withLock { $0.queue.append(body) }
    while let next = dequeue() {
      next()
      state.withLock { $0.isRunning = false }
    }
  }

  /// Completes the oldest pending attempt.
  func release() {
    let receiver: (any AttemptReceiver)? = state.withLock { state in
      state.pending.isEmpty ? nil : state.pending.removeFirst()
    }
    guard let receiver else { return }
    perform { self.play(.head(200), to: receiver) }
  }

  private func dequeue() -> (@Sendable () -> Void)? {
    state.withLock { state in
      guard !state.isRunning, !state.queue.isEmpty else { return nil }
      state.isRunning = true
      return state.queue.removeFirst()
    }
  }

  private func play(_ outcome: Outcome, to receiver: any AttemptReceiver) {
    switch outcome {
    case .pending: state.withLock { $0.pending.append(receiver) }
    case .failure(let error): receiver.finish(.failure(error))
    case .head(let status, let headers, let body):
      deliver(ResponseHead(status: status, headers: headers), body, to: receiver, failure: nil)
    case .broken(let status, let body, let error):
      deliver(ResponseHead(status: status), body, to: receiver, failure: error)
    }
  }

  private func deliver(
    _ head: ResponseHead, _ body: String, to receiver: any AttemptReceiver, failure: RequestError?
  ) {
    let sink = receiver.accept(head) { nil }
    do throws(RequestError) {
      let bytes = Array(body.utf8)
      let refused: RequestError? = bytes.withUnsafeBytes { bytes in
        do throws(RequestError) {
          if !bytes.isEmpty { try sink.receive(bytes) }
          return nil
        } catch {
          return error
        }
      }
      if let error = refused ?? failure { throw error }
      receiver.finish(
        .success(AttemptResult(head: head, bodyBytes: body.utf8.count, firstByte: .zero)))
    } catch {
      receiver.finish(.failure(error))
    }
  }
}

extension RequestExecutor {
  func execute(
    _ specification: RequestSpecification, body: BodyDestination
  ) async throws(RequestError) -> Response {
    let result: Result<Response, RequestError> = await withUnsafeContinuation { waiter in
      start(specification, body: body) { waiter.resume(returning: $0) }
    }
    return try result.get()
  }
}
