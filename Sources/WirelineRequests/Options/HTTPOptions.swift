package import WirelineCore

/// The options of tools that send requests. `-j` and `--per-host` are in `JobOptions`.
package struct HTTPOptions<Defaults: HTTPDefaults>: Sendable {
  @Option(
    "connect-timeout", "time", "longest wait for name, connection and TLS",
    default: Defaults.text { TimeAmount($0.limits.connectTimeout).text }, scope: .shared)
  package var connectTimeout: PositiveTime?
  @Option(
    "timeout", "time", "longest silence of the other side",
    default: Defaults.text { TimeAmount($0.limits.silenceTimeout).text }, scope: .shared)
  package var timeout: PositiveTime?
  @Option(
    "max-time", "time", "longest time for one attempt, or none",
    default: Defaults.text { $0.limits.maximumTime.map { TimeAmount($0).text } ?? "none" },
    short: "m", scope: .shared, values: .words(.none))
  package var maxTime: Limit<TimeAmount>?
  @Option(
    "deadline", "time", "longest time for all attempts together, or none",
    default: Defaults.text { $0.deadline.map { TimeAmount($0).text } ?? "none" },
    scope: .shared, values: .words(.none))
  package var deadline: Limit<TimeAmount>?
  @Option(
    "retry-policy", "preset",
    "retries and waits by name: default, aggressive, conservative, none", scope: .shared,
    values: .choices("presets", RetryPolicy.Preset.self))
  package var retryPolicy: RetryPolicy.Preset?
  @Option(
    "retry", "n", "attempts after the first that failed",
    default: Defaults.text { "\($0.retry.limit)" }, scope: .shared)
  package var retry: WholeNumber?
  @Option(
    "retry-delay", "time", "wait before the second attempt, doubled each time",
    default: Defaults.text { TimeAmount($0.retry.delay).text }, scope: .shared)
  package var retryDelay: TimeAmount?
  @Option(
    "retry-max-delay", "time", "longest wait between attempts",
    default: Defaults.text { TimeAmount($0.retry.maximumDelay).text }, scope: .shared)
  package var retryMaxDelay: TimeAmount?
  private var body = BodyLimitOption<Defaults>()
  @Option(
    "max-redirects", "n", "redirects to follow; 0 follows none",
    default: Defaults.text { "\($0.redirect.limit)" }, scope: .shared)
  package var maxRedirects: WholeNumber?
  @Option(
    "header", "name: value", "add a header field to every request", short: "H", scope: .shared,
    secret: .header, values: .beginnings(.headerFields))
  package var header: [HeaderArgument]
  @Option(
    "user-agent", "text", "the User-Agent to send",
    default: Defaults.policy.defaultHeaders["User-Agent"], short: "A", scope: .shared)
  package var userAgent: HeaderValue?
  @Option(
    "proxy", "url", "proxy to go through; empty: none, whatever the environment says",
    short: "x", scope: .shared, secret: .password)
  package var proxy: String?
  @Option("cacert", "file", "trust the certificate authorities in this file", scope: .shared)
  package var cacert: String?
  @Flag("insecure", "do not verify certificates", short: "k", scope: .shared)
  package var insecure: Bool?
  @Flag("http2", "speak HTTP/2 where an https server offers it", default: "http2", scope: .shared)
  package var http2: Bool?
  @Flag("deny-private", "connect to addresses of the public internet only", scope: .shared)
  package var denyPrivate: Bool?
  @Flag("log-request", "show each request on stderr before it is sent; -v does too", scope: .shared)
  package var logRequest: Bool?
  @Flag("log-response", "show each answer on stderr; -v does too", scope: .shared)
  package var logResponse: Bool?
  @Option("record", "file", "append requests and their answers to a file", scope: .shared)
  package var record: String?
  @Option(
    "replay", "file", "answer requests from such a file, never from the network",
    scope: .shared)
  package var replay: String?

  package var maxBody: Limit<ByteSize>? { body.maxBody }

  package init() {}

  /// What every request may take: the tool's defaults, and over them what was given.
  ///
  /// - Parameters:
  ///   - base: what holds where they say nothing; nil for the tool's own.
  ///   - headers: fields that go along, in the place of the tool's own; `--header` has the last
  ///     word.
  package func policy(
    isStream: Bool, base: ExecutionPolicy? = nil, headers: HeaderFields = [:]
  ) -> ExecutionPolicy {
    var policy = base ?? (isStream ? Defaults.streamPolicy ?? Defaults.policy : Defaults.policy)
    for field in headers.fields { policy.defaultHeaders.set(field.name, field.value) }
    applyTimes(to: &policy)
    if let retryPolicy { policy.retry.apply(retryPolicy) }
    if let retry { policy.retry.limit = retry.value }
    if let retryDelay { policy.retry.delay = retryDelay.duration }
    if let retryMaxDelay { policy.retry.maximumDelay = retryMaxDelay.duration }
    if let maxBody { policy.maximumBodyBytes = maxBody.amount?.bytes }
    if let maxRedirects { policy.redirect.limit = maxRedirects.value }
    policy.suppressedHeaders += apply(to: &policy.defaultHeaders)
    return policy
  }

  /// What `--header` and `--user-agent` make of fields that would be sent.
  ///
  /// - Returns: the names of fields that are not to be sent.
  package func apply(to headers: inout HeaderFields) -> [String] {
    for field in header { headers.remove(field.name) }
    for field in header where !field.isRemoval { headers.append(field.name, field.value) }
    if let userAgent { headers.set("User-Agent", userAgent.text) }
    return header.filter(\.isRemoval).map(\.name)
  }

  package var exclusiveOptions: [[OptionDeclaration]] { [[$record, $replay]] }

  private func applyTimes(to policy: inout ExecutionPolicy) {
    if let connectTimeout { policy.limits.connectTimeout = connectTimeout.duration }
    if let timeout { policy.limits.silenceTimeout = timeout.duration }
    if let maxTime { policy.limits.maximumTime = maxTime.amount?.duration }
    if let deadline { policy.deadline = deadline.amount?.duration }
  }
}

/// The limit of a body's size.
package struct BodyLimitOption<Defaults: HTTPDefaults>: Sendable {
  @Option(
    "max-body", "size", "largest body after decompression, or none",
    default: Defaults.text { $0.maximumBodyBytes.map { ByteSize(bytes: $0).text } ?? "none" },
    scope: .shared, values: .words(.none))
  package var maxBody: Limit<ByteSize>?

  package init() {}
}

/// The options of tools that send several requests at once.
package struct JobOptions<Defaults: HTTPDefaults>: Sendable {
  @Option(
    "jobs", "n", "requests under way at once", default: Defaults.text { "\($0.jobs)" },
    short: "j", scope: .shared)
  package var jobs: PositiveNumber?
  @Option(
    "per-host", "n", "requests under way at once to one host",
    default: Defaults.text { "\($0.jobsPerHost)" }, scope: .shared)
  package var perHost: PositiveNumber?
  @Option("rate", "n/time", "requests in a time at most: 10/s, 100/m, 5/h", scope: .shared)
  package var rate: Rate?
  @Option("rate-per-host", "n/time", "requests in a time at most to one host", scope: .shared)
  package var ratePerHost: Rate?
  @Option(
    "politeness", "directory",
    "share --rate-per-host and Retry-After with all processes that name this directory",
    scope: .shared)
  package var politeness: String?

  package init() {}

  /// Applies the options to a policy.
  package func apply(to policy: inout ExecutionPolicy) {
    if let jobs { policy.jobs = jobs.value }
    if let perHost { policy.jobsPerHost = perHost.value }
    policy.rates = RatePolicy(total: rate, perHost: ratePerHost)
    policy.politenessDirectory = politeness
  }
}

/// What a tool does over HTTP where nobody says otherwise: the help, `--print-config` and the
/// request itself go by it.
package protocol HTTPDefaults: Sendable {
  /// For a single request, and where `streamPolicy` is nil for all.
  static var policy: ExecutionPolicy { get }
  /// For a stream of requests; nil where it makes no difference.
  static var streamPolicy: ExecutionPolicy? { get }
}

extension HTTPDefaults {
  package static var streamPolicy: ExecutionPolicy? { nil }

  /// The text of one default: `16M`, or `none; in a stream 16M` where the two differ.
  static func text(_ describe: (ExecutionPolicy) -> String) -> String {
    let (one, many) = (describe(policy), streamPolicy.map(describe))
    guard let many, many != one else { return one }
    return "\(one); in a stream \(many)"
  }
}
