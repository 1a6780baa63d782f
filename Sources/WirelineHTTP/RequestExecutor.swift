import Glibc
import NIOCore
import Synchronization
package import WirelineCore

/// The one place where requests are executed: replay, admission, attempts,
/// retries, redirects, limits, recording. How a byte gets to the server is the
/// client's affair.
///
/// It works with completions, not tasks: a task and its suspensions cost as
/// much as the rest of a small request. `execute` is the same for code that
/// would rather wait.
package final class RequestExecutor: RequestExecuting {
  package typealias Completion = @Sendable (Result<Response, RequestError>) -> Void

  /// The time, so that tests need none.
  package struct Clock: Sendable {
    /// Time since an arbitrary start, never going back.
    package var now: @Sendable () -> Duration
    /// Seconds since 1970.
    package var seconds: @Sendable () -> Int

    package init(
      now: @escaping @Sendable () -> Duration, seconds: @escaping @Sendable () -> Int
    ) {
      self.now = now
      self.seconds = seconds
    }

    package static let system = Clock(
      now: { .nanoseconds(NIODeadline.now().uptimeNanoseconds) }, seconds: { time(nil) })
  }

  /// The codings that can be undone here, as `Accept-Encoding` says it.
  package static let offeredCodings = "gzip, deflate"

  let client: any RequestClient
  let policy: ExecutionPolicy
  let clock: Clock
  private let cassette: Cassette?
  private let credentials: any CredentialSource
  private let queue: Mutex<RequestQueue<@Sendable () -> Void>>

  package init(
    client: any RequestClient, policy: ExecutionPolicy, cassette: Cassette? = nil,
    credentials: any CredentialSource = NoCredentials(), clock: Clock = .system
  ) {
    self.client = client
    self.policy = policy
    self.cassette = cassette
    self.credentials = credentials
    self.clock = clock
    queue = Mutex(RequestQueue(jobs: policy.jobs, jobsPerHost: policy.jobsPerHost))
  }

  /// Executes a request to its final answer.
  ///
  /// - Parameter completion: called once, with any HTTP answer whatever its
  ///   status, or why there is none; on the client's thread as a rule.
  package func start(
    _ specification: RequestSpecification, body: BodyDestination,
    completion: @escaping Completion
  ) {
    do throws(RequestError) {
      if let cassette, cassette.isReplaying {
        return completion(.success(try cassette.replay(specification, into: body)))
      }
      let request = try credentials.fill(complete(specification))
      let recording = cassette.map { Recording(cassette: $0, request: specification) }
      Execution(
        request, body: body, executor: self, recording: recording, completion: completion
      ).begin()
    } catch {
      completion(.failure(error))
    }
  }

  private func complete(_ specification: RequestSpecification) -> RequestSpecification {
    var request = specification
    for field in policy.defaultHeaders.fields where !request.headers.contains(field.name) {
      request.headers.append(field.name, field.value)
    }
    if let mediaType = request.body.mediaType, !request.headers.contains("Content-Type") {
      request.headers.append("Content-Type", mediaType)
    }
    if let value = request.url.basicCredentials, !request.headers.contains("Authorization") {
      request.headers.append("Authorization", value)
    }
    return request
  }

  // MARK: Admission

  /// Runs `start` when the host has room for one more attempt.
  func admit(host: String, priority: Int, _ start: @escaping @Sendable () -> Void) {
    let mayStart = queue.withLock { $0.enter(host: host, priority: priority, waiter: start) }
    if mayStart { start() }
  }

  /// The attempt is over: whoever is next starts.
  func leave(host: String) {
    queue.withLock { $0.leave(host: host) }?()
  }
}
