internal import Synchronization

/// Obtains the bearer tokens of a run (RFC 6750), which expire.
package protocol TokenSource: Sendable {
  /// The tokens so far.
  var secrets: SentSecrets { get }

  /// Returns the token for requests that are sent now.
  ///
  /// - Parameter ready: called once, on any thread, after a token was obtained or cannot be.
  /// - Returns: nil while a token is being obtained; then `ready` is called.
  func token(ready: @escaping @Sendable () -> Void) throws(RequestError) -> String?

  /// Notes that a server has rejected a token.
  ///
  /// - Returns: whether there is, or may be, a different one.
  func reject(_ token: String) -> Bool
}

/// The bearer token of one request.
final class TokenRequest: AttemptAuthorization {
  private struct State: Sendable {
    var token: String?
    var isRepeated = false
  }

  private let source: any TokenSource
  private let state = Mutex(State())

  init(_ source: any TokenSource) { self.source = source }

  var probes: Bool { false }

  func prepare(ready: @escaping @Sendable () -> Void) throws(RequestError) -> Bool {
    guard let token = try source.token(ready: ready) else { return false }
    state.withLock { $0.token = token }
    return true
  }

  func field(for attempt: RequestAttempt) -> String? {
    // A redirect may lead to a URL with a login of its own.
    if attempt.headers.contains("Authorization") { return nil }
    return state.withLock { $0.token }.map { "Bearer \($0)" }
  }

  func answers(_ head: ResponseHead, from url: RequestURL) -> Bool {
    guard head.status == 401 else { return false }
    let rejected = state.withLock { state -> String? in
      defer { state.isRepeated = true }
      return state.isRepeated ? nil : state.token
    }
    return rejected.map(source.reject) ?? false
  }
}
