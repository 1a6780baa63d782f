import Synchronization
import WirelineCore
import WirelineRequests

/// A client without a network: answers by a script, on the caller's thread or
/// when the test says so, with a clock that only waits move.
final class ScriptedClient: RequestClient {
  enum Answer: Sendable {
    case head(Int, HeaderFields = [:], body: String = "")
    /// The head, some of the body, and then no more.
    case broken(Int, body: String, RequestError)
    case failure(RequestError)
    /// Held back until `release`.
    case held
  }

  private struct State: Sendable {
    var attempts: [RequestAttempt] = []
    var held: [any AttemptReceiver] = []
    /// Hosts whose names are being resolved, until `resolve`.
    var unresolved: [String: [@Sendable () -> Void]] = [:]
    var now = Duration.zero
    var waits: [Duration] = []
    /// What is to run: many things call back from within others.
    var queue: [@Sendable () -> Void] = []
    var isRunning = false
  }

  private let state = Mutex(State())
  private let answer: @Sendable (RequestAttempt, Int) -> Answer
  private let passesTime: Bool

  /// - Parameters:
  ///   - unresolved: hosts whose names are not known before `resolve`.
  ///   - passesTime: whether waits end at once; otherwise never.
  ///   - answer: gets the attempt and how many there were, it included.
  init(
    unresolved: [String] = [], passesTime: Bool = true,
    _ answer: @escaping @Sendable (RequestAttempt, Int) -> Answer
  ) {
    self.answer = answer
    self.passesTime = passesTime
    state.withLock { state in for host in unresolved { state.unresolved[host] = [] } }
  }

  var attempts: [RequestAttempt] { state.withLock { $0.attempts } }
  var urls: [String] { attempts.map(\.url.text) }
  var waits: [Duration] { state.withLock { $0.waits } }
  var now: Duration { state.withLock { $0.now } }
  var heldCount: Int { state.withLock { $0.held.count } }

  func start(_ request: RequestAttempt, for receiver: any AttemptReceiver) {
    let count = state.withLock { state in
      state.attempts.append(request)
      return state.attempts.count
    }
    perform { self.play(self.answer(request, count), to: receiver) }
  }

  func prepare(_ url: RequestURL, ready: @escaping @Sendable () -> Void) -> Bool {
    state.withLock { state in
      state.unresolved[url.host]?.append(ready)
      return state.unresolved[url.host] == nil
    }
  }

  /// The name of the host is resolved.
  func resolve(_ host: String) {
    let ready = state.withLock { $0.unresolved.removeValue(forKey: host) ?? [] }
    for ready in ready { perform(ready) }
  }

  func schedule(after wait: Duration, _ body: @escaping @Sendable () -> Void) {
    state.withLock { state in
      state.waits.append(wait)
      if passesTime { state.now += wait }
    }
    if passesTime { perform(body) }
  }

  func perform(_ body: @escaping @Sendable () -> Void) {
    state.withLock { $0.queue.append(body) }
    while let next = takeNext() {
      next()
      state.withLock { $0.isRunning = false }
    }
  }

  /// Ends the attempt that has been held back longest.
  func release() {
    let receiver: (any AttemptReceiver)? = state.withLock { state in
      state.held.isEmpty ? nil : state.held.removeFirst()
    }
    guard let receiver else { return }
    perform { self.play(.head(200), to: receiver) }
  }

  private func takeNext() -> (@Sendable () -> Void)? {
    state.withLock { state in
      guard !state.isRunning, !state.queue.isEmpty else { return nil }
      state.isRunning = true
      return state.queue.removeFirst()
    }
  }

  private func play(_ answer: Answer, to receiver: any AttemptReceiver) {
    switch answer {
    case .held: state.withLock { $0.held.append(receiver) }
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
    let sink = receiver.accept(head)
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
