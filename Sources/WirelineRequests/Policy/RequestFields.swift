internal import Glibc
internal import WirelineCore

/// The header fields that a run adds to each request, and their sources.
///
/// A request is completed once, when it is started. Two fields depend on the attempt, which may go
/// to another URL after a redirect: the answer to a challenge (`ChallengedRequest`), and the
/// cookies of the jar.
package struct RequestFields: Sendable {
  /// Fields of every request that does not specify them itself.
  package var defaults: HeaderFields
  /// Names of fields that are not sent unless a request specifies them itself.
  package var suppressed: [String] = []
  package var credentials: any CredentialSource = NoCredentials()
  /// Answers the challenges of all servers; nil if the run has no such login.
  package var login: ChallengeLogin?
  /// The bearer tokens of requests without credentials of their own; nil if the run has none.
  package var tokens: (any TokenSource)?
  /// Whether the logins of URLs and of `credentials` may answer challenges for basic authentication
  /// too; nil if they are sent without a challenge.
  package var answersBasic: Bool?
  /// The cookies of the run; nil if it keeps none.
  package var cookies: CookieStore?

  package init(_ defaults: HeaderFields = [:]) { self.defaults = defaults }

  /// Asks for compressed responses, unless the fields already name encodings or suppress the field.
  package mutating func accept(encodings: String) {
    if !suppresses("Accept-Encoding") { defaults.setDefault("Accept-Encoding", encodings) }
  }

  private func suppresses(_ name: String) -> Bool {
    suppressed.contains { $0.isSameFieldName(as: name) }
  }

  /// The login that answers challenges of the server of a URL.
  package func login(for url: RequestURL) -> ChallengeLogin? {
    if let login { return login }
    guard let answersBasic else { return nil }
    return (credentials.login(for: url) ?? url.login).map {
      ChallengeLogin($0, allowsBasic: answersBasic)
    }
  }

  /// Returns the credentials of a request that are decided with each attempt; nil for none.
  ///
  /// - Parameter isRecorded: whether a cassette records all attempts.
  package func authorization(
    for specification: RequestSpecification, isRecorded: Bool
  ) -> (any AttemptAuthorization)? {
    // A page or link of another origin receives no credentials of the run.
    if specification.isCrossOrigin { return nil }
    if let tokens {
      let hasOwn =
        specification.credential != nil || suppresses("Authorization")
        || specification.suppressedHeaders.contains { $0.isSameFieldName(as: "Authorization") }
        || defaults.contains("Authorization") || specification.headers.contains("Authorization")
      return hasOwn ? nil : TokenRequest(tokens)
    }
    return login(for: specification.url).map { ChallengedRequest($0, isRecorded: isRecorded) }
  }

  // MARK: Requests to send

  /// Returns the request with all fields to send, except those of connection and framing,
  /// credentials and cookies.
  package func complete(_ specification: RequestSpecification) -> RequestSpecification {
    var request = specification
    // A page or link of another origin receives no credentials of the run.
    request.headers.setDefaults(request.isCrossOrigin ? defaults.forAnotherOrigin : defaults)
    add("Content-Type", request.body.mediaType, to: &request)
    if login == nil, answersBasic == nil, tokens == nil {
      add("Authorization", request.url.basicCredentials, to: &request)
    }
    request.headers.remove(specification.suppressedHeaders, unlessIn: specification.headers)
    // The connection adds it, unless it is suppressed.
    if suppresses("Host") { request.suppressedHeaders.append("Host") }
    return request
  }

  private func add(_ name: String, _ value: String?, to request: inout RequestSpecification) {
    if let value, !suppresses(name) { request.headers.setDefault(name, value) }
  }

  /// Returns the complete request with its credentials.
  package func authorized(
    _ specification: RequestSpecification
  ) throws(RequestError) -> RequestSpecification {
    var request = complete(specification)
    try credentials.fill(&request)
    return request
  }

  // MARK: Previews

  /// Returns the complete request with its cookies, which the cache key depends on.
  package func identified(_ specification: RequestSpecification) -> RequestSpecification {
    withCookies(complete(specification))
  }

  private func withCookies(_ request: RequestSpecification) -> RequestSpecification {
    cookies?.fill(request, now: time(nil)) ?? request
  }

  /// Returns the request as it would be sent, with credentials and cookies.
  package func sent(_ specification: RequestSpecification) -> RequestSpecification {
    withCookies((try? authorized(specification)) ?? complete(specification))
  }

  /// Returns the secrets sent with a request, which its response may repeat.
  package func secrets(of specification: RequestSpecification) -> SentSecrets {
    let secrets = SentSecrets(of: sent(specification), and: tokens?.secrets ?? SentSecrets())
    if let login = login(for: specification.url) { secrets.note(login.password) }
    return secrets
  }

  /// Whether a request has credentials in its fields, URL, cookies or netrc.
  package func isAuthorized(_ specification: RequestSpecification) -> Bool {
    login(for: specification.url) != nil || tokens != nil || specification.credential != nil
      || specification.url.userInformation != nil
      || sent(specification).headers.fields.contains { Secrets.isSecret(header: $0.name) }
  }

  /// Returns the request of a record to print, with the default fields, and the names of the
  /// suppressed ones.
  package func described(_ request: RequestSpecification) -> RequestSpecification {
    var described = request
    described.add(defaults: defaults)
    described.suppressedHeaders += suppressed.filter { !described.headers.contains($0) }
    return described
  }
}

extension RequestSpecification {
  /// Adds the fields that the request neither specifies nor suppresses.
  package mutating func add(defaults: HeaderFields) {
    let own = headers
    headers.setDefaults(defaults)
    headers.remove(suppressedHeaders, unlessIn: own)
  }
}
