import Synchronization
import WirelineCore
import WirelineHTTP
import WirelineRequests

/// Executes requests until a signal comes, which ends the one that is under way at once:
/// nothing of it could be kept.
struct InterruptibleExecutor: RequestExecuting {
  private let executor: RequestExecutor
  private let shutdown: ShutdownSignal

  init(_ executor: RequestExecutor, _ shutdown: ShutdownSignal) {
    self.executor = executor
    self.shutdown = shutdown
  }

  func start(
    _ specification: RequestSpecification, gate: (any RequestGate)?, body: BodyDestination,
    completion: @escaping @Sendable (Result<Response, RequestError>) -> Void
  ) {
    let first = FirstResult(completion)
    executor.start(specification, gate: gate, body: body) { first.take($0) }
    shutdown.onRequest { _ in first.take(.failure(RequestError(.cancelled, attempts: 0))) }
  }

  func secrets(of specification: RequestSpecification) -> SentSecrets {
    executor.secrets(of: specification)
  }
}

/// Passes on the first of two results.
private final class FirstResult: Sendable {
  typealias Completion = @Sendable (Result<Response, RequestError>) -> Void

  private let completion: Mutex<Completion?>

  init(_ completion: @escaping Completion) { self.completion = Mutex(completion) }

  func take(_ result: Result<Response, RequestError>) {
    completion.withLock { $0.take() }?(result)
  }
}
