internal import Synchronization

/// The login for `--digest` and `--anyauth`, and the digest challenges of the servers that have
/// asked for it, which later requests answer from the start.
package final class ChallengeLogin: Sendable {
  private struct Known: Sendable {
    var challenge: DigestChallenge
    /// The number of requests with its nonce.
    var count = 0
    /// Whether the server has rejected the login.
    var isRejected = false
  }

  let allowsBasic: Bool
  package let password: String
  private let user: String
  /// The last digest challenge, by origin.
  private let known = Mutex<[String: Known]>([:])
  /// A stream may reach any number of servers.
  private static let maximumKnown = 1000

  /// - Parameters:
  ///   - login: `user:password`.
  ///   - allowsBasic: whether to use basic authentication if the server offers nothing better.
  package init(_ login: String, allowsBasic: Bool) {
    self.allowsBasic = allowsBasic
    let parts = login.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    user = String(parts[0])
    password = parts.count > 1 ? String(parts[1]) : ""
  }

  func remember(_ challenge: DigestChallenge, of url: RequestURL) {
    let origin = url.origin
    known.withLock { known in
      // Concurrent requests may receive the same nonce. Its count must not begin again, RFC 7616
      // §3.4.
      let old = known[origin].flatMap { $0.challenge.nonce == challenge.nonce ? $0.count : nil }
      if known[origin] == nil, known.count >= Self.maximumKnown { known.removeAll() }
      known[origin] = Known(challenge: challenge, count: old ?? 0)
    }
  }

  /// Notes that a server has rejected the answer to a challenge, so that later requests do not
  /// repeat it unasked.
  func reject(_ challenge: DigestChallenge, of url: RequestURL) {
    let origin = url.origin
    known.withLock { known in
      if known[origin]?.challenge.nonce == challenge.nonce { known[origin]?.isRejected = true }
    }
  }

  /// Returns the `Authorization` value of an attempt and the challenge that it answers; nil if its
  /// server has sent none.
  func digest(for attempt: RequestAttempt) -> (field: String, challenge: DigestChallenge)? {
    let origin = attempt.url.origin
    let used = known.withLock { known -> Known? in
      guard known[origin]?.isRejected == false else { return nil }
      known[origin]?.count += 1
      return known[origin]
    }
    guard let used else { return nil }
    let field = used.challenge.authorization(
      user: user, password: password, method: attempt.method, target: attempt.url.target,
      count: used.count, clientNonce: String(UInt64.random(in: .min ... .max), radix: 16))
    return (field, used.challenge)
  }

  var basicField: String { BasicCredentials.value("\(user):\(password)") }
}

/// The credentials of one request that depend on its responses, or are obtained before an attempt.
/// `RequestExecution` uses them for the origin of the user's request, and for others only with
/// `--location-trusted`.
package protocol AttemptAuthorization: AnyObject, Sendable {
  /// Whether the first attempt has no body, because a challenge is expected.
  var probes: Bool { get }

  /// Prepares the next attempt.
  ///
  /// - Parameter ready: called once, on any thread, when another call can succeed.
  /// - Returns: whether the attempt can be made; if not, `ready` is called.
  func prepare(ready: @escaping @Sendable () -> Void) throws(RequestError) -> Bool

  /// Returns the `Authorization` value of an attempt; nil for none. Called once for each attempt.
  func field(for attempt: RequestAttempt) -> String?

  /// Whether to repeat the request with other credentials, because of this response.
  func answers(_ head: ResponseHead, from url: RequestURL) -> Bool
}

/// The credentials of one request with `--digest` or `--anyauth`.
final class ChallengedRequest: AttemptAuthorization {
  private struct State: Sendable {
    /// The challenge that the current attempt answers with a digest, or nil.
    var used: DigestChallenge?
    var usesBasic = false
    /// The challenges answered since the last retry or redirect.
    var answers = 0
    /// Whether the next attempt answers a challenge.
    var isAnswering = false

    /// Whether to answer a challenge: the first one, and a second one if the server rejected only
    /// the nonce.
    func mayAnswer(_ challenge: DigestChallenge) -> Bool {
      guard let used else { return answers < 2 }
      return switch answers {
      case 0: challenge.differs(from: used)
      case 1: challenge.isStale && challenge.nonce != used.nonce
      default: false
      }
    }

    var mayUseBasic: Bool { used == nil && !usesBasic && answers < 2 }
  }

  private let login: ChallengeLogin
  /// Whether the first attempt has no body, because the server is expected to ask for a digest.
  let probes: Bool
  private let state = Mutex(State())

  /// - Parameter isRecorded: whether a cassette records all attempts.
  init(_ login: ChallengeLogin, isRecorded: Bool = false) {
    probes = !login.allowsBasic && !isRecorded
    self.login = login
  }

  func prepare(ready: @escaping @Sendable () -> Void) -> Bool { true }

  func field(for attempt: RequestAttempt) -> String? {
    state.withLock { state -> String? in
      if !state.isAnswering { state.answers = 0 }
      state.isAnswering = false
      state.used = nil
      if state.usesBasic { return login.basicField }
      let digest = login.digest(for: attempt)
      state.used = digest?.challenge
      return digest?.field
    }
  }

  func answers(_ head: ResponseHead, from url: RequestURL) -> Bool {
    guard head.status == 401 else { return false }
    let challenge = DigestChallenge.strongest(head.headers)
    let isBasic =
      challenge == nil && login.allowsBasic && DigestChallenge.offersBasic(head.headers)
    return state.withLock { state -> Bool in
      if let challenge, state.mayAnswer(challenge) {
        login.remember(challenge, of: url)
        state.usesBasic = false
      } else if isBasic, state.mayUseBasic {
        state.usesBasic = true
      } else {
        if let used = state.used { login.reject(used, of: url) }
        return false
      }
      state.answers += 1
      state.isAnswering = true
      return true
    }
  }
}
