/// A request to be executed. Nothing has been resolved, opened or connected yet.
package struct RequestSpecification: Sendable {
  /// Usually in upper case, but methods are case-sensitive (RFC 9110 §9.1).
  package var method: String
  package var url: RequestURL
  package var headers: HeaderFields
  /// Names of default fields that must not be sent.
  package var suppressedHeaders: [String] = []
  /// Whether the request goes to another origin than the original one. Credentials of the run are
  /// then not sent.
  package var isElsewhere = false
  package var body: RequestBody
  /// Higher priorities go first; 0 is normal.
  package var priority: Int
  /// Overrides the run's maximum time without progress.
  package var timeout: Duration?
  /// Overrides the run's time limit for all attempts.
  package var deadline: Duration?
  /// Overrides the run's number of retries.
  package var retryLimit: Int?
  /// How long a response is fresh in the cache, overriding the server's directives; nil for the
  /// run's setting.
  package var cacheLifetime: Duration?
  /// The file for the response's body, which otherwise goes into the record.
  package var output: String?
  /// The reference to the input item, as JSON, for logs.
  package var ref: [UInt8]?
  /// The name of a credential to add when the request is sent.
  package var credential: String?

  package init(
    method: String = "GET", url: RequestURL, headers: HeaderFields = [:],
    body: RequestBody = .none, priority: Int = 0
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.priority = priority
  }

  /// Whether a word looks like a method: a token in upper case (RFC 9110 §9.1).
  package static func isMethod(_ word: String) -> Bool {
    !word.isEmpty && word.utf8.allSatisfy(HeaderFields.isTokenByte)
      && !word.utf8.contains { $0 >= 0x61 && $0 <= 0x7A }
  }

  /// Whether a word is syntactically valid as a method.
  package static func isToken(_ word: String) -> Bool {
    !word.isEmpty && word.utf8.allSatisfy(HeaderFields.isTokenByte)
  }

  /// Whether the request can be repeated, RFC 9110 §9.2.2.
  package var isIdempotent: Bool { Self.isIdempotent(method, headers) }

  /// Whether a request can be repeated because of its method or an idempotency key.
  package static func isIdempotent(_ method: String, _ headers: HeaderFields) -> Bool {
    switch method {
    case "GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE": true
    default: headers.contains("Idempotency-Key")
    }
  }
}
