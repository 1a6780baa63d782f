/// What a run allows every request, before a record says otherwise.
package struct ExecutionPolicy: Sendable {
  package var retry = RetryPolicy()
  package var redirect = RedirectPolicy()
  package var limits = AttemptLimits()
  /// The time for all attempts; nil is no limit.
  package var deadline: Duration?
  /// How long a request may wait for its turn; nil is no limit.
  package var queueTimeout: Duration?
  /// The largest decoded body; nil is no limit.
  package var maximumBodyBytes: Int?
  /// Attempts under way at once.
  package var jobs = 1
  /// What the bodies under way may take of the memory; nil where they go elsewhere.
  package var bodyMemory: BodyMemory?
  /// Attempts under way at once to one origin.
  package var jobsPerHost = 6
  /// Attempts in a time, in all and to one host.
  package var rates = RatePolicy()
  /// The directory whose users share the limits of hosts; nil for limits of this process alone.
  package var politenessDirectory: String?
  /// Fields that every request carries unless it names them itself.
  package var defaultHeaders: HeaderFields = [:]
  /// Whether the body of a 429 (RFC 6585 §4) says that trying again is of no use;
  /// nil where the status says it all.
  package var isFinalRefusal: (@Sendable ([UInt8]) -> Bool)?
  /// Whether a host that answers 429 is asked more slowly from then on.
  package var slowsDown = false
  /// Names of fields that no request carries unless it names them itself.
  package var suppressedHeaders: [String] = []

  package init() {}
}
