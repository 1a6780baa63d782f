internal import WirelineCore
internal import WirelineRequests

/// The options that authenticate a request.
struct AuthenticationOptions: Sendable {
  @Option(
    "user", "user:password", "User and password for authentication", short: "u",
    isConfigurable: false)
  var user: String?
  @Flag("digest", "Use digest authentication with --user") var digest: Bool
  @Flag("anyauth", "Use the scheme with --user that the server requests") var anyauth: Bool
  @Option(
    "aws-sigv4", "scope", "Sign requests with --user, such as aws:amz:us-east-1:s3",
    isConfigurable: false)
  var awsSigv4: SigningScope?
  @Option(
    "oauth2-bearer", "token", "Send this bearer token", isConfigurable: false,
    masking: { _ in Secrets.mask })
  var oauth2Bearer: String?
  @Option("bearer-file", "file", "Send the bearer token in this file")
  var bearerFile: String?
  @Option(
    "token-command", "command", "Send the bearer token that this shell command prints",
    masking: { _ in Secrets.mask })
  var tokenCommand: String?

  @Option(
    "session", "name", "Keep header fields, credentials and cookies between runs, per host",
    isConfigurable: false)
  var session: String?
  @Option(
    "session-read-only", "name", "Like --session, but do not change the session",
    isConfigurable: false)
  var sessionReadOnly: String?

  var exclusiveOptions: [[OptionDeclaration]] {
    [
      [$user, $bearerFile, $oauth2Bearer, $tokenCommand], [$digest, $anyauth, $awsSigv4],
      [$session, $sessionReadOnly],
    ]
  }

  var sessionName: String? { session ?? sessionReadOnly }

  /// Whether an option provides an `Authorization` field.
  var isGiven: Bool {
    user != nil || bearerFile != nil || oauth2Bearer != nil || tokenCommand != nil
  }

  /// Whether the field depends on the request or on a challenge of the server.
  var isComputed: Bool { answersChallenges || awsSigv4 != nil }

  var answersChallenges: Bool { digest || anyauth }

  /// Returns the `Authorization` value for all requests, a secret; nil without such an option.
  ///
  /// - Parameter shutdown: interrupts the prompt for a password.
  func authorization(_ shutdown: ShutdownSignal) throws(UsageError) -> String? {
    if let user { return isComputed ? nil : BasicCredentials.value(login(user, shutdown)) }
    if let oauth2Bearer { return "Bearer " + oauth2Bearer }
    guard let bearerFile else { return nil }
    return try "Bearer " + SecretFile.read(bearerFile, noun: "token", unreadable: .cannotRead)
  }

  /// Returns the source of signatures; other requests are passed to `other`.
  func credentials(
    other: any CredentialSource, _ shutdown: ShutdownSignal
  ) throws(UsageError) -> any CredentialSource {
    guard let awsSigv4 else { return other }
    guard let user else { throw UsageError("--aws-sigv4 needs --user key:secret") }
    return AWSSignature(awsSigv4, login: login(user, shutdown))
  }

  /// Returns the `--user` login for challenges from servers; nil if it is not given.
  func challengeLogin(_ shutdown: ShutdownSignal) -> ChallengeLogin? {
    guard answersChallenges, let user else { return nil }
    return ChallengeLogin(login(user, shutdown), allowsBasic: anyauth)
  }

  private func login(_ user: String, _ shutdown: ShutdownSignal) -> String {
    if user.contains(":") { return user }
    return user + ":" + (TerminalPassword.ask(for: user, shutdown: shutdown) ?? "")
  }
}
