/// A request as asked for: what a tool builds, a record carries and the
/// executor sends. No field of it has been resolved, opened or connected yet.
package struct RequestSpecification: Sendable {
  /// Upper case as a rule, but methods are case-sensitive (RFC 9110 §9.1).
  package var method: String
  package var url: RequestURL
  package var headers: HeaderFields
  /// Names of fields that are not to be sent, though they would be otherwise.
  package var suppressedHeaders: [String] = []
  /// Whether it goes to another origin than the one that was asked: then no secret goes along that
  /// goes along with every request of the run.
  package var isElsewhere = false
  package var body: RequestBody
  /// Higher goes first; 0 is normal.
  package var priority: Int
  /// The longest silence, instead of the run's.
  package var timeout: Duration?
  /// The time for all attempts, instead of the run's.
  package var deadline: Duration?
  /// Attempts after the first, instead of the run's.
  package var retryLimit: Int?
  /// How long an answer is fresh in the cache, whatever its server says; nil
  /// leaves that to the run.
  package var cacheLifetime: Duration?
  /// Where the answer's body goes, instead of into the record.
  package var output: String?
  /// What joins it to the input, as JSON, for logs; nil for none.
  package var ref: [UInt8]?
  /// The name of a secret that is filled in when the request is sent.
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

  /// Whether a word is a method as RFC 9110 §9.1 and custom have it: a token
  /// in upper case.
  package static func isMethod(_ word: String) -> Bool {
    !word.isEmpty && word.utf8.allSatisfy(HeaderFields.isTokenByte)
      && !word.utf8.contains { $0 >= 0x61 && $0 <= 0x7A }
  }

  /// Whether a word can be sent as a method at all.
  package static func isToken(_ word: String) -> Bool {
    !word.isEmpty && word.utf8.allSatisfy(HeaderFields.isTokenByte)
  }

  /// RFC 9110 §9.2.2: sending it twice has the effect of sending it once.
  package var isIdempotent: Bool { Self.isIdempotent(method, headers) }

  /// - Returns: whether a request of this method, or with the key by which a
  ///   server knows it again, may be sent twice.
  package static func isIdempotent(_ method: String, _ headers: HeaderFields) -> Bool {
    switch method {
    case "GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE": true
    default: headers.contains("Idempotency-Key")
    }
  }
}
