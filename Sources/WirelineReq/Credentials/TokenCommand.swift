internal import Glibc
internal import Synchronization
internal import WirelineCore
internal import WirelineRequests

/// `--token-command`: a bearer token from the first line that a shell command prints.
///
/// The command runs before the first request, and again when the token has expired or was rejected.
/// All requests that need a token then wait for one run. A failure applies to the rest of the run.
final class TokenCommand: TokenSource {
  private struct State: Sendable {
    var token: Token?
    var isRejected = false
    /// The time from which a rejected token is replaced, in seconds since 1970.
    var earliestRenewal = 0
    var failure: RequestError?
    var isRunning = false
    var waiting: [@Sendable () -> Void] = []
  }

  let secrets = SentSecrets()
  private let command: String
  private let now: @Sendable () -> Int
  private let state = Mutex(State())

  /// The maximum length of the output; longer output is not a token.
  private static let maximumBytes = 1 << 16
  /// The time in seconds for which no other rejected token is replaced: the command would run for
  /// each request to a server that rejects all tokens.
  private static let pause = 60

  /// - Parameter now: seconds since 1970.
  init(_ command: String, now: @escaping @Sendable () -> Int = { time(nil) }) {
    self.command = command
    self.now = now
  }

  func token(ready: @escaping @Sendable () -> Void) throws(RequestError) -> String? {
    let now = now()
    let (result, mustRun) = state.withLock { state -> (Result<String?, RequestError>, Bool) in
      if let failure = state.failure { return (.failure(failure), false) }
      if let token = state.token, !state.isRejected, token.isCurrent(now) {
        return (.success(token.text), false)
      }
      defer { state.isRunning = true }
      state.waiting.append(ready)
      return (.success(nil), !state.isRunning)
    }
    // On its own thread: the client's would block all requests.
    if mustRun, !DetachedThread.start({ self.finish(Result(catching: self.run)) }) {
      finish(.failure(RequestError(.tokenCommand("cannot start a thread"), attempts: 0)))
    }
    return try result.get()
  }

  func reject(_ token: String) -> Bool {
    state.withLock { state in
      // A newer token may be in use or being fetched.
      guard let current = state.token, current.text == token else { return true }
      state.isRejected = now() >= state.earliestRenewal
      return state.isRejected
    }
  }

  private func finish(_ result: Result<Token, RequestError>) {
    let waiting = state.withLock { state in
      switch result {
      case .success(let token):
        if state.isRejected { state.earliestRenewal = now() + Self.pause }
        (state.token, state.isRejected) = (token, false)
      case .failure(let error): state.failure = error
      }
      defer { (state.isRunning, state.waiting) = (false, []) }
      return state.waiting
    }
    for ready in waiting { ready() }
  }

  private func run() throws(RequestError) -> Token {
    let (output, errors) = try converting(Self.failure) { () throws(FileError) in
      (try FileBytes.createInMemory(), try FileBytes.createInMemory())
    }
    defer {
      close(output)
      close(errors)
    }
    var filter = FileFilter(command: command)
    filter.maximumBytes = Self.maximumBytes
    filter.errors = errors
    let end = Result { () throws(FileFilterFailure) in
      try filter.run(from: "/dev/null", to: output)
    }
    let line = try converting(Self.failure) { () throws(FileError) in
      Self.lines(try FileBytes.inMemory(output)).first ?? ""
    }
    secrets.note(line)
    if case .failure(let failure) = end {
      let reason = (try? FileBytes.inMemory(errors)).flatMap { Self.lines($0).last } ?? ""
      let detail =
        reason.isEmpty ? "" : ": " + secrets.masked(String(reason.prefix(200)), with: "***")
      throw RequestError(.tokenCommand("\(failure)" + detail), attempts: 0)
    }
    guard !line.isEmpty, line.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      throw RequestError(.tokenCommand("the first line is not a token"), attempts: 0)
    }
    return Token(line, now: now())
  }

  private static func failure(_ error: FileError) -> RequestError {
    RequestError(.tokenCommand(error.description), attempts: 0)
  }

  private static func lines(_ bytes: [UInt8]) -> [String] {
    String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).map(\.trimmingSpaces)
  }
}

/// A bearer token, which is opaque except for the expiry of a JSON Web Token (RFC 7519 §4.1.4).
struct Token: Sendable, Equatable {
  let text: String
  /// The expiry in seconds since 1970; nil if it is unknown, or has passed: the clocks may differ.
  let expiry: Int?

  /// The time before its expiry at which a token is renewed, in seconds: a request takes time.
  private static let margin = 10

  /// - Parameter now: seconds since 1970.
  init(_ text: String, now: Int) {
    self.text = text
    expiry = Self.expiry(text).flatMap { $0 - Self.margin > now ? $0 : nil }
  }

  func isCurrent(_ now: Int) -> Bool { expiry.map { now < $0 - Self.margin } ?? true }

  private static func expiry(_ text: String) -> Int? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3 else { return nil }
    let digits = parts[1].map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 }
    let padding = String(repeating: "=", count: (4 - digits.count % 4) % 4)
    guard let payload = Base64.decode(String(digits) + padding),
      let claim = (try? JSONView.parse(payload))?["exp"]
    else { return nil }
    // A fraction is allowed.
    return claim.double.flatMap { (0..<1e15).contains($0) ? Int($0) : nil }
  }
}
